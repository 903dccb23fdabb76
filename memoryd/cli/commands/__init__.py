"""The commands of memoryctl, one file each; `memoryd.cli.command.GROUPS` lists them."""

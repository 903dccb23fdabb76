"""What is made of several memories: MEMORY.md, directives, jobs."""

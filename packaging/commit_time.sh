#!/bin/sh
# Seconds of the commit that is built, so that two builds of it are the same bytes; of an unpacked sdist, its newest file's;
# of any other copy, its changelog's.
set -eu
git log -1 --format=%ct 2>/dev/null || stat -c %Y PKG-INFO 2>/dev/null || stat -c %Y CHANGELOG.md

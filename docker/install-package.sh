#!/bin/sh
# Builds and packs this package, and installs the tarball into n8n's folder for community packages.
# Usage: install-package.sh <this repository> <folder to build in> <n8n's folder for community packages>
set -eu
repository=$1
build=$2
packages=$3

# What is installed on the host is for another system.
tar --create --directory "$repository" --exclude=node_modules --exclude=.cache --exclude=.git . |
	tar --extract --directory "$build"
cd "$build"
npm install --no-audit --no-fund
npm run build
tarball=$(npm pack --silent)
npm install "$build/$tarball" --prefix "$packages" --legacy-peer-deps --ignore-scripts --no-audit --no-fund
# The user of n8n's image, who may install other packages in the editor.
chown -R 1000:1000 "$packages"

#!/bin/sh
# Installs the program ferz for Linux or macOS: downloads the archive of this release for this machine, compares its
# SHA-256 digest, and copies the program, its manual and the completions of shells.
#
#   sh install.sh [FOLDER]      # to FOLDER/bin and FOLDER/share; ~/.local if none is given
#
# FERZ_RELEASE names another place of the archives and SHA256SUMS: an address, or file:///FOLDER.
set -eu

version=@VERSION@
release=${FERZ_RELEASE:-@RELEASE@}
to=${1:-$HOME/.local}

stop() {
    printf 'install.sh: %s\n' "$1" >&2
    exit 1
}

case $(uname -s) in
Linux) system=unknown-linux-musl ;;
Darwin) system=apple-darwin ;;
*) stop "there is no program for $(uname -s) here; Windows has an archive of its own" ;;
esac
case $(uname -m) in
x86_64 | amd64) machine=x86_64 ;;
aarch64 | arm64) machine=aarch64 ;;
*) stop "there is no program for $(uname -m)" ;;
esac
name=ferz-$version-$machine-$system

if command -v curl >/dev/null; then
    fetch() { curl --fail --silent --show-error --location --output "$2" "$1"; }
elif command -v wget >/dev/null; then
    fetch() { wget -q -O "$2" "$1"; }
else
    stop 'curl or wget is needed'
fi
if command -v sha256sum >/dev/null; then
    digest() { sha256sum "$1"; }
elif command -v shasum >/dev/null; then
    digest() { shasum -a 256 "$1"; }
else
    stop 'sha256sum or shasum is needed'
fi

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fetch "$release/SHA256SUMS" "$work/SHA256SUMS" || stop "$release/SHA256SUMS cannot be fetched"
wanted=$(sed -n "s/^\([0-9a-f]\{64\}\)  $name\.tar\.gz\$/\1/p" "$work/SHA256SUMS")
[ -n "$wanted" ] || stop "the release has no $name.tar.gz"
fetch "$release/$name.tar.gz" "$work/$name.tar.gz" || stop "$release/$name.tar.gz cannot be fetched"
found=$(digest "$work/$name.tar.gz" | cut -d ' ' -f 1)
[ "$found" = "$wanted" ] || stop "$name.tar.gz has the digest $found instead of $wanted: nothing is installed"

tar -C "$work" -xzf "$work/$name.tar.gz"
place() {
    mkdir -p "$to/$(dirname "$2")"
    # A program that runs keeps its old file.
    rm -f "$to/$2"
    cp "$work/$name/$1" "$to/$2"
}
place ferz bin/ferz
place ferz.1 share/man/man1/ferz.1
place ferz.bash share/bash-completion/completions/ferz
place ferz.zsh share/zsh/site-functions/_ferz
place ferz.fish share/fish/vendor_completions.d/ferz.fish
mkdir -p "$to/share/doc/ferz"
rm -rf "$to/share/doc/ferz/manual"
cp -R "$work/$name/manual" "$to/share/doc/ferz"
chmod 755 "$to/bin/ferz"
"$to/bin/ferz" --version
case :$PATH: in
*:"$to/bin":*) ;;
*) printf 'It is in %s, which is not in PATH.\n' "$to/bin" ;;
esac

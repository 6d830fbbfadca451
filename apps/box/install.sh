#!/bin/sh
# HC Portal onto a bare Debian 13 or 12: looks at the machine, takes a release, checks its signature, and hands over to
# "hc install", which gets all other options.
#   sh install.sh --from ADDRESS | --folder DIR   --key FILE… [--version VERSION] [--answers FILE] [--small] …
set -eu
umask 022
refuse() {
  echo "install.sh: $1" >&2
  exit "${2:-2}"
}
# A script that is piped runs only once it is whole.
main() {
  from='' folder='' keys='' version='' small='' edge=''
  count=$#
  while [ "$count" -gt 0 ]; do
    option=$1
    shift && count=$((count - 1))
    case $option in
      --from | --folder | --key | --version)
        [ "$count" -gt 0 ] || refuse "$option needs a value"
        case $option in
          --from) from=$1 ;;
          --folder) folder=$1 ;;
          --key) keys="$keys $1" ;;
          --version) version=$1 ;;
        esac
        shift && count=$((count - 1)) && continue ;;
      --small) small=1 ;;
      --edge) edge=${1:-} ;;
    esac
    set -- "$@" "$option"
  done
  [ -n "$from$folder" ] || refuse 'where is the release? --from ADDRESS or --folder DIR'
  [ -n "$keys" ] || refuse 'which key signs releases? --key FILE (first.pub, second.pub)'
  [ "$(id -u)" = 0 ] || refuse 'this needs root: sudo sh install.sh …' 4
  . /etc/os-release
  [ "$ID" = debian ] || refuse "this is $PRETTY_NAME: it must be Debian 13 or 12"
  case ${VERSION_ID:-} in 12 | 13) ;; *) refuse "this is $PRETTY_NAME: it must be Debian 13 or 12" ;; esac
  [ "$(uname -m)" = x86_64 ] || refuse "this processor is $(uname -m): it must be x86_64"
  [ "$(nproc)" -ge "$([ -n "$small" ] && echo 1 || echo 2)" ] || refuse 'it has one core, and needs two (--small: for trying)'
  memory=$(sed -n 's/^MemTotal: *\([0-9]*\).*/\1/p' /proc/meminfo)
  [ "$memory" -ge "$([ -n "$small" ] && echo 1800000 || echo 3600000)" ] || refuse 'it has too little memory: 3.5 GB (--small: 1.8)'
  free=$(df -Pk / | awk 'END { print $4 }')
  [ -e /opt/hc-portal/current ] || [ "$free" -ge "$([ -n "$small" ] && echo 8000000 || echo 20000000)" ] ||
    refuse 'it has too little disk: 20 GB free (--small: 8)'
  taken=$(ss -Hltnp 2> /dev/null | awk '$4 ~ /:(80|443)$/ && !/haproxy/ { print $4 }' | tr '\n' ' ')
  [ -z "$taken" ] || [ "$edge" = none ] || grep -qs '^EDGE=none$' /etc/hc-portal/box.env || refuse "another program listens on $taken (--edge none leaves it these ports)"
  [ "$(date +%Y)" -ge 2026 ] || refuse "the clock is wrong: $(date)"
  export DEBIAN_FRONTEND=noninteractive
  for tool in minisign zstd ${from:+curl}; do
    command -v "$tool" > /dev/null && continue
    echo "takes $tool from Debian" >&2
    apt-get -qq -o DPkg::Lock::Timeout=300 update
    apt-get -qq -o DPkg::Lock::Timeout=300 -y --no-install-recommends install "$tool" ca-certificates > /dev/null
  done
  work=$(mktemp -d)
  trap 'rm -rf "$work"' EXIT
  take() {
    if [ -n "$folder" ]; then cp "$folder/$1" "$work/$1"; else curl -fsSL --retry 3 -o "$work/$1" "$from/$1"; fi ||
      refuse "$1 cannot be had from ${folder:-$from}"
  }
  for file in SHA256SUMS SHA256SUMS.minisig releases.json; do take "$file"; done
  signed=''
  for key in $keys; do minisign -Vqm "$work/SHA256SUMS" -p "$key" 2> /dev/null && signed=1; done
  [ -n "$signed" ] || refuse 'the release is signed by none of these keys: nothing was done'
  (cd "$work" && grep ' releases.json$' SHA256SUMS | sha256sum -c --status) || refuse 'releases.json is not what was signed'
  [ -n "$version" ] || version=$(sed -n 's/.*"version": *"\([^"]*\)".*/\1/p' "$work/releases.json" | head -n 1)
  to=/opt/hc-portal/releases/$version
  if [ ! -e "$to" ]; then
    archive=hc-portal-$version-linux-x64.tar.zst
    take "$archive"
    (cd "$work" && grep " $archive\$" SHA256SUMS | sha256sum -c --status) || refuse "$archive is not what was signed"
    mkdir -p /opt/hc-portal/releases
    rm -rf "$to.next" && mkdir "$to.next"
    tar -C "$to.next" --strip-components=1 --no-same-owner --zstd -xf "$work/$archive" && mv -T "$to.next" "$to"
  fi
  rm -rf "$work" && trap - EXIT
  "$to/node/bin/node" "$to/apps/server/dist/hc.js" install "$@"
}
main "$@"

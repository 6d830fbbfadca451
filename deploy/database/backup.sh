#!/bin/sh
# Writes backups that this machine cannot read: zstd compresses everything and age encrypts it for the public keys in
# BACKUP_RECIPIENTS before it reaches BACKUP_DIR. A segment of the log has 16 MB, however little is in it. What an
# earlier version wrote without zstd is read as it is.
#   backup.sh base NAME                a base backup of the server that PGHOST and the like name
#   backup.sh archive PATH NAME        archive_command = 'sh /etc/hc/backup.sh archive %p %f'
#   backup.sh seal NAME < anything
# With the private key, BACKUP_IDENTITY, which is present for a restore only:
#   backup.sh unpack NAME FOLDER       a base backup
#   backup.sh fetch NAME PATH          restore_command = 'BACKUP_IDENTITY=… sh /etc/hc/backup.sh fetch %f %p'
#   backup.sh open NAME > anything
set -eu
umask 077
dir="${BACKUP_DIR:-/backup}" recipients="${BACKUP_RECIPIENTS:-/etc/hc-backup/backup.pub}"
say() { echo "backup.sh: $*" >&2; }
command -v zstd > /dev/null || { say 'zstd is missing: apt install zstd'; exit 1; }
# Runs a command whose output goes into a pipe; sh tells of the last one alone.
noted() { "$@" || echo failed > "$failed"; }
ended() {
  if [ -s "$failed" ]; then rm "$failed"; return 1; fi
  rm "$failed"
}
# The file gets its name only when it is complete and on the disk.
seal() {
  failed="$(mktemp)"
  noted zstd -q -c | age -R "$recipients" -o "$dir/$1.part"
  if ! ended; then rm -f "$dir/$1.part"; say "$1 was not compressed"; return 1; fi
  sync "$dir/$1.part"
  mv "$dir/$1.part" "$dir/$1.age"
  sync "$dir"
}
open() {
  if [ ! -f "$dir/$1.age" ]; then say "no $1.age in $dir"; return 1; fi
  failed="$(mktemp)"
  # With -f zstd hands on what it did not compress.
  noted age -d -i "${BACKUP_IDENTITY:?the file of the private key}" "$dir/$1.age" | zstd -d -c -f -q || echo failed > "$failed"
  if ! ended; then say "$1.age is not for the key in $BACKUP_IDENTITY, or damaged"; return 1; fi
}

case "${1:-}" in
  seal) seal "$2" ;;
  open) open "$2" ;;
  archive)
    sum="$(sha256sum < "$2")"
    if [ -f "$dir/$3.age" ]; then
      # PostgreSQL asks again if it stopped before it noted our answer. Another content under the same name is rejected.
      if [ "$(cat "$dir/$3.sum")" = "$sum" ]; then exit 0; fi
      say "$3.age is there with another content"; exit 1
    fi
    echo "$sum" > "$dir/$3.sum"
    seal "$3" < "$2" ;;
  base)
    if [ -f "$dir/$2.age" ]; then say "$2.age is there already"; exit 1; fi
    failed="$(mktemp)"
    noted pg_basebackup -D - -Ft -X none -c fast | noted zstd -q -c | age -R "$recipients" -o "$dir/$2.part"
    if ! ended; then rm -f "$dir/$2.part"; say 'no base backup was taken'; exit 1; fi
    sync "$dir/$2.part" && mv "$dir/$2.part" "$dir/$2.age" && sync "$dir" ;;
  unpack)
    mkdir -p "$3"
    if [ -n "$(ls -A "$3")" ]; then say "$3 is not empty"; exit 1; fi
    unread="$(mktemp)"
    { open "$2" || echo failed > "$unread"; } | tar -xf - -C "$3" || echo failed > "$unread"
    if [ -s "$unread" ]; then rm "$unread"; say "nothing to use in $3"; exit 1; fi
    rm "$unread" ;;
  fetch)
    # 1 means that the archive ends here. Above 128 PostgreSQL stops: an unreadable file is not the end.
    if [ ! -f "$dir/$2.age" ]; then exit 1; fi
    if ! open "$2" > "$3.part"; then rm -f "$3.part"; exit 200; fi
    mv "$3.part" "$3" ;;
  *) say 'base, archive or seal; unpack, fetch or open'; exit 2 ;;
esac

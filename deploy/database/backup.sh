#!/bin/sh
# Writes backups that this machine cannot read: age encrypts everything for the public keys in BACKUP_RECIPIENTS before
# it reaches BACKUP_DIR.
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
# The file gets its name only when it is complete and on the disk.
seal() {
  age -R "$recipients" -o "$dir/$1.part"
  sync "$dir/$1.part"
  mv "$dir/$1.part" "$dir/$1.age"
  sync "$dir"
}
open() {
  if [ ! -f "$dir/$1.age" ]; then say "no $1.age in $dir"; return 1; fi
  age -d -i "${BACKUP_IDENTITY:?the file of the private key}" "$dir/$1.age" || { say "$1.age is not for the key in $BACKUP_IDENTITY, or damaged"; return 1; }
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
    { pg_basebackup -D - -Ft -X none -c fast || echo failed > "$failed"; } | age -R "$recipients" -o "$dir/$2.part"
    if [ -s "$failed" ]; then rm "$failed" "$dir/$2.part"; say 'no base backup was taken'; exit 1; fi
    rm "$failed"
    sync "$dir/$2.part" && mv "$dir/$2.part" "$dir/$2.age" && sync "$dir" ;;
  unpack)
    mkdir -p "$3"
    if [ -n "$(ls -A "$3")" ]; then say "$3 is not empty"; exit 1; fi
    failed="$(mktemp)"
    { open "$2" || echo failed > "$failed"; } | tar -xf - -C "$3" || echo failed > "$failed"
    if [ -s "$failed" ]; then rm "$failed"; say "nothing to use in $3"; exit 1; fi
    rm "$failed" ;;
  fetch)
    # 1 means that the archive ends here. Above 128 PostgreSQL stops: an unreadable file is not the end.
    if [ ! -f "$dir/$2.age" ]; then exit 1; fi
    if ! open "$2" > "$3.part"; then rm -f "$3.part"; exit 200; fi
    mv "$3.part" "$3" ;;
  *) say 'base, archive or seal; unpack, fetch or open'; exit 2 ;;
esac

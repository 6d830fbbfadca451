#!/bin/sh
# Writes backups that this machine cannot read: zstd compresses everything and age encrypts it for the public keys in
# BACKUP_RECIPIENTS before it reaches BACKUP_DIR. A segment of the log has 16 MB, however little is in it. What an
# earlier version wrote without zstd is read as it is. BACKUP_TONIGHT is a second file of public keys, which is there
# while a night's backup is proved.
#   backup.sh base NAME                a base backup of the server that PGHOST and the like name
#   backup.sh archive PATH NAME        archive_command = 'sh /etc/hc/backup.sh archive %p %f'
#   backup.sh seal NAME < anything
#   backup.sh pack NAME PATH…          these files and folders, as a tar from /
# With the private key, BACKUP_IDENTITY, which is present for a restore only; "-" reads it from the standard input:
#   backup.sh unpack NAME FOLDER       a base backup
#   backup.sh fetch NAME PATH          restore_command = 'BACKUP_IDENTITY=… sh /etc/hc/backup.sh fetch %f %p'
#   backup.sh open NAME > anything
set -eu
umask 077
dir="${BACKUP_DIR:-/backup}" recipients="${BACKUP_RECIPIENTS:-/etc/hc-backup/backup.pub}"
say() { echo "backup.sh: $*" >&2; }
encrypt() {
  if [ -s "${BACKUP_TONIGHT:-}" ]; then age -R "$recipients" -R "$BACKUP_TONIGHT" "$@"; else age -R "$recipients" "$@"; fi
}
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
  noted zstd -q -c | encrypt -o "$dir/$1.part"
  if ! ended; then rm -f "$dir/$1.part"; say "$1 was not compressed"; return 1; fi
  sync "$dir/$1.part"
  mv "$dir/$1.part" "$dir/$1.age"
  sync "$dir"
}
# Whether age had no key for the file, or the file is not what was sealed, is in age's own words.
open() {
  if [ ! -f "$dir/$1.age" ]; then say "no $1.age in $dir"; return 1; fi
  failed="$(mktemp)" words="$(mktemp)"
  # With -f zstd hands on what it did not compress.
  noted age -d -i "${BACKUP_IDENTITY:?the file of the private key}" "$dir/$1.age" 2> "$words" | zstd -d -c -f -q 2> /dev/null || echo failed > "$failed"
  if ended; then rm "$words"; return 0; fi
  if grep -q 'no identity matched' "$words"; then say "$1.age is not for the key in $BACKUP_IDENTITY"
  elif grep -q -i -e 'malformed' -e 'unknown identity' -e 'no secret keys' "$words" && ! grep -q -e header -e payload "$words"; then
    say "there is no age key in $BACKUP_IDENTITY"
  else say "$1.age is damaged"; fi
  rm "$words"; return 1
}

case "${1:-}" in
  seal) seal "$2" ;;
  open) open "$2" ;;
  pack)
    name="$2"; shift 2; failed="$(mktemp)" packed="$failed"
    { tar -C / -cf - "$@" || echo failed > "$packed.tar"; } | ( seal "$name" ) || echo failed > "$packed.tar"
    rm -f "$failed"
    if [ -s "$packed.tar" ]; then rm -f "$packed.tar" "$dir/$name.age"; say "$name was not packed"; exit 1; fi ;;
  archive)
    sum="$(sha256sum < "$2")"
    # A place has it already.
    if [ -f "$dir/$3.shipped" ] && [ "$(cat "$dir/$3.shipped")" = "$sum" ]; then exit 0; fi
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
    noted pg_basebackup -D - -Ft -X none -c fast | noted zstd -q -c | encrypt -o "$dir/$2.part"
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
  *) say 'base, archive, seal or pack; unpack, fetch or open'; exit 2 ;;
esac

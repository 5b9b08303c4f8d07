#!/bin/bash
# Every night: databases, then files, into /backups/DATE; restored on the spot to see that it can be. `now` makes one at once, `check` says
# whether the last one is good, `restore FOLDER` puts one back.
set -euo pipefail
work=/backups

check() {
  # Until the first night has passed there is none.
  [ -e "$work/.last-good" ] || { [ "$(cat "$work/.began" 2>/dev/null || date +%s)" -gt $(($(date +%s) - 93600)) ]; return; }
  [ ! -e "$work/.failed" ] && [ "$(stat -c %Y "$work/.last-good")" -gt $(($(date +%s) - 93600)) ]
}

# rehearse FOLDER: starts PostgreSQL on a copy, and reads every database.
rehearse() {
  local trial=/tmp/trial database
  rm -rf "$trial" && cp -a "$1" "$trial"
  chown -R postgres "$trial" && chmod 700 "$trial"
  gosu postgres pg_ctl --pgdata "$trial" --silent --wait --log /tmp/trial.log \
    --options "-p 5433 -c listen_addresses= -c unix_socket_directories=/tmp" start
  for database in $DATABASES; do
    pg_dump --host /tmp --port 5433 --username parley "$database" >/dev/null
  done
  gosu postgres pg_ctl --pgdata "$trial" --silent --mode immediate stop
  rm -rf "$trial"
}

save() {
  local folder part
  folder=$work/$(date -u +%Y-%m-%dT%H%M)
  part=$folder.part
  rm -rf "$part" && mkdir -p "$part"
  pg_basebackup --host /var/run/postgresql --username parley --pgdata "$part/databases" --wal-method stream --checkpoint fast
  pg_verifybackup --quiet "$part/databases"
  # The ledger of erasures is never put back: it goes on, here and there.
  mkdir -p "$work/erasures" && cp --archive --no-clobber /files/media/erasures/. "$work/erasures/" 2>/dev/null || true
  tar --create --file "$part/files.tar" --directory /files --exclude './media/erasures' .
  rehearse "$part/databases"
  mv "$part" "$folder"
  touch "$work/.last-good" && rm -f "$work/.failed"
  find "$work" -mindepth 1 -maxdepth 1 -type d -name '20*' -mtime "+$BACKUP_DAYS" -exec rm -rf {} +
  echo "$folder is saved, and can be restored."
}

# restore FOLDER: into /data and /restored, which are the empty volume of PostgreSQL and that of the files.
restore() {
  [ -z "$(ls -A /data)" ] || { echo 'The volume of PostgreSQL is not empty.' >&2; exit 1; }
  cp --archive "$work/$1/databases/." /data/
  chown -R postgres /data && chmod 700 /data
  tar --extract --file "$work/$1/files.tar" --directory /restored
  echo "Restored. Now: docker compose up --detach --wait, and ./erase-again $(stat -c %y "$work/$1/databases/backup_manifest" | sed -E 's/ ([0-9:]+).*/T\1Z/')"
}

case ${1:-} in
check) check ;;
restore) restore "$2" ;;
now) save ;;
*)
  [ -e "$work/.began" ] || date +%s >"$work/.began"
  trap 'exit 0' TERM INT
  while true; do
    next=$(date -u -d "today $BACKUP_HOUR:00" +%s)
    [ "$next" -gt "$(date +%s)" ] || next=$((next + 86400))
    sleep $((next - $(date +%s))) & wait $!
    # In a shell of its own: `||` would switch off what ends it at the first error.
    if bash "$0" now; then :; else touch "$work/.failed"; fi
  done
  ;;
esac

#!/bin/sh
# The entry point of the database image. Its argument is the role: etcd, patroni, haproxy, pgbouncer and more below.
# Values come from the environment; passwords, certificates and keys from files.
set -eu
umask 077
export RUN_DIR="${RUN_DIR:-/run/hc}" DATA_DIR="${DATA_DIR:-/data/pg}" SHARED_BUFFERS="${SHARED_BUFFERS:-512MB}" WATCHDOG="${WATCHDOG:-off}" ETCD_DATA_DIR="${ETCD_DATA_DIR:-/data/etcd}"
export BOOTSTRAP="${BOOTSTRAP:-initdb}"
export LISTEN_HOST="${LISTEN_HOST:-0.0.0.0}" LISTEN_PORT="${LISTEN_PORT:-5432}"
export TEMPLATES="${TEMPLATES:-/etc/hc}" SECRETS="${SECRETS:-/run/secrets}"
export TLS_DIR="${TLS_DIR:-$RUN_DIR/tls}" ARCHIVE_MODE="$(if [ -f "${BACKUP_RECIPIENTS:-/etc/hc-backup/backup.pub}" ]; then echo on; else echo off; fi)"
secret() { cat "$SECRETS/$1"; }
# Copies the certificates and keys, because PostgreSQL refuses a key that others may read, and a mounted file keeps its
# owner and mode. All copies are replaced in one step, so a key never meets another certificate.
certificates() {
  made="$(mktemp -d "$TLS_DIR.XXXXXX")" old="$(readlink "$TLS_DIR" || true)"
  for file in "$SECRETS"/*.crt "$SECRETS"/*.key; do
    if [ -f "$file" ]; then cat "$file" > "$made/${file##*/}"; fi
  done
  ln -s "$made" "$made/link" && mv -fT "$made/link" "$TLS_DIR"
  if [ -n "$old" ]; then rm -r "$old"; fi
}

case "$1" in
  etcd)
    certificates
    # Clients present a client certificate, members etcd's own certificate: in Kubernetes a member's address is not
    # among its names. Probes ask /health of the third listener.
    exec etcd --name "$NODE_NAME" --listen-client-urls "https://$LISTEN_HOST:2379" --advertise-client-urls "https://$NODE_ADDRESS:2379" \
      --cert-file "$TLS_DIR/etcd.crt" --key-file "$TLS_DIR/etcd.key" --client-cert-auth --trusted-ca-file "$TLS_DIR/ca.crt" \
      --listen-peer-urls "https://$LISTEN_HOST:2380" --initial-advertise-peer-urls "https://$NODE_ADDRESS:2380" --peer-cert-file "$TLS_DIR/etcd.crt" --peer-key-file "$TLS_DIR/etcd.key" \
      --peer-client-cert-auth --peer-trusted-ca-file "$TLS_DIR/ca.crt" --peer-cert-allowed-cn hc-etcd --experimental-peer-skip-client-san-verification --listen-metrics-urls "http://$LISTEN_HOST:2381" \
      --initial-cluster "$ETCD_CLUSTER" --initial-cluster-state new --initial-cluster-token hc-portal ;;
  patroni)
    certificates
    SUPERUSER_PASSWORD="$(secret superuser_password)" REPLICATION_PASSWORD="$(secret replication_password)" REST_PASSWORD="$(secret rest_password)"
    export SUPERUSER_PASSWORD REPLICATION_PASSWORD REST_PASSWORD
    envsubst < "$TEMPLATES/patroni.yml" > "$RUN_DIR/patroni.yml"
    unset SUPERUSER_PASSWORD REPLICATION_PASSWORD REST_PASSWORD
    node /etc/hc/check-patroni.mjs --config "$RUN_DIR/patroni.yml"
    exec patroni "$RUN_DIR/patroni.yml" ;;
  haproxy)
    certificates
    envsubst < "$TEMPLATES/haproxy.cfg" > "$RUN_DIR/haproxy.cfg"
    exec haproxy -db -f "$RUN_DIR/haproxy.cfg" ;;
  pgbouncer)
    certificates
    envsubst < "$TEMPLATES/pgbouncer.ini" > "$RUN_DIR/pgbouncer.ini"
    printf '"hc_shop" "%s"\n' "$(secret shop_password)" > "$RUN_DIR/userlist.txt"
    exec pgbouncer -q "$RUN_DIR/pgbouncer.ini" ;;
  renew)
    # Run in a running container after new certificates came: etcd reads them at each connection; Patroni (with
    # PostgreSQL) and PgBouncer at a signal.
    certificates
    case "$(tr '\0' ' ' < /proc/1/cmdline)" in *patroni*|*pgbouncer*) kill -HUP 1 ;; esac ;;
  backup)
    # Makes an encrypted base backup, named by its time.
    export PGPASSWORD="$(secret replication_password)" PGHOST="$DATABASE_HOST" PGUSER=replicator PGSSLMODE=verify-full PGSSLROOTCERT="$SECRETS/ca.crt"
    exec sh "$TEMPLATES/backup.sh" base "base-$(date -u +%Y-%m-%dT%H%M%SZ)" ;;
  restore)
    # Patroni's bootstrap on a backup: the newest base of the folder, for the key that lies there meanwhile.
    # A box keeps the server's settings elsewhere, and Patroni begins with those of the folder.
    base="$(ls "${BACKUP_DIR:-/backup}" | sed -n 's/^\(base-.*Z\)\.age$/\1/p' | sort | tail -n 1)"
    BACKUP_IDENTITY="${BACKUP_DIR:-/backup}/restore.key" sh "$TEMPLATES/backup.sh" unpack "${base:?no backup in /backup}" "$DATA_DIR"
    for file in postgresql.conf pg_ident.conf; do if [ ! -e "$DATA_DIR/$file" ]; then : > "$DATA_DIR/$file"; fi; done
    chmod 700 "$DATA_DIR" ;;
  prepare)
    # Makes the tables' owner, the database, the pooler's user and the desk's; a second run changes nothing.
    # The first process of a container ignores signals unless it traps them.
    trap 'exit 143' TERM INT
    export PGPASSWORD="$(secret superuser_password)" PGHOST="$DATABASE_HOST" PGUSER=postgres PGCONNECT_TIMEOUT=3 PGSSLMODE=verify-full PGSSLROOTCERT="$SECRETS/ca.crt"
    until psql -qAtc 'select 1' postgres > /dev/null 2>&1; do sleep 1; done
    psql -q -v ON_ERROR_STOP=1 -v password="$(secret owner_password)" postgres <<'SQL'
select 'create role hc_owner login createrole' where not exists (select 1 from pg_roles where rolname = 'hc_owner') \gexec
alter role hc_owner password :'password';
grant pg_read_all_stats to hc_owner with admin option;
select 'create database hc_portal owner hc_owner' where not exists (select 1 from pg_database where datname = 'hc_portal') \gexec
SQL
    export PGPASSWORD="$(secret owner_password)" PGUSER=hc_owner
    for one in shop desk; do
      psql -q -v ON_ERROR_STOP=1 -v password="$(secret "${one}_password")" -f "$TEMPLATES/$one-user.sql" hc_portal
    done ;;
  *) echo "one of etcd, patroni, haproxy, pgbouncer, prepare, renew, backup, restore" >&2; exit 2 ;;
esac

#!/bin/sh
# What a container of the database image is: etcd, patroni, haproxy or pgbouncer. Values come from the environment, passwords from files.
set -eu
umask 077
export RUN_DIR="${RUN_DIR:-/run/hc}" DATA_DIR="${DATA_DIR:-/data/pg}" SHARED_BUFFERS="${SHARED_BUFFERS:-512MB}" WATCHDOG="${WATCHDOG:-off}"
export LISTEN_HOST="${LISTEN_HOST:-0.0.0.0}" LISTEN_PORT="${LISTEN_PORT:-5432}"
TEMPLATES="${TEMPLATES:-/etc/hc}" SECRETS="${SECRETS:-/run/secrets}"
secret() { cat "$SECRETS/$1"; }

case "$1" in
  etcd)
    exec etcd --enable-v2=true --data-dir /data/etcd --name "$NODE_NAME" --listen-client-urls http://0.0.0.0:2379 --advertise-client-urls "http://$NODE_ADDRESS:2379" \
      --listen-peer-urls http://0.0.0.0:2380 --initial-advertise-peer-urls "http://$NODE_ADDRESS:2380" --initial-cluster "$ETCD_CLUSTER" --initial-cluster-state new --initial-cluster-token hc-portal ;;
  patroni)
    SUPERUSER_PASSWORD="$(secret superuser_password)" REPLICATION_PASSWORD="$(secret replication_password)"
    export SUPERUSER_PASSWORD REPLICATION_PASSWORD
    envsubst < "$TEMPLATES/patroni.yml" > "$RUN_DIR/patroni.yml"
    unset SUPERUSER_PASSWORD REPLICATION_PASSWORD
    node /etc/hc/check-patroni.mjs --config "$RUN_DIR/patroni.yml"
    exec patroni "$RUN_DIR/patroni.yml" ;;
  haproxy)
    envsubst < "$TEMPLATES/haproxy.cfg" > "$RUN_DIR/haproxy.cfg"
    exec haproxy -db -f "$RUN_DIR/haproxy.cfg" ;;
  pgbouncer)
    envsubst < "$TEMPLATES/pgbouncer.ini" > "$RUN_DIR/pgbouncer.ini"
    printf '"hc_shop" "%s"\n' "$(secret shop_password)" > "$RUN_DIR/userlist.txt"
    exec pgbouncer -q "$RUN_DIR/pgbouncer.ini" ;;
  prepare)
    # Harmless again: the tables' owner, the database, and the user of the pooler.
    # The first process of a container ends by a signal only where it says so.
    trap 'exit 143' TERM INT
    export PGPASSWORD="$(secret superuser_password)" PGHOST="$DATABASE_HOST" PGUSER=postgres PGCONNECT_TIMEOUT=3
    until psql -qAtc 'select 1' postgres > /dev/null 2>&1; do sleep 1; done
    psql -q -v ON_ERROR_STOP=1 -v password="$(secret owner_password)" postgres <<'SQL'
select 'create role hc_owner login createrole' where not exists (select 1 from pg_roles where rolname = 'hc_owner') \gexec
alter role hc_owner password :'password';
select 'create database hc_portal owner hc_owner' where not exists (select 1 from pg_database where datname = 'hc_portal') \gexec
SQL
    PGPASSWORD="$(secret owner_password)" PGUSER=hc_owner psql -q -v ON_ERROR_STOP=1 -v password="$(secret shop_password)" -f "$TEMPLATES/shop-user.sql" hc_portal ;;
  *) echo "one of etcd, patroni, haproxy, pgbouncer, prepare" >&2; exit 2 ;;
esac

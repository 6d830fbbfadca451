#!/bin/sh
# The first process of edge, database and keeper. hc init made what they read; without it they wait.
set -eu
etc=/etc/hc-portal
await() {
  [ -e "$1" ] || echo 'waits for: docker compose run --rm keeper hc init'
  until [ -e "$1" ]; do sleep 1; done
}

case "${1:-}" in
  database)
    await $etc/database/postgresql.conf
    data=/var/lib/postgresql/17/hc
    # What a start that was cut left is made anew: a whole one has its name only then.
    if [ ! -s $data/PG_VERSION ]; then
      rm -rf $data.next
      /usr/lib/postgresql/17/bin/initdb -D $data.next --data-checksums -E UTF8 --locale C.UTF-8 -A peer > /dev/null
      mv -T $data.next $data
    fi
    exec /usr/lib/postgresql/17/bin/postgres -D $data -c config_file=$etc/database/postgresql.conf ;;
  edge)
    await $etc/edge/certificate.sh
    tls=/var/lib/hc-edge/tls
    umask 077
    # HAProxy needs a certificate to start: until the authority gives one, it shows one that no browser trusts.
    if [ ! -s $tls/hc.pem ]; then
      openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 30 -subj /CN=hc-portal -keyout /tmp/own.key -out /tmp/own.crt 2> /dev/null
      cat /tmp/own.key /tmp/own.crt > $tls/hc.pem && rm /tmp/own.key /tmp/own.crt
    fi
    haproxy -W -db -f $etc/edge/edge.cfg &
    edge=$!
    # A new certificate (certificate.sh) or HUP: the next worker takes over, and the old one ends what it has.
    trap 'kill -USR2 $edge' HUP
    trap 'kill -USR1 $edge; wait $edge; exit 0' TERM INT
    sleep 5 & wait $! || true
    while kill -0 $edge 2> /dev/null; do
      sh $etc/edge/certificate.sh || echo 'the authority gave no certificate: asks again in 10 minutes'
      # A signal ends the wait.
      sleep 600 & wait $! || true
    done
    exit 1 ;;
  keeper)
    # An engine may make a new volume as root's.
    chown postgres:postgres /run/postgresql
    exec hc keep ;;
  *) exec "$@" ;;
esac

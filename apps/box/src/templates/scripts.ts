import { CHALLENGE_PORT, paths } from '../paths.ts'

/** Single quotes for a shell. */
const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`

type Certificate = {
  hosts: readonly string[]
  email: string | null
  /** Another authority than certbot's own, and the file with the certificate that its address shows. */
  server: string | null
  ca: string | null
  /** Where it stands; without it, on a box. */
  place?: CertificatePlace
}
type CertificatePlace = { script: string; tls: string; state: string; reload: string }
const onBox: CertificatePlace = {
  script: `${paths.etc}/certificate.sh`,
  tls: paths.tls,
  state: paths.state,
  reload: 'systemctl try-reload-or-restart hc-edge.service',
}
/** In the edge's container, whose first process passes the signal on to HAProxy. */
export const certificateInContainer: CertificatePlace = {
  script: `${paths.etc}/edge/certificate.sh`,
  tls: '/var/lib/hc-edge/tls',
  state: '/var/lib/hc-edge',
  reload: 'kill -HUP 1',
}

/**
 * Asks for the certificate of both hosts, or renews it, and gives it to the edge. It is run by `hc install`, by the
 * timer, and by certbot after each renewal (`deploy`).
 */
export const certificateScript = ({ hosts, email, server, ca, place = onBox }: Certificate): string => `#!/bin/sh
# Made by hc install: the certificate of both hosts. Without an argument: asks or renews; deploy: gives it to the edge.
set -eu
live=/etc/letsencrypt/live/hc
deploy() {
  cat "$live/privkey.pem" "$live/fullchain.pem" > ${place.tls}/hc.pem.next
  mv -f ${place.tls}/hc.pem.next ${place.tls}/hc.pem
  ${place.reload}
}
if [ "\${1:-}" = deploy ]; then deploy; exit 0; fi
umask 077
${ca === null ? '' : `export REQUESTS_CA_BUNDLE=${quoted(ca)}\n`}if [ -e "$live/fullchain.pem" ]; then
  # Twice a day is enough.
  [ -z "$(find ${place.state}/certificate-asked -mmin -700 2> /dev/null)" ] || exit 0
  certbot renew --quiet --cert-name hc --no-random-sleep-on-renew
  touch ${place.state}/certificate-asked
else
  certbot certonly --non-interactive --agree-tos --cert-name hc --standalone --http-01-address 127.0.0.1 \\
    --http-01-port ${CHALLENGE_PORT} --deploy-hook ${quoted(`${place.script} deploy`)} \\
    ${email === null ? '--register-unsafely-without-email' : `--no-eff-email --email ${quoted(email)}`}${server === null ? '' : ` --server ${quoted(server)}`} \\
    ${hosts.map((host) => `-d ${quoted(host)}`).join(' ')}
fi
`

/** `/usr/local/bin/hc`: the Node and the commands of the release that runs, or of the one before. */
export const commandScript = `#!/bin/sh
# The command line of HC Portal. It runs the release that is current, and the one before if that is broken.
for release in ${paths.current} ${paths.previous}; do
  node=$release/node/bin/node
  if [ -f "$release/apps/server/dist/hc.js" ] && "$node" -e '' 2> /dev/null; then
    HC_COMMAND=hc exec "$node" "$release/apps/server/dist/hc.js" "$@"
  fi
done
echo "hc: no release works in ${paths.root}: unpack one there again by install.sh" >&2
exit 1
`

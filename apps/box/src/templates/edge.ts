import { BEHIND_PORT, CHALLENGE_PORT, paths, type Process, portOf, type Slot, slots } from '../paths.ts'

/** How many of 256 players a slot gets, beside the weight of the other one. */
export type Weights = Readonly<Record<Slot, number>>
type Edge = { shopHost: string; deskHost: string; hasSixth: boolean } & (
  | { weights: Weights; isBehind?: boolean }
  | { place: Place }
)

const servers = (process: Process, weights: Weights): string =>
  slots.map((slot) => `    server ${slot} 127.0.0.1:${portOf(process, slot)} weight ${weights[slot]}`).join('\n')

/** What an edge knows of where it stands: a box's own, or one in a container. */
type Place = {
  head: string
  /** Lines of `global`, and sections beside it. */
  global: string
  /** Its ports and its folder of certificates; null: another server of the machine has both, and stands before it. */
  doors: { plain: number; secure: number; tls: string } | null
  maintenance: string
  /** What each server line has beside its check. */
  look: string
  web: string
  files: string
  desk: string
}

const onBox = (weights: Weights, isBehind: boolean): Place => ({
  head: `Made by hc install; lines of your own go into ${paths.edgeMore}/*.cfg.`,
  global: `global
    log stdout format raw local0 notice
    user haproxy
    group haproxy`,
  doors: isBehind ? null : { plain: 80, secure: 443, tls: paths.tls },
  maintenance: paths.maintenance,
  look: '',
  web: servers('web', weights),
  files: slots.map((slot) => `    server ${slot} 127.0.0.1:${portOf('web', slot)} track shop/${slot}`).join('\n'),
  desk: servers('desk', { blue: 1, green: 1 }),
})

/** The containers of `deploy/one`: one process behind the edge, which its name finds also after it was made anew. */
export const inContainer: Place = {
  head: 'Made by hc init, and written anew by its next run.',
  global: `resolvers containers
    parse-resolv-conf
    hold valid 5s

global
    log stdout format raw local0 notice`,
  doors: { plain: 8080, secure: 8443, tls: '/var/lib/hc-edge/tls' },
  maintenance: `${paths.etc}/edge/maintenance.http`,
  look: ' resolvers containers init-addr libc,none',
  web: '    server shop shop:8080',
  files: '    server shop shop:8080 track shop/shop',
  desk: '    server shop shop:8081',
}

const isChallenge = 'acl challenge path_beg /.well-known/acme-challenge/'
/** Plain HTTP leads to TLS, and TLS says who asks: the address of a client is what the edge sees, whatever it says. */
function ownFront({ plain, secure, tls }: NonNullable<Place['doors']>, hasSixth: boolean): Front {
  const bind = (port: number, more = ''): string =>
    [`    bind *:${port}${more}`, ...(hasSixth ? [`    bind :::${port} v6only${more}`] : [])].join('\n')
  return {
    frontend: `frontend plain
${bind(plain)}
    ${isChallenge}
    http-request redirect scheme https code 308 unless challenge
    default_backend challenge

frontend secure
${bind(secure, ` ssl crt ${tls}/ alpn h2,http/1.1`)}
    ${isChallenge}`,
    client: `    http-request del-header x-forwarded-for
    http-request set-header x-forwarded-for %[src]
`,
    challenge: '    use_backend challenge if challenge\n',
    backend: `backend challenge
    server certbot 127.0.0.1:${CHALLENGE_PORT}

`,
  }
}
/** The server before it has both, and has said who asks. */
const behindFront: Front = {
  frontend: `frontend behind\n    bind 127.0.0.1:${BEHIND_PORT}`,
  client: '',
  challenge: '',
  backend: '',
}
type Front = { frontend: string; client: string; challenge: string; backend: string }

/** A process that is well is asked each three seconds, so that an idle box rests: after a failure, each second. */
const check = 'check inter 3s fastinter 1s downinter 1s fall 2 rise 1'

/**
 * The configuration of the edge. HAProxy redirects before it chooses a backend, so the challenge's path is excepted
 * there. Of a new page whose old process answers, and the other way round, a file is asked for at the other slot.
 */
export const edgeConfig = ({ shopHost, deskHost, hasSixth, ...where }: Edge): string => {
  const place = 'place' in where ? where.place : onBox(where.weights, where.isBehind ?? false)
  const front = place.doors === null ? behindFront : ownFront(place.doors, hasSixth)
  return `# ${place.head}
${place.global}
    stats socket /run/hc-edge/admin.sock mode 600 level admin
    ssl-default-bind-options ssl-min-ver TLSv1.2 no-tls-tickets
    ssl-default-bind-ciphers ECDHE+AESGCM:ECDHE+CHACHA20

defaults
    mode http
    log global
    option dontlog-normal
    # A reload closes a connection that waits only after its next answer: else a call that is on its way would fail.
    option idle-close-on-response
    timeout connect 5s
    timeout client 60s
    timeout server 60s
    timeout http-request 10s
    timeout http-keep-alive 15s
    timeout tunnel 1h
    errorfile 503 ${place.maintenance}

${front.frontend}
    acl is_shop hdr(host),field(1,:),lower -m str ${shopHost}
    acl is_desk hdr(host),field(1,:),lower -m str ${deskHost}
    http-request deny deny_status 421 unless is_shop or is_desk
    # The machine alone reads them, at the port of a process.
    http-request deny deny_status 404 if { path,url_dec -i -m beg /metrics }
${front.client}    http-request del-header forwarded
    http-request set-header x-forwarded-proto https
    http-request set-header x-forwarded-host %[req.hdr(host)]
    # How long a connection may rest is the edge's to say: a process's 75 s would have clients use what is closed.
    http-response del-header keep-alive
    http-response set-header strict-transport-security "max-age=31536000"
${front.challenge}    use_backend desk if is_desk
    use_backend files if is_shop { path_beg /assets/ }
    default_backend shop

${front.backend}backend shop
    option httpchk GET /readyz
    option redispatch 1
    retry-on conn-failure
    default-server ${check}${place.look}
${place.web}

backend files
    option redispatch 1
    retries 2
    retry-on conn-failure empty-response 404 503
${place.look === '' ? '' : `    default-server${place.look}\n`}${place.files}

backend desk
    option redispatch 1
    retry-on conn-failure
    default-server ${check}${place.look}
${place.desk}
`
}

const escape = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

type Look = { site: string; page: string; ink: string; isMoving?: boolean }

/** What the edge answers while no process of the shop does, as a whole HTTP answer: it must fit HAProxy's buffer. */
export const maintenancePage = ({ site, page, ink, isMoving = false }: Look): string =>
  [
    'HTTP/1.1 503 Service Unavailable',
    'content-type: text/html; charset=utf-8',
    'cache-control: no-store',
    'retry-after: 30',
    // Its next connection asks where the name leads now.
    ...(isMoving ? ['connection: close'] : []),
    '',
    `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escape(site)}</title><style>body{margin:0;min-height:100vh;display:grid;place-content:center;text-align:center;
font:1.1rem/1.6 system-ui,sans-serif;background:${escape(page)};color:${escape(ink)};padding:1.5rem}h1{margin:0}</style>
<h1>${escape(site)}</h1><p>We ${isMoving ? 'are moving to another machine, and ' : ''}are back in ${isMoving ? 'a few minutes' : 'a moment'}. Paid orders are safe and will be delivered.</p></html>`,
    '',
  ].join('\r\n')

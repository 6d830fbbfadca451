import { type Process, portOf, slots } from '../paths.ts'

/** Servers whose lines the box knows; another one takes what these say. */
export const foreignServers = ['nginx', 'haproxy', 'caddy'] as const
export type ForeignServer = (typeof foreignServers)[number]
type Hosts = { shopHost: string; deskHost: string }

const [first, second] = slots
const nginx = ({ shopHost, deskHost }: Hosts): string => {
  const upstream = (process: Process): string =>
    `upstream hc_${process} {\n    server 127.0.0.1:${portOf(process, first)};\n` +
    `    server 127.0.0.1:${portOf(process, second)} backup;\n}\n`
  const server = (host: string, process: Process): string => `server {
    listen 443 ssl;
    server_name ${host};
    ssl_certificate /etc/letsencrypt/live/${shopHost}/fullchain.pem;
    ssl_certificate_key /etc/letsencrypt/live/${shopHost}/privkey.pem;
    client_max_body_size 16m;
    location = /metrics { return 404; }
    location / {
        proxy_pass http://hc_${process};
        proxy_http_version 1.1;
        proxy_set_header Connection "";
        proxy_set_header Host $host;
        proxy_set_header X-Forwarded-For $remote_addr;
        proxy_set_header X-Forwarded-Proto https;
        proxy_set_header X-Forwarded-Host $host;
        proxy_set_header Forwarded "";
        proxy_read_timeout 60s;
    }
}
`
  return `${upstream('web')}${upstream('desk')}server {
    listen 80;
    server_name ${shopHost} ${deskHost};
    location / { return 308 https://$host$request_uri; }
}
${server(shopHost, 'web')}${server(deskHost, 'desk')}`
}

const haproxy = ({ shopHost, deskHost }: Hosts): string => {
  const backend = (name: string, process: Process): string => `backend ${name}
    mode http
    option httpchk GET ${process === 'web' ? '/readyz' : '/healthz'}
    option redispatch 1
    server ${first} 127.0.0.1:${portOf(process, first)} check inter 1s fall 2 rise 1
    server ${second} 127.0.0.1:${portOf(process, second)} check inter 1s fall 2 rise 1 backup
`
  return `# Into the frontend that has your certificate; it must be "mode http".
    acl hc_shop hdr(host),field(1,:),lower -m str ${shopHost}
    acl hc_desk hdr(host),field(1,:),lower -m str ${deskHost}
    http-request deny deny_status 404 if hc_shop { path,url_dec -i -m beg /metrics }
    http-request del-header x-forwarded-for if hc_shop or hc_desk
    http-request del-header forwarded if hc_shop or hc_desk
    http-request set-header x-forwarded-for %[src] if hc_shop or hc_desk
    http-request set-header x-forwarded-proto https if hc_shop or hc_desk
    http-response del-header keep-alive
    use_backend hc_shop if hc_shop
    use_backend hc_desk if hc_desk

${backend('hc_shop', 'web')}
${backend('hc_desk', 'desk')}`
}

const caddy = ({ shopHost, deskHost }: Hosts): string => {
  const site = (host: string, process: Process): string => `${host} {
    ${process === 'web' ? 'respond /metrics 404\n    ' : ''}reverse_proxy 127.0.0.1:${portOf(process, first)} 127.0.0.1:${portOf(process, second)} {
        lb_policy first
        health_uri ${process === 'web' ? '/readyz' : '/healthz'}
        health_interval 1s
        header_up -Forwarded
    }
}
`
  return site(shopHost, 'web') + site(deskHost, 'desk')
}

const lines: Readonly<Record<ForeignServer, (hosts: Hosts) => string>> = { nginx, haproxy, caddy }

/** The lines for another server on this machine that leads players to the shop and its people to the desk. */
export const foreignLines = (server: ForeignServer, hosts: Hosts): string => lines[server](hosts)

/** The one that listens here, of those that the box knows; of another one, nginx's lines say what it needs. */
export const foreignServer = (names: readonly string[]): ForeignServer =>
  foreignServers.find((server) => names.includes(server)) ?? 'nginx'

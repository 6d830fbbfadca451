import { BEHIND_PORT } from '../paths.ts'

/** Servers whose lines the box knows; another one takes what these say. */
export const foreignServers = ['nginx', 'haproxy', 'caddy'] as const
export type ForeignServer = (typeof foreignServers)[number]
type Hosts = { shopHost: string; deskHost: string }

const edge = `127.0.0.1:${BEHIND_PORT}`
const nginx = ({ shopHost, deskHost }: Hosts): string => `server {
    listen 80;
    server_name ${shopHost} ${deskHost};
    location / { return 308 https://$host$request_uri; }
}
server {
    listen 443 ssl;
    server_name ${shopHost} ${deskHost};
    ssl_certificate /etc/letsencrypt/live/${shopHost}/fullchain.pem;
    ssl_certificate_key /etc/letsencrypt/live/${shopHost}/privkey.pem;
    client_max_body_size 16m;
    location / {
        proxy_pass http://${edge};
        proxy_http_version 1.1;
        proxy_set_header Connection "";
        proxy_set_header Host $host;
        proxy_set_header X-Forwarded-For $remote_addr;
        proxy_read_timeout 60s;
    }
}
`

const haproxy = ({
  shopHost,
  deskHost,
}: Hosts): string => `# Into the frontend that has your certificate; it must be "mode http".
    acl hc_box hdr(host),field(1,:),lower -m str ${shopHost} ${deskHost}
    http-request del-header x-forwarded-for if hc_box
    http-request set-header x-forwarded-for %[src] if hc_box
    use_backend hc_box if hc_box

backend hc_box
    mode http
    server box ${edge}
`

const caddy = ({ shopHost, deskHost }: Hosts): string => `${shopHost}, ${deskHost} {
    reverse_proxy ${edge}
}
`

const lines: Readonly<Record<ForeignServer, (hosts: Hosts) => string>> = { nginx, haproxy, caddy }

/** The lines for another server on this machine that leads players to the shop and its people to the desk. */
export const foreignLines = (server: ForeignServer, hosts: Hosts): string => lines[server](hosts)

/** The one that listens here, of those that the box knows; of another one, nginx's lines say what it needs. */
export const foreignServer = (names: readonly string[]): ForeignServer =>
  foreignServers.find((server) => names.includes(server)) ?? 'nginx'

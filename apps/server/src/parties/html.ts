import type { FastifyReply } from 'fastify'
import type { Brand } from '../shop/brand/brand.ts'
import { mix } from '../shop/brand/palette.ts'

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (c) => entities[c] ?? c)

/** A page of another party (sandbox gateway, demo game): plain HTML, one stylesheet, no script. */
export async function page(
  reply: FastifyReply,
  status: number,
  title: string,
  body: string,
  lang = 'en',
): Promise<FastifyReply> {
  return await reply.code(status).headers({
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'content-security-policy':
      "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  })
    .send(`<!doctype html><html lang="${lang}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title><link rel="stylesheet" href="/demo/party.css"></head><body><main>${body}</main></body></html>`)
}

/** The look of the demo's other parties. */
export const partyCss = ({ scheme, palette: p }: Pick<Brand, 'scheme' | 'palette'>): string => `
:root { color-scheme: ${scheme}; font-family: system-ui, sans-serif; }
body { margin: 0; background: ${p.page}; color: ${p.ink}; display: grid; place-items: start center; min-height: 100vh; }
main { width: min(640px, calc(100vw - 32px)); margin: 32px 0; padding: 28px; box-sizing: border-box;
  background: ${p.panel}; border: 1px solid ${p.line}; border-radius: 16px; }
h1 { margin: 8px 0; }
h2 { margin: 24px 0 8px; }
a { color: ${p.link}; }
.brand { display: flex; flex-wrap: wrap; align-items: center; gap: 4px 10px; font-weight: 700; }
.brand span { display: inline-block; font-weight: 400; color: ${p.soft}; }
.item { display: flex; align-items: center; gap: 16px; }
.item p { margin: 0; }
.item h1 { margin: 4px 0 0; color: ${p.price}; }
a.main { display: block; padding: 12px 18px; border-radius: 10px; background: ${p.accentFill}; color: ${p.onAccent};
  font-weight: 700; text-align: center; text-decoration: none; }
a.back { display: inline-flex; align-items: center; min-height: 44px; }
.mono { font-family: ui-monospace, monospace; color: ${p.soft}; overflow-wrap: anywhere; }
form { display: flex; flex-wrap: wrap; gap: 12px; margin: 20px 0; }
button { font: inherit; padding: 12px 18px; border-radius: 10px; border: 1px solid ${p.edge};
  background: transparent; color: inherit; cursor: pointer; min-height: 44px; }
form > button { flex: 1 1 auto; }
button.main { background: ${p.buy}; color: ${p.onBuy}; border-color: ${p.buy}; font-weight: 700; flex: 1 1 100%; }
button:focus-visible, a:focus-visible, summary:focus-visible, select:focus-visible { outline: 3px solid ${p.link};
  outline-offset: 2px; }
details { flex: 1 1 100%; } summary { padding: 10px 0; cursor: pointer; } details button { margin: 6px 6px 0 0; }
.payer { display: flex; flex-wrap: wrap; align-items: center; gap: 8px; margin-top: 14px; }
select { font: inherit; padding: 10px; min-height: 44px; border-radius: 10px; border: 1px solid ${p.edge};
  background: ${p.panel}; color: inherit; }
.state { padding: 10px 14px; border-radius: 10px; background: ${p.raised}; border: 1px solid ${p.line}; }
.state-paid { background: ${mix(p.good, 0.17, p.panel)}; color: ${p.goodTintText}; }
.state-failed, .state-cancelled { background: ${mix(p.trouble, 0.1, p.panel)}; color: ${p.troubleTintText}; }
table { width: 100%; border-collapse: collapse; }
th, td { text-align: left; padding: 8px; border-bottom: 1px solid ${p.line}; overflow-wrap: anywhere; }`

import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import { deskCalls } from '@hc/contract/desk/calls'
import { deskPaths } from '@hc/contract/desk/pages'
import { homeCalls } from '@hc/contract/desk-home'
import { negotiateLocale } from '@hc/contract/locales'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { devServer } from '../dev-server.ts'
import { CSP, DEV_CSP } from '../pages/portal.ts'
import { type DeskDeps, mayRead, whoIs } from './desk-calls.ts'

const root = fileURLToPath(new URL('../../../../console/', import.meta.url))
const YEAR_SECONDS = 31_536_000

const headers = (dev: boolean): Record<string, string> => ({
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': dev ? DEV_CSP : CSP,
  'permissions-policy':
    'accelerometer=(), camera=(), geolocation=(), gyroscope=(), microphone=(), payment=(), usb=(), ' +
    'publickey-credentials-get=(self), publickey-credentials-create=(self)',
  'x-robots-tag': 'noindex',
})

type Sessions = Pick<DeskDeps, 'db' | 'cookie' | 'idleMinutes'>
export type DeskPages = {
  /** Sends the not-found page if the request is for a page; otherwise returns undefined. */
  notFound(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> | undefined
}

/** `texts`: the built folder with a folder for each language; '' in development. */
type Shell = { page: (url: string) => Promise<string>; texts: string }

/** The page of an address in development, from source through Vite, with hot reload. */
async function devShell(fastify: FastifyInstance): Promise<Shell> {
  const vite = await devServer(fastify, root)
  return { page: (url) => vite.transformIndexHtml(url, readFileSync(`${root}index.html`, 'utf8')), texts: '' }
}

/**
 * The built pages: one small page for all addresses, hashed files that caches may keep for a year, all compressed at
 * build time.
 */
async function builtShell(fastify: FastifyInstance): Promise<Shell> {
  const html = readFileSync(`${root}dist/index.html`, 'utf8')
  await fastify.register(fastifyStatic, {
    root: `${root}dist/assets/`,
    prefix: '/assets/',
    decorateReply: true,
    preCompressed: true,
    index: false,
    immutable: true,
    maxAge: YEAR_SECONDS * 1000,
  })
  const texts = readdirSync(`${root}dist/assets`).find((name) => name.startsWith('i18n-')) ?? ''
  return { page: () => Promise.resolve(html), texts }
}

/**
 * Names to Home the calls that its person may read, for a refused call is recorded, and begins with the texts of the
 * browser's language. A session that cannot be read costs the page this alone.
 */
async function homeHint(
  request: FastifyRequest,
  { db, cookie, idleMinutes }: Sessions,
  texts: string,
): Promise<string> {
  const who = await whoIs(db.query, cookie.read(request), { attended: false, idleMinutes }).catch(() => undefined)
  if (!who || who.recovery) return ''
  const calls = homeCalls.filter((name) => mayRead(who, deskCalls[name].permission))
  const folder = `/assets/${texts}/${negotiateLocale(request.headers['accept-language'] ?? '')}`
  const links = ['core', 'home'].map(
    (part) => `<link rel="preload" as="fetch" crossorigin href="${folder}/${part}.json">`,
  )
  return `<meta name="desk-home" content="${calls.join(' ')}">${texts === '' ? '' : links.join('')}`
}

/** The desk's pages. All data comes through the API, so the page itself is not secret. */
export async function deskPages(
  fastify: FastifyInstance,
  dev: boolean,
  sso: { issuer: string; only: boolean } | null,
  sessions: Sessions,
): Promise<DeskPages> {
  const { page, texts } = dev ? await devShell(fastify) : await builtShell(fastify)
  const ways = sso ? `<meta name="desk-sso" content="${new URL(sso.issuer).host}${sso.only ? ' only' : ''}">` : ''
  const shell = async (request: FastifyRequest): Promise<string> => {
    const hint = request.url === '/' ? await homeHint(request, sessions, texts) : ''
    return (await page(request.url)).replace('</head>', `${ways}${hint}</head>`)
  }
  const send = async (status: number, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> =>
    await reply
      .code(status)
      .headers(headers(dev))
      .send(await shell(request))
  for (const path of [...deskPaths, '/invitation', '/sso'])
    fastify.get(path, async (request, reply) => await send(200, request, reply))
  return {
    notFound: (request, reply) =>
      request.method === 'GET' && (request.headers.accept ?? '').includes('text/html')
        ? send(404, request, reply)
        : undefined,
  }
}

import Fastify from 'fastify'
import pg from 'pg'
import { listRecords } from '../../apps/server/src/shop/order/records.ts'

/**
 * Yardsticks: a bare Fastify with the one INSERT behind a POST, one that answers fixed JSON after a session look-up,
 * one that answers the rows of a player's orders, and one that answers fixed pages from memory, with their headers.
 */
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 16 })
const app = Fastify()
const products = JSON.parse(process.env.PRODUCTS ?? '[]') as unknown

app.post<{ Body: Record<string, string> }>('/insert', async (request) => {
  const { no = '', goods = '', channel = '', server = '', role = '' } = request.body
  await pool.query({
    name: 'insert',
    text: `insert into yardstick (order_no, account_id, status, goods, amount, currency, channel, server_id, role_id,
      idem_key, created_at, expires_at)
           values ($1, 1, 1, $2, 99, 'USD', $3, $4, $5, $1, now(), now() + interval '300 s')`,
    values: [no, goods, channel, server, role],
  })
  return { code: 0, msg: 'success', result: { sdk_order_id: no, pay_url: `http://localhost/${no}` } }
})

app.post('/products', async (request, reply) => {
  const hash = Buffer.from(String(request.headers.token), 'base64url')
  const { rows } = await pool.query({
    name: 'session',
    text: 'select account_id from session where token_hash = $1 and revoked_at is null and expires_at > now()',
    values: [hash],
  })
  if (rows.length === 0) return await reply.code(203).send({})
  return { code: 0, msg: 'success', result: products }
})

app.post<{ Body: { account: number } }>('/records', async (request) => {
  const { result, total } = await listRecords(
    async ({ name, text }, values = []) =>
      (await pool.query({ ...(name ? { name } : {}), text, values: [...values] })).rows,
    request.body.account,
    { page: 1, size: 10, begin: 0, end: 0, sdk_order_id: '', status: -1 },
  )
  return { code: 0, msg: 'success', result, total }
})

const pages = (JSON.parse(process.env.PAGES ?? '[]') as { head: Record<string, string>; body: string }[]).map(
  ({ head, body }) => ({ head, body: Buffer.from(body, 'base64') }),
)
app.get<{ Params: { at: string } }>('/page/:at', (request, reply) => {
  const page = pages[Number(request.params.at)]
  return reply.headers(page?.head ?? {}).send(page?.body)
})

await app.listen({ port: Number(process.env.PORT), host: '127.0.0.1' })
process.stdout.write('ready\n')
process.on(
  'SIGTERM',
  () =>
    void app
      .close()
      .then(() => pool.end())
      .then(() => process.exit(0)),
)

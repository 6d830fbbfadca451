import { AppError } from '@hc/contract/errors'
import type { ResultOf } from '@hc/contract/calls'
import type { Config } from '../../config/config.ts'
import type { Ctx } from '../../ctx.ts'
import type { Register } from '../../http/calls.ts'
import type { Query } from '../../platform/db.ts'
import { addressKey } from '../../platform/address.ts'
import { createSeal, type FormerKey, type Seal } from '../../platform/seal.ts'
import { siteOf } from '../message/site.ts'
import { confirmationOf, waivedOrder } from './confirmation.ts'
import { BUYER } from './issue-documents.ts'
import { printPdf, type Sheet } from './pdf.ts'
import { purchaseOf } from './purchase.ts'
import { readDocuments } from './read-documents.ts'
import { sheetOf } from './printed-document.ts'

type Documents = ResultOf<'order/receipt'>

/** The printer failed. */
const BUSY_SECONDS = 5

/** The documents of the player's own order, oldest first; undefined if the player has no such order. */
export async function documentsOf(
  q: Query,
  seal: Seal,
  accountId: number,
  orderNo: string,
): Promise<Documents | undefined> {
  const [order] = await q<{ waiting: number }>(
    {
      name: 'documents-waiting',
      text: `select (select count(*)::int from document_due d where d.order_no = o.order_no and d.done_at is null)
          as waiting from orders o where o.order_no = $1 and o.account_id = $2`,
    },
    [orderNo, accountId],
  )
  if (!order) return undefined
  return { waiting: order.waiting, documents: await readDocuments(q, seal, orderNo) }
}

/** A sheet as a PDF. @throws AppError TooManyRequests, SystemBusy (too many wait, or the printer failed) */
async function printed(
  { ctx }: { ctx: Pick<Ctx, 'log'> },
  sheet: Sheet,
  { accountId, ip }: { accountId: number; ip: string },
): Promise<Buffer> {
  const pdf = await printPdf(sheet, { account: String(accountId), address: addressKey(ip) })
  if (pdf) return pdf
  ctx.log.warn({ number: sheet.number }, 'a document was not printed')
  throw new AppError('SystemBusy', null, BUSY_SECONDS)
}

type Parts = {
  config: Pick<Config, 'sessionSecrets' | 'game' | 'brand'>
  ctx: Pick<Ctx, 'channels' | 'q' | 'log' | 'order'>
  formerKeys: readonly FormerKey[]
  catalog: Parameters<typeof waivedOrder>[1]
}

export function documentRoutes(register: Register, app: Parts): void {
  const seal = createSeal(app.config.sessionSecrets, BUYER, app.formerKeys)
  register('order/receipt', async (body, { player }) => {
    const { accountId } = await player()
    const documents = await documentsOf(app.ctx.q, seal, accountId, body.sdk_order_id)
    if (!documents) throw new AppError('OrderNotFound')
    return documents
  })
  register('order/receiptPdf', async (body, { player, locale, request }) => {
    const { accountId } = await player()
    const documents = await documentsOf(app.ctx.q, seal, accountId, body.sdk_order_id)
    const wantedDocument = documents?.documents.find(({ number }) => number === body.number)
    if (!wantedDocument) throw new AppError('OrderNotFound')
    const parts = { q: app.ctx.q, catalog: app.catalog, channels: app.ctx.channels, game: app.config.game.name }
    const purchase = await purchaseOf(parts, body.sdk_order_id, locale)
    const sheet = sheetOf(locale, wantedDocument, body.sdk_order_id, purchase)
    const pdf = await printed(app, sheet, { accountId, ip: request.ip })
    return { name: `${wantedDocument.number}.pdf`, pdf: pdf.toString('base64') }
  })
  register('order/confirmationPdf', async (body, { player, locale, request }) => {
    const { accountId } = await player()
    const order = body.sdk_order_id
    const facts = await waivedOrder(app.ctx.q, app.catalog, { accountId, order, locale })
    if (!facts) throw new AppError('OrderNotFound')
    const sheet = confirmationOf(locale, siteOf({ ...app.config, publicUrl: app.ctx.order.publicUrl }), facts)
    const pdf = await printed(app, sheet, { accountId, ip: request.ip })
    await app.ctx.q({ name: 'waiver-fetched', text: 'select waiver_fetched($1, $2, $3)' }, [order, accountId, locale])
    return { name: `${order}.pdf`, pdf: pdf.toString('base64') }
  })
}

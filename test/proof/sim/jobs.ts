import type { Ctx } from '../../../apps/server/src/ctx.ts'
import { workInbox } from '../../../apps/server/src/shop/payment/work-inbox.ts'
import { deliverItems } from '../../../apps/server/src/shop/delivery/deliver-items.ts'
import { sendRefunds } from '../../../apps/server/src/shop/payment/send-refunds.ts'
import { sendRecalls } from '../../../apps/server/src/shop/delivery/send-recalls.ts'
import { repairOrders } from '../../../apps/server/src/shop/payment/repair-orders.ts'
import { BUYER, issueDocuments } from '../../../apps/server/src/shop/document/issue-documents.ts'
import { createSeal } from '../../../apps/server/src/platform/seal.ts'
import { followBooks } from '../../../apps/server/src/shop/payment/reconcile.ts'

const buyers = createSeal(['a secret of the simulation'], BUYER)

/** What the shop's own workers do, a few rows at a time. */
export const worker = {
  inbox: (ctx: Ctx) => workInbox(ctx, 12),
  deliver: (ctx: Ctx) => deliverItems(ctx, 8),
  refund: (ctx: Ctx) => sendRefunds(ctx, 4),
  recall: (ctx: Ctx) => sendRecalls(ctx, 4),
  repair: (ctx: Ctx) => repairOrders(ctx, 5),
  // The sandbox's books are not read, so that the questions about settled orders are needed.
  document: (ctx: Ctx) => issueDocuments(ctx.q, buyers, 20),
  books: (ctx: Ctx) =>
    followBooks({ ...ctx, channels: new Map([...ctx.channels].filter(([code]) => code !== 'sandbox')) }),
}

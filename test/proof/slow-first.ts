import { relative } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Files that wait long for a gateway, a game or a clock. They begin first, so that none of them is left at the end. */
const SLOW = [
  'shop/payment/channels',
  'shop/payment/failed-refunds',
  'shop/payment/refunds',
  'shop/payment/closed-refunds',
  'shop/identity/throttle',
  'desk/alerts/alerts',
  'care/operator/operator',
  'shop/privacy/leaving',
  'shop/order/order-limits',
  'platform/changes',
  'http/limits',
]

const place = (file: string): number => {
  const name = relative('apps/server/src', file)
  const at = SLOW.findIndex((slow) => name.startsWith(`${slow}.`))
  return at < 0 ? SLOW.length : at
}

/** The order of test files: slow ones first, then as vitest has them. */
export class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    return sorted.toSorted((a, b) => place(a.moduleId) - place(b.moduleId))
  }
}

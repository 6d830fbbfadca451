import { count, type Rng, type Tally } from './rng.ts'
import type { Books } from './shop.ts'
import type { At } from './world-gateways.ts'

type Options = {
  rng: Rng
  /** The weight of a cancelling payer in a search for such bugs. */
  often: { cancelled?: number; stray?: number }
  /** Whether a payer takes or pays a voucher; absent where nobody has one. */
  vouchers?: Rng | undefined
  books: Books
  faults: Tally
  urgent: (() => void)[]
  free: () => number
  check: (no: string) => void
}

/** What happens at the gateways by itself: payments, refunds that end, chargebacks and disputes, by the seed. */
export function createBank({ rng, often, vouchers, books, faults, urgent, free, check }: Options): () => void {
  /** An event at a gateway, without the shop. */
  function bank(): void {
    const { gateways } = books
    gateways.lapse()
    if (vouchers && voucher(vouchers)) return
    const payments = gateways.payments()
    const open = payments.filter(({ payment }) => payment.state === 'open' || payment.state === 'failed')
    if (open.length > 0 && rng.chance(0.75)) {
      pay(rng.pick(open))
      return
    }
    const ended = payments.filter(
      ({ payment }) => payment.state === 'cancelled' || (payment.state === 'approved' && rng.chance(0.1)),
    )
    const captured = payments.filter(({ payment }) => payment.captures.length > 0)
    const strange = payments.filter(({ payment }) => payment.state === 'strange')
    const pending = gateways.pending()
    if (strange.length > 0 && rng.chance(0.5)) rng.pick(strange).payment.state = 'open'
    else if (pending.length > 0 && rng.chance(0.6)) {
      const { code, fake, payment, refund } = rng.pick(pending)
      const fails = rng.chance(0.4)
      if (fails) count(faults, 'refund failed later')
      gateways.tell(code, 'refunded', fails ? fake.failRefund(payment, refund) : fake.finish(payment, refund))
    } else if (gateways.done().length > 0 && rng.chance(0.15)) {
      const { code, fake, payment, refund } = rng.pick(gateways.done())
      count(faults, 'refund failed after it was done')
      gateways.tell(code, 'undone', fake.failRefund(payment, refund))
    } else if (ended.length > 0 && rng.chance(0.3)) {
      count(faults, 'paid late')
      gateways.charge(rng.pick(ended))
    } else if (captured.length > 0 && rng.chance(0.15)) {
      const odd = captured.filter(({ payment }) =>
        payment.captures.some(({ currency }) => currency !== payment.currency),
      )
      const at = rng.pick(odd.length > 0 && rng.chance(often.stray ? 0.9 : 0.4) ? odd : captured)
      const share = rng.chance(0.4) ? rng.pick([0.5, 0.07, 0.93]) : 1
      const strays = at.payment.captures.filter(({ currency }) => currency !== at.payment.currency)
      const { txn } = strays[0] ?? rng.pick(at.payment.captures)
      if (gateways.chargeBack(at, txn, share)) count(faults, share < 1 ? 'charged back in part' : 'charged back')
    } else if (gateways.disputes.length > 0 && rng.chance(0.3)) {
      const isWon = rng.chance(0.4)
      count(faults, isWon ? 'dispute won' : 'dispute lost')
      gateways.disputes.splice(rng.int(gateways.disputes.length), 1)[0]?.(isWon)
    } else if (captured.length > 0 && rng.chance(0.2)) {
      for (let tries = 0; tries < 4; tries++) {
        const at = rng.pick(captured)
        if (gateways.dispute(at, rng.pick(at.payment.captures).txn)) {
          count(faults, 'disputed')
          break
        }
      }
    } else if (captured.length > 0 && rng.chance(0.08)) {
      count(faults, 'failure told after the payment')
      const { code, fake, payment } = rng.pick(captured)
      gateways.tell(code, 'ended', fake.rumour(payment.orderNo, 'failed'))
    }
  }
  /** A payer takes a voucher at the sandbox's page, or pays theirs. */
  function voucher(chances: Rng): boolean {
    const { gateways } = books
    const promised = gateways.promised()
    if (promised.length > 0 && chances.chance(0.15)) {
      count(faults, 'voucher paid')
      gateways.charge(chances.pick(promised))
      return true
    }
    const open = gateways.payments().filter(({ code, payment }) => code === 'sandbox' && payment.state === 'open')
    if (open.length === 0 || !chances.chance(0.5)) return false
    count(faults, 'voucher taken')
    const { code, fake, payment } = chances.pick(open)
    gateways.tell(code, 'promised', fake.promise(payment.orderNo))
    return true
  }
  function pay(at: At): void {
    const { gateways } = books
    const { code, fake, payment } = at
    const agrees = code === 'paypal' && payment.state === 'open'
    const how = rng.weigh({
      paid: 50,
      'paid twice': 12,
      'told under two event ids': 7,
      'wrong amount': 6,
      'wrong currency': often.stray ?? 5,
      failed: 8,
      'failed, then paid': 6,
      'never told': 5,
      ...(payment.state === 'open'
        ? { 'a status of 2031': 9, ...(agrees ? { declined: 12 } : { cancelled: often.cancelled ?? 3 }) }
        : {}),
    })
    if (how !== 'paid') count(faults, how)
    switch (how) {
      case 'failed':
        gateways.tell(code, 'ended', fake.fail(payment.orderNo))
        return
      case 'cancelled':
        gateways.tell(code, 'ended', fake.expire(payment.orderNo))
        return
      case 'a status of 2031':
        payment.state = 'strange'
        gateways.tell(code, 'ended', fake.strangeNews(payment.orderNo))
        return
      case 'wrong amount':
        gateways.charge(at, { amountCents: payment.amountCents - 1 - rng.int(20) })
        return
      case 'wrong currency':
        gateways.charge(at, { currency: 'EUR' })
        return
      case 'failed, then paid':
        gateways.tell(code, 'ended', fake.fail(payment.orderNo))
        break
      case 'declined':
        books.gateways.fakes.paypal.declines++
        break
      default:
    }
    // If no other news would report it, it is sent in the end.
    const into = how !== 'never told' ? gateways.hooks : code === 'adyen' ? gateways.late : []
    if (agrees && payment.state === 'open') {
      gateways.approve(at, into)
      // The payer comes back to the order's page, in three tabs, while the news arrives.
      if (rng.chance(0.6))
        urgent.push(() => {
          for (let n = 0; n < 3; n++) if (free() > 0) check(payment.orderNo)
        })
    } else gateways.charge(at, {}, into)
    if (how === 'told under two event ids') gateways.tell(code, 'paid', fake.tellAgain(payment.orderNo))
    if (how === 'paid twice') gateways.charge(at)
  }

  return bank
}

import type { Mutant } from './mutant-parts.ts'

/** Bugs of money in other currencies than dollars. */
export const currencyMutants: readonly Mutant[] = [
  {
    name: 'currency-not-compared',
    patches: [
      { fn: 'apply_capture', find: ' or p_currency <> o.currency', put: '' },
      { fn: 'apply_plain', find: ' and o.currency = p_currencies[n.place]', put: '' },
    ],
  },
  {
    name: 'every-currency-in-dollars',
    currencies: true,
    patches: [
      {
        fn: 'system_account',
        find: 'case p_unit\n',
        put: `case case when p_unit in ('HCB', 'HCP') then p_unit else 'USD' end\n`,
      },
    ],
  },
  {
    name: 'points-from-local-amount',
    currencies: true,
    patches: ['apply_capture', 'apply_plain'].map((fn) => ({
      fn,
      find: 'coalesce(o.points, o.amount_cents)',
      put: 'o.amount_cents',
    })),
  },
  {
    name: 'price-id-not-checked',
    currencies: true,
    often: { bookPrices: 0.2 },
    patches: [{ fn: 'place_purchase', find: `p_terms ? 'price_id' and not exists (`, put: 'false and not exists (' }],
  },
  {
    name: 'exact-pack-not-recomputed',
    currencies: true,
    patches: [
      {
        fn: 'place_purchase',
        find: `or p_goods = 'coin_exact' and p_amount is distinct from exact_amount(p_points, rate, p_currency)`,
        put: '',
      },
    ],
  },
  {
    name: 'rebate-from-local-amount',
    currencies: true,
    patches: [
      { fn: 'apply_capture', find: 'coalesce(o.base_cents, o.amount_cents)', put: 'o.amount_cents' },
      {
        fn: 'apply_plain',
        find: 'sum(coalesce(o.base_cents, o.amount_cents))::bigint',
        put: 'sum(o.amount_cents)::bigint',
      },
    ],
  },
  {
    name: 'tax-stays-on-refund',
    currencies: true,
    patches: [
      {
        fn: 'apply_gateway_refund',
        find: 'tax := tax_back(c.amount_cents, c.tax_minor, before, before + g.amount_cents - owed);',
        put: 'tax := 0;',
      },
    ],
  },
  {
    name: 'tax-of-each-part-rounded-alone',
    currencies: true,
    patches: [
      {
        fn: 'apply_gateway_refund',
        find: 'c.tax_minor, before, before + g.amount_cents - owed)',
        put: 'c.tax_minor, 0, g.amount_cents - owed)',
      },
    ],
  },
  {
    name: 'plain-payment-without-tax',
    currencies: true,
    patches: [
      { fn: 'apply_plain', find: '(p.tax_account, p.currency, -p.tax)', put: '(p.tax_account, p.currency, 0)' },
      { fn: 'apply_plain', find: 'coalesce(p.tax, 0) - p.amount_cents', put: '-p.amount_cents' },
    ],
  },
  {
    name: 'number-outside-the-transaction',
    currencies: true,
    patches: [
      { sql: 'create sequence outside' },
      { fn: 'issue_documents', find: 's.next + made, r.due_id', put: `nextval('outside'), r.due_id` },
    ],
  },
  {
    name: 'credit-note-of-the-whole',
    currencies: true,
    patches: [
      {
        fn: 'due_credit_note',
        find: `'credit_note', p_source, p_cents,`,
        put: `'credit_note', p_source, d.gross_minor,`,
      },
    ],
  },
  {
    name: 'closed-currency-books-nothing',
    currencies: true,
    patches: [{ fn: 'apply_capture', find: 'currency_has_books(p_currency)', put: 'currency_open(p_currency)' }],
  },
  {
    name: 'late-currency-books-refund',
    currencies: true,
    often: { stray: 40 },
    patches: [
      {
        fn: 'was_booked',
        find: `coalesce(c.booked, c.currency = 'USD' and c.amount_cents > 0)`,
        put: 'c.amount_cents > 0 and currency_open(c.currency)',
      },
    ],
  },
]

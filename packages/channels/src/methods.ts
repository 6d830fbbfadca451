/**
 * What players pay with, whatever the gateway. Each provider's folder maps these codes to its own, and no other code
 * names a provider's (decision 242). A gateway's list decides what it has (`Channel.methods`); this one says where a
 * method is used, how soon it settles, and whether money can go back by it.
 */
export type MethodKind = 'card' | 'wallet' | 'bank' | 'code' | 'voucher' | 'later'
/** `days`: the payer first gets a promise, such as a voucher, and pays later. */
export type Settles = 'instant' | 'minutes' | 'days'
export type Method = {
  code: string
  /** A brand's own name, the same in all languages; '': a text has the name. */
  name: string
  kind: MethodKind
  /** null: everywhere. */
  countries: readonly string[] | null
  /** null: any. */
  currencies: readonly string[] | null
  settles: Settles
  /** `none`: money cannot go back the way that it came. */
  refund: 'gateway' | 'none'
  /** The marks of its brands: files of the portal. */
  marks: readonly string[]
  /** The page that the row is to be compared with, and when somebody last did; '' if nobody did yet. */
  source: string
  read: string
}

const STRIPE = 'https://docs.stripe.com/payments/'
/** Its table of methods whose success is told at once. */
const NOTICE = 'payment-methods'
const PAYPAL = 'https://docs.paypal.ai/reference/api/rest/orders/capture-payment-for-order'

/** Pages that were opened for their row. Apple Pay and Google Pay are cards at their gateways. Decision 682. */
const opened: Readonly<Record<string, string>> = {
  card: '2026-11-28',
  paypal: '2026-11-28',
  apple_pay: '2026-11-28',
  google_pay: '2026-11-28',
  ideal: '2026-11-28',
  bancontact: '2026-11-28',
  eps: '2026-11-28',
  p24: '2026-11-28',
  fpx: '2026-11-28',
  bizum: '2026-11-28',
  boleto: '2026-11-26',
  multibanco: '2026-11-26',
  konbini: '2026-11-26',
}

/** A mark is named as its method; a card has those of its brands. CREDITS.md names their source. */
const marks: Readonly<Record<string, readonly string[]>> = {
  card: ['visa', 'mastercard', 'jcb'],
  ...Object.fromEntries(
    ['apple_pay', 'google_pay', 'paypal', 'klarna', 'pix', 'alipay', 'wechat_pay', 'cashapp', 'sepa_debit'].map(
      (code) => [code, [code]],
    ),
  ),
}

const method = (
  [code, name, kind, places, money]: readonly [string, string, MethodKind, string, string],
  settles: Settles,
  page: string,
  refund: Method['refund'] = 'gateway',
): Method => ({
  code,
  name,
  kind,
  countries: places === '' ? null : places.split(' '),
  currencies: money === '' ? null : money.split(' '),
  // Nobody may promise what nobody read.
  settles: page.startsWith('parties') || opened[code] !== undefined ? settles : 'days',
  refund,
  marks: marks[code] ?? [],
  source: page === '' || /^(?:parties|https:)/.test(page) ? page : STRIPE + page,
  read: opened[code] ?? '',
})

const rows: readonly Method[] = [
  method(['card', '', 'card', '', ''], 'instant', NOTICE),
  method(['apple_pay', 'Apple Pay', 'wallet', '', ''], 'instant', NOTICE),
  method(['google_pay', 'Google Pay', 'wallet', '', ''], 'instant', NOTICE),
  method(['paypal', 'PayPal', 'wallet', '', ''], 'instant', PAYPAL),
  method(['ideal', 'iDEAL', 'bank', 'NL', 'EUR'], 'instant', NOTICE),
  method(['bancontact', 'Bancontact', 'bank', 'BE', 'EUR'], 'instant', NOTICE),
  method(['blik', 'BLIK', 'bank', 'PL', 'PLN'], 'instant', 'blik'),
  method(['eps', 'EPS', 'bank', 'AT', 'EUR'], 'instant', NOTICE),
  method(['p24', 'Przelewy24', 'bank', 'PL', 'EUR PLN'], 'instant', NOTICE),
  method(['twint', 'TWINT', 'wallet', 'CH', 'CHF'], 'instant', 'twint'),
  method(['swish', 'Swish', 'wallet', 'SE', 'SEK'], 'instant', 'swish'),
  method(['mobilepay', 'MobilePay', 'wallet', 'DK FI', 'DKK EUR'], 'instant', 'mobilepay'),
  method(['bizum', 'Bizum', 'bank', 'ES', 'EUR'], 'instant', 'bizum'),
  method(['mb_way', 'MB WAY', 'wallet', 'PT', 'EUR'], 'days', ''),
  method(['multibanco', 'Multibanco', 'voucher', 'PT', 'EUR'], 'days', 'multibanco'),
  method(
    ['sepa_debit', '', 'bank', 'AT BE CY DE EE ES FI FR GR IE IT LT LU LV MT NL PT SI SK', 'EUR'],
    'days',
    'sepa-debit',
  ),
  method(
    [
      'klarna',
      'Klarna',
      'later',
      'AT AU BE CA CH CZ DE DK ES FI FR GB GR IE IT NL NO NZ PL PT RO SE US',
      'AUD CAD CHF CZK DKK EUR GBP NOK NZD PLN RON SEK USD',
    ],
    'instant',
    'klarna',
  ),
  method(['pix', 'Pix', 'bank', 'BR', 'BRL'], 'minutes', 'pix'),
  method(['boleto', 'Boleto', 'voucher', 'BR', 'BRL'], 'days', 'boleto', 'none'),
  method(['oxxo', 'OXXO', 'voucher', 'MX', 'MXN'], 'days', 'oxxo', 'none'),
  method(['upi', 'UPI', 'bank', 'IN', 'INR'], 'minutes', 'upi'),
  method(['konbini', '', 'voucher', 'JP', 'JPY'], 'days', 'konbini'),
  method(['paypay', 'PayPay', 'wallet', 'JP', 'JPY'], 'instant', 'paypay'),
  method(['kakao_pay', 'Kakao Pay', 'wallet', 'KR', 'KRW'], 'instant', 'kakao-pay'),
  method(['naver_pay', 'Naver Pay', 'wallet', 'KR', 'KRW'], 'instant', 'naver-pay'),
  method(['payco', 'PAYCO', 'wallet', 'KR', 'KRW'], 'instant', 'payco'),
  method(['kr_card', '', 'card', 'KR', 'KRW'], 'instant', 'kr-card'),
  method(['alipay', 'Alipay', 'wallet', 'CN', ''], 'instant', 'alipay'),
  method(['wechat_pay', 'WeChat Pay', 'wallet', 'CN', ''], 'instant', 'wechat-pay'),
  method(['promptpay', 'PromptPay', 'bank', 'TH', 'THB'], 'minutes', 'promptpay'),
  method(['paynow', 'PayNow', 'bank', 'SG', 'SGD'], 'minutes', 'paynow'),
  method(['grabpay', 'GrabPay', 'wallet', 'MY SG', 'MYR SGD'], 'instant', 'grabpay'),
  method(['fpx', 'FPX', 'bank', 'MY', 'MYR'], 'instant', NOTICE),
  method(['cashapp', 'Cash App Pay', 'wallet', 'US', 'USD'], 'instant', 'cash-app-pay'),
  method(
    ['amazon_pay', 'Amazon Pay', 'wallet', '', 'AUD CHF DKK EUR GBP HKD JPY NOK NZD SEK USD ZAR'],
    'instant',
    'amazon-pay',
  ),
  method(['sandbox', 'Sandbox Pay', 'card', '', ''], 'instant', 'parties/sandbox'),
  method(['sandbox_bank', '', 'bank', '', ''], 'minutes', 'parties/sandbox'),
  method(['sandbox_voucher', '', 'voucher', '', ''], 'days', 'parties/sandbox'),
]

export const methods: ReadonlyMap<string, Method> = new Map(rows.map((row) => [row.code, row]))

/** What an order says of its method: `ideal/NL`, the method and the country of the list that offered it. */
export type PayMethod = { code: string; country: string }
export const methodText = ({ code, country }: PayMethod): string => (country === '' ? code : `${code}/${country}`)
export function readMethod(text: string | null): PayMethod | null {
  const [code = '', country = ''] = (text ?? '').split('/')
  return code === '' ? null : { code, country }
}

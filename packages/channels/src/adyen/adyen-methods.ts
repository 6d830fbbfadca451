/**
 * Our methods and Adyen's words for them in `allowedPaymentMethods` (Adyen documentation, "Payment method types"). No
 * voucher is here: their news was not seen in a test account yet. A word that Adyen does not list is not offered.
 */
export const adyenMethods: Readonly<Record<string, string>> = {
  card: 'scheme',
  apple_pay: 'applepay',
  google_pay: 'googlepay',
  ideal: 'ideal',
  bancontact: 'bcmc',
  blik: 'blik',
  eps: 'eps',
  twint: 'twint',
  swish: 'swish',
  mobilepay: 'mobilepay',
  mb_way: 'mbway',
  klarna: 'klarna',
  pix: 'pix',
  paypay: 'paypay',
  kakao_pay: 'kakaopay',
  naver_pay: 'naverpay',
  payco: 'payco',
  kr_card: 'kcp_creditcard',
  alipay: 'alipay',
  paynow: 'paynow',
  cashapp: 'cashapp',
  amazon_pay: 'amazonpay',
}

/** What channels are called in every language, as `channel/list` gives it. */
export const channelNames: Readonly<Record<string, string>> = {
  adyen: 'Adyen',
  hcpoint: 'HC Point',
  paypal: 'PayPal',
  sandbox: 'Sandbox Pay',
  stripe: 'Stripe',
}

/** The name of a channel; the code of one that this desk does not know. */
export const channelName = (code: string): string => channelNames[code] ?? code

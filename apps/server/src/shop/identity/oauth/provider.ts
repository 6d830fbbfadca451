/**
 * A person's identity at a third party. `verifiedEmail` is set only if the third party vouches for it. `authTime`: when
 * the person last authenticated, in seconds since 1970, if the third party reports it.
 */
export type Identity = { subject: string; verifiedEmail: string | null; authTime?: number }

export type Leaving = { state: string; nonce: string; verifier: string; redirectUri: string }
/** Further parameters of one authorization request. */
export type Wishes = Readonly<Record<string, string>>
/** The query that the browser brought back, and the parameters of its start. */
export type Returning = { query: URLSearchParams; state: string; nonce: string; verifier: string; redirectUri: string }

/** A third party that players may sign in with. Endpoints and secrets come from configuration. */
export type OAuthProvider = {
  /** The URL to send the player to. */
  start(leaving: Leaving, wishes?: Wishes): Promise<URL>
  /** @throws OAuthFailed if the third party refuses, gives no answer, or gives an invalid one. */
  finish(returning: Returning): Promise<Identity>
}

/** The third party refused the sign-in, or its answer is invalid. */
export class OAuthFailed extends Error {}
/** The third party gave no usable answer. A later try may succeed. */
export class OAuthNoAnswer extends OAuthFailed {}

/** The third parties that a shop may be configured with. */
export const providerNames = ['facebook', 'google', 'apple', 'wechat'] as const
export type ProviderName = (typeof providerNames)[number]
/** The parameter of /login with the result (contract, section 3). */
export const returnParam: Record<ProviderName, string> = {
  facebook: 'facebook',
  google: 'google',
  apple: 'appleId',
  wechat: 'wechat',
}

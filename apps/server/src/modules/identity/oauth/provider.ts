/**
 * Who somebody is at a third party. `verifiedEmail` only where the third party vouches for it. `authTime`: seconds
 * since 1970 at which the person last showed who they are, where the third party says so.
 */
export type Identity = { subject: string; verifiedEmail: string | null; authTime?: number }

export type Leaving = { state: string; nonce: string; verifier: string; redirectUri: string }
/** Further parameters of one authorization request. */
export type Wishes = Readonly<Record<string, string>>
/** What the browser brought back, and what it left with. */
export type Returning = { query: URLSearchParams; state: string; nonce: string; verifier: string; redirectUri: string }

/** A third party that players may sign in with. Endpoints and secrets come from configuration. */
export type OAuthProvider = {
  /** Where the player is sent. */
  start(leaving: Leaving, wishes?: Wishes): Promise<URL>
  /** @throws OAuthFailed where the third party refuses, does not answer, or its answer does not hold. */
  finish(returning: Returning): Promise<Identity>
}

/** The third party refused the sign-in, or its answer does not hold. */
export class OAuthFailed extends Error {}
/** The third party gave no usable answer. A later try may succeed. */
export class OAuthNoAnswer extends OAuthFailed {}

/** The third parties that a shop may be set up with. */
export const providerNames = ['facebook', 'google', 'apple', 'wechat'] as const
export type ProviderName = (typeof providerNames)[number]
/** The parameter of /login that says how it went (contract, section 3). */
export const returnParam: Record<ProviderName, string> = {
  facebook: 'facebook',
  google: 'google',
  apple: 'appleId',
  wechat: 'wechat',
}

/** Constants of docs/specification.md, section 9, and docs/contract.md, each with its unit in its name. */
export const HTTP_TIMEOUT_MS = 60_000
export const ORDER_EXPIRE_SECONDS = 300
export const IDEMPOTENCY_HOURS = 24
export const CHUNK_TIMEOUT_MS = 120_000
export const MIN_STAY_MS = 2_000
export const PAGE_SIZE_MAX = 50
export const RECORD_STATUS_ALL = -1
export const SESSION_HOURS = 12
export const SESSION_REMEMBER_DAYS = 30
export const WRONG_PASSWORDS_MAX = 10
export const WRONG_PASSWORDS_WINDOW_MINUTES = 15
/** Length of a password in characters. */
export const PASSWORD_LIMITS = { min: 6, max: 16 } as const
/** A code by mail or SMS: how long it is valid, and when the next may be requested. */
export const CODE_MINUTES = 10
export const CODE_AGAIN_SECONDS = 60
/** One-time tokens: the code of a third-party sign-in; the player's ticket for game and help desk. */
export const OAUTH_CODE_SECONDS = 60
export const TICKET_SECONDS = 300
/** The longest text to customer service, in characters, for the form and the call. */
export const SUPPORT_TEXT_MAX = 4000
/** The longest text of an appeal about the country of the prices, in characters. */
export const MARKET_TEXT_MAX = 500

/** The maximum number of HC Points that may be bought by their number; the largest pack on sale is a lower limit. */
export const EXACT_POINTS_MAX = 10_000_000

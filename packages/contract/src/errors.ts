/**
 * The error catalogue: every key that a client can receive, once. The product specification gives the codes 0, -1 and
 * 20002; the others are ours and are never reused. 1xxxx request and system, 2xxxx identity, 3xxxx orders and payments,
 * 4xxxx content, 5xxxx the desk. `http` is the status of the answer: a business failure is 200.
 */
type ErrorSpec = {
  readonly code: number
  readonly http: 200 | 202 | 203 | 400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 422 | 428 | 429 | 500 | 503
}

export const errors = {
  InvalidParams: { code: 10001, http: 400 },
  SystemBusy: { code: 10002, http: 503 },
  TooManyRequests: { code: 10003, http: 429 },
  NotFound: { code: 10004, http: 404 },
  MethodNotAllowed: { code: 10005, http: 405 },
  UnsupportedMediaType: { code: 10006, http: 415 },
  PayloadTooLarge: { code: 10007, http: 413 },
  Unauthorized: { code: 10008, http: 401 },
  Forbidden: { code: 10009, http: 403 },
  /** The public demo does not do this; in a shop of one's own it works. */
  InYourOwnShop: { code: 10010, http: 403 },

  tokenFail: { code: 20001, http: 203 },
  InvalidToken: { code: 20002, http: 200 },
  InvalidPassword: { code: 20003, http: 200 },
  AuthFail: { code: 20004, http: 200 },
  GameAccountNotFound: { code: 20005, http: 200 },
  EmailAccountNotFound: { code: 20006, http: 200 },
  MobileAccountNotFound: { code: 20007, http: 200 },
  FacebookAccountNotFound: { code: 20008, http: 200 },
  GooglePGAccountNotFound: { code: 20009, http: 200 },
  AppleSignInAccountNotFound: { code: 20010, http: 200 },
  LoginNameAccountNotFound: { code: 20011, http: 200 },
  InvalidMobileCode: { code: 20012, http: 200 },
  AuthCodeSendTooFrequently: { code: 20013, http: 200 },
  canNoEmailLogin: { code: 20014, http: 200 },
  LoginMethodUnavailable: { code: 20015, http: 200 },
  InvalidEmailCode: { code: 20016, http: 200 },
  AccountHasOpenOrders: { code: 20017, http: 200 },
  AccountTaken: { code: 20018, http: 200 },
  TicketNotFound: { code: 20019, http: 200 },

  OrderNotFound: { code: 30001, http: 200 },
  ItemNotFound: { code: 30002, http: 200 },
  RoleNotFound: { code: 30003, http: 200 },
  ChannelUnavailable: { code: 30004, http: 200 },
  serverMaintenance: { code: 30005, http: 200 },
  ePointNumInsufficient: { code: 30006, http: 200 },
  OrderNotPayable: { code: 30007, http: 200 },
  PaymentInitFailed: { code: 30008, http: 200 },
  TooManyUnpaidOrders: { code: 30009, http: 200 },
  RedeemCodeNotFound: { code: 30010, http: 200 },
  RedeemCodeUsed: { code: 30011, http: 200 },
  RedeemCodeEnded: { code: 30012, http: 200 },
  ServerNotFound: { code: 30014, http: 200 },
  DeliveryNotFound: { code: 30015, http: 200 },
  OfferChanged: { code: 30016, http: 200 },
  /** The declared country is locked; another one may be declared later. */
  MarketLocked: { code: 30017, http: 200 },
  /** The shop takes no orders in that currency. */
  CurrencyUnavailable: { code: 30018, http: 200 },
  /** The given price is not the item's price for this player now. */
  PriceChanged: { code: 30019, http: 200 },
  /**
   * The buyer has not given the consent that the law of their country requires; `data.text` is the version of the text.
   */
  ConsentMissing: { code: 30030, http: 200 },

  ArticleNotFound: { code: 40001, http: 200 },
  EventTooOld: { code: 40002, http: 200 },
  EventSeen: { code: 40003, http: 200 },

  StaffSessionOver: { code: 50001, http: 401 },
  NotAllowed: { code: 50002, http: 403 },
  StepUpNeeded: { code: 50003, http: 428 },
  StaffSignInFailed: { code: 50004, http: 200 },
  FactorNeeded: { code: 50005, http: 200 },
  LastFactor: { code: 50006, http: 200 },
  InvitationOver: { code: 50007, http: 200 },
  StaffTaken: { code: 50008, http: 200 },
  RoleUnknown: { code: 50009, http: 200 },
  StaffNotFound: { code: 50010, http: 200 },
  LastOwner: { code: 50011, http: 200 },
  KeyOfAnother: { code: 50012, http: 409 },
  VersionConflict: { code: 50020, http: 409 },
  TooWide: { code: 50022, http: 422 },
  NeedsApproval: { code: 50023, http: 202 },
  LineErrors: { code: 50024, http: 422 },
  RowNotFound: { code: 50030, http: 404 },
  NotPossible: { code: 50031, http: 409 },
  TooManyReveals: { code: 50032, http: 422 },
  ApprovalNotFound: { code: 50040, http: 200 },
  ApprovalOver: { code: 50041, http: 200 },
  RoleBuiltIn: { code: 50042, http: 200 },
  RefundRefused: { code: 50043, http: 200 },
  PayoutRefused: { code: 50044, http: 200 },
  PeriodRefused: { code: 50045, http: 200 },
  RevisionNotFound: { code: 50050, http: 200 },
  ProductTaken: { code: 50051, http: 200 },
  TimeSkipped: { code: 50052, http: 422 },
  TimeTwice: { code: 50053, http: 422 },
  ZoneUnknown: { code: 50054, http: 422 },
  TimePassed: { code: 50055, http: 422 },
  PictureRefused: { code: 50056, http: 422 },
  PlanOver: { code: 50057, http: 200 },
  EditRefused: { code: 50058, http: 422 },
  AlertUnknown: { code: 50070, http: 200 },
  AddressRefused: { code: 50071, http: 200 },
  CampaignNotFound: { code: 50080, http: 200 },
  CampaignRefused: { code: 50081, http: 422 },
  FileRefused: { code: 50090, http: 422 },
  ImportNotFound: { code: 50091, http: 200 },
  ImportRefused: { code: 50092, http: 422 },
  ImportStale: { code: 50093, http: 409 },
  PromotionRefused: { code: 50094, http: 422 },
  SsoNoAnswer: { code: 50100, http: 200 },
  SsoRefused: { code: 50101, http: 200 },
  SsoNotInvited: { code: 50102, http: 200 },
  WayClosed: { code: 50103, http: 200 },
  CorrectionRefused: { code: 50110, http: 200 },
  GameKeyRefused: { code: 50111, http: 200 },
  /** A step of "Open your shop" was tried a moment ago; `data.wait` is the number of seconds until it may be again. */
  TestTooSoon: { code: 50120, http: 422 },
} as const satisfies Record<string, ErrorSpec>

export type ErrorKey = keyof typeof errors

/** The key on the wire: HTTP 429 and 503 both say `SystemBusy` (contract, section 2). */
export const wireKey = (key: ErrorKey): ErrorKey => (key === 'TooManyRequests' ? 'SystemBusy' : key)

/**
 * A refusal. It is always thrown, so that a returned value always means success. `data` is sent to the client
 * unchanged.
 */
export class AppError extends Error {
  readonly key: ErrorKey
  readonly data: Record<string, unknown> | null
  readonly retryAfterSeconds: number | undefined

  constructor(key: ErrorKey, data: Record<string, unknown> | null = null, retryAfterSeconds?: number) {
    super(key)
    this.name = 'AppError'
    this.key = key
    this.data = data
    this.retryAfterSeconds = retryAfterSeconds
  }
}

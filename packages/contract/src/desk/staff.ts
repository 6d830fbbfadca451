import { mailAddress, oneTimeCode, plainText } from '@hc/domain/typed-text'
import { z } from 'zod'
import { strict } from '../call.ts'
import { changes, deskCall, moment, reads } from './call.ts'
import { reason, roleKey } from './fields.ts'

/** 12 to 128 characters (console design, section 3). */
export const newStaffPassword = z.string().min(12).max(128)
/** An address or its beginning, which is enough where one person has it. */
const email = z
  .string()
  .min(3)
  .max(254)
  .overwrite((text) => mailAddress(text) ?? plainText(text).toLowerCase())
const code = z
  .string()
  .max(40)
  .overwrite(oneTimeCode)
  .regex(/^\d{6}$/, 'must be six digits')
const mark = z.enum(['do', 'within', 'ask'])
/** A credential as `@simplewebauthn/browser` returns it (WebAuthn, level 3: AuthenticationResponseJSON). */
const credential = z.looseObject({ id: z.string().min(1).max(1400), type: z.literal('public-key') })
const signedIn = strict({
  /** `enrol`: the session may only enrol a factor. */
  may: z.enum(['work', 'enrol']),
  csrf: z.string(),
})
const me = strict({
  staff_id: z.number().int(),
  email: z.string(),
  name: z.string(),
  locale: z.string(),
  zone: z.string(),
  csrf: z.string(),
  may: z.enum(['work', 'enrol']),
  /** `demo`: the demo's data and gateway; `test`: gateways that take no real money. */
  mode: z.enum(['demo', 'test', 'live']).optional(),
  /** This is the public demo: nobody signed in, and every call that writes is answered with `InYourOwnShop`. */
  visitor: z.literal(true).optional(),
  /** A factor was shown in the last five minutes. */
  fresh: z.boolean(),
  /** The time at which the session ends at the latest, in seconds since 1970. */
  ends_at: z.number().int(),
  roles: z.array(z.string()),
  permissions: z.record(z.string(), mark),
  decides: z.array(z.string()),
  limits: z.record(z.string(), z.record(z.string(), z.number().int())),
})
const session = strict({
  session_id: z.string(),
  this_one: z.boolean(),
  created_at: z.number().int(),
  seen_at: z.number().int(),
  address: z.string(),
  browser: z.string(),
})
/** The address of the provider's page. */
const ssoAddress = strict({ url: z.url() })
/** The query with which the provider sent the browser back: OpenID Connect Core 1.0, 3.1.2.5. */
const ssoAnswer = strict({ query: z.string().min(1).max(4000) })
const webauthnOptions = z.looseObject({ challenge: z.string() })

export const staffCalls = {
  'staff/grantRole': changes('staff.role', {
    summary: 'Gives a person a role, until a date or permanently, or takes it back. It ends their sessions.',
    body: strict({
      staff_id: z.number().int().positive(),
      role: roleKey,
      given: z.boolean(),
      until: moment.positive().nullable().default(null),
      reason,
    }),
    result: strict({}),
    errors: ['StaffNotFound', 'RoleUnknown', 'LastOwner', 'NeedsApproval'],
  }),
  'session/passkeyOptions': deskCall({
    auth: 'none',
    permission: 'own',
    changes: false,
    summary:
      "The challenge for a passkey's sign-in (PublicKeyCredentialRequestOptionsJSON). Valid once, for two minutes.",
    body: strict({}),
    result: webauthnOptions,
    errors: [],
  }),
  'session/passkey': deskCall({
    auth: 'none',
    permission: 'own',
    changes: false,
    summary: 'Signs in with a passkey: both factors in one.',
    body: strict({ credential }),
    result: signedIn,
    errors: ['StaffSignInFailed', 'WayClosed', 'SystemBusy'],
  }),
  'session/ssoOptions': deskCall({
    auth: 'none',
    permission: 'own',
    changes: false,
    summary: 'The address for single sign-on. Its state is valid once, for ten minutes, for this browser.',
    body: strict({}),
    result: ssoAddress,
    errors: ['WayClosed', 'SsoNoAnswer'],
  }),
  'session/sso': deskCall({
    auth: 'none',
    permission: 'own',
    changes: false,
    summary: "Signs in with the query of the provider's answer. Only invited and verified addresses may sign in.",
    body: ssoAnswer,
    result: signedIn,
    errors: ['WayClosed', 'SsoNoAnswer', 'SsoRefused', 'SsoNotInvited', 'StaffSignInFailed', 'SystemBusy'],
  }),
  'session/password': deskCall({
    auth: 'none',
    permission: 'own',
    changes: false,
    summary:
      'Signs in with a password and a one-time code. With a right password and no code, the answer is `FactorNeeded`.',
    body: strict({ email, password: z.string().min(1).max(128), code: code.optional() }),
    result: signedIn,
    errors: ['StaffSignInFailed', 'FactorNeeded', 'WayClosed', 'SystemBusy'],
  }),
  'session/recover': deskCall({
    auth: 'none',
    permission: 'own',
    changes: false,
    summary: 'Signs in with a password and a recovery code, once, for 15 minutes, to enrol a new factor.',
    body: strict({
      email,
      /** '' for a person without a password, who uses single sign-on only. */
      password: z.string().max(128),
      recovery_code: z.string().trim().toUpperCase().min(8).max(32),
    }),
    result: signedIn,
    errors: ['StaffSignInFailed', 'SystemBusy'],
  }),
  'session/me': deskCall({
    auth: 'enrol',
    permission: 'own',
    changes: false,
    summary: 'The person who is signed in, and their permissions.',
    body: strict({}),
    result: me,
    errors: [],
  }),
  'session/list': reads('own', {
    summary: "The person's open sessions, newest first.",
    body: strict({}),
    result: z.array(session),
  }),
  'session/end': changes('own', {
    summary: "Ends one of the person's sessions, or all others.",
    body: strict({ session_id: z.uuid().optional() }),
    result: strict({ ended: z.number().int() }),
  }),
  'session/leave': deskCall({
    auth: 'enrol',
    permission: 'own',
    changes: true,
    summary: 'Ends this session.',
    body: strict({}),
    result: strict({}),
    errors: [],
  }),
  'session/stepUpOptions': reads('own', {
    summary: "The challenge for one of the person's passkeys, to show a factor again.",
    body: strict({}),
    result: webauthnOptions,
  }),
  'session/stepUp': changes('own', {
    summary: 'Shows a factor again: for five minutes no call asks for another.',
    body: strict({ code: code.optional(), credential: credential.optional() }),
    result: strict({ fresh_until: z.number().int() }),
    errors: ['StaffSignInFailed', 'SystemBusy'],
  }),
  'session/ssoStepUpOptions': reads('own', {
    summary: 'The address to show a factor again at the provider, which asks for a new sign-in (`max_age=0`).',
    body: strict({}),
    result: ssoAddress,
    errors: ['WayClosed', 'SsoNoAnswer'],
  }),
  'session/ssoStepUp': changes('own', {
    summary: "Shows a factor again with the provider's answer. 0: this answer was processed before.",
    body: ssoAnswer,
    result: strict({ fresh_until: z.number().int() }),
    errors: ['WayClosed', 'SsoNoAnswer', 'SsoRefused', 'SsoNotInvited', 'SystemBusy'],
  }),
  'factor/list': deskCall({
    auth: 'enrol',
    permission: 'own',
    changes: false,
    summary: "The person's factors.",
    body: strict({}),
    result: strict({
      password: z.boolean(),
      totp: z.boolean(),
      /** Single sign-on is configured, so it can also serve as a factor. */
      sso: z.boolean(),
      recovery_left: z.number().int(),
      passkeys: z.array(
        strict({
          credential_id: z.string(),
          name: z.string(),
          created_at: z.number().int(),
          used_at: z.number().int().nullable(),
        }),
      ),
    }),
    errors: [],
  }),
  'factor/totpBegin': deskCall({
    auth: 'enrol',
    permission: 'own',
    changes: true,
    fresh: true,
    summary: 'A new secret for an authenticator app; it becomes active with its first code.',
    body: strict({}),
    result: strict({ secret: z.string(), uri: z.string() }),
    errors: [],
  }),
  'factor/totpConfirm': deskCall({
    auth: 'enrol',
    permission: 'own',
    changes: true,
    summary: 'Activates the new secret with its first code.',
    body: strict({ code }),
    result: strict({}),
    errors: ['StaffSignInFailed'],
  }),
  'factor/passkeyOptions': deskCall({
    auth: 'enrol',
    permission: 'own',
    changes: false,
    summary: 'The options for a new passkey (PublicKeyCredentialCreationOptionsJSON).',
    body: strict({}),
    result: webauthnOptions,
    errors: [],
  }),
  'factor/passkeyAdd': deskCall({
    auth: 'enrol',
    permission: 'own',
    changes: true,
    fresh: true,
    summary: 'Enrols a passkey.',
    body: strict({ name: z.string().trim().min(1).max(60), credential }),
    result: strict({ credential_id: z.string() }),
    errors: ['StaffSignInFailed'],
  }),
  'factor/passkeyRemove': changes('own', {
    fresh: true,
    summary: "Removes a passkey, unless it is the person's only way to sign in.",
    body: strict({ credential_id: z.string().min(1).max(1400) }),
    result: strict({}),
    errors: ['LastFactor'],
  }),
  'session/changePassword': changes('own', {
    fresh: true,
    summary: "Changes the person's own password, and ends their other sessions.",
    body: strict({ present: z.string().min(1).max(128), password: newStaffPassword }),
    result: strict({ ended: z.number().int() }),
    errors: ['StaffSignInFailed', 'InvalidParams', 'SystemBusy'],
  }),
  'factor/recoveryCodes': changes('own', {
    fresh: true,
    summary: 'Ten new recovery codes, shown once; earlier codes become void.',
    body: strict({}),
    result: strict({ codes: z.array(z.string()) }),
  }),
  'invitation/read': deskCall({
    auth: 'none',
    permission: 'own',
    changes: false,
    summary: 'The person whom an invitation is for. A used or expired one gives `InvitationOver`.',
    body: strict({ token: z.string().min(20).max(100) }),
    result: strict({ email: z.string(), name: z.string(), expires_at: z.number().int() }),
    errors: ['InvitationOver'],
  }),
  'invitation/accept': deskCall({
    auth: 'none',
    permission: 'own',
    changes: false,
    summary: 'Creates the person, with a password, and opens a session that may enrol a factor.',
    body: strict({ token: z.string().min(20).max(100), password: newStaffPassword }),
    result: strict({ may: z.literal('enrol'), csrf: z.string() }),
    errors: ['InvitationOver', 'InvalidParams', 'WayClosed'],
  }),
  'staff/list': reads('staff.read', {
    summary: 'The people of the desk, with roles and factors.',
    body: strict({}),
    result: z.array(
      strict({
        staff_id: z.number().int(),
        email: z.string(),
        name: z.string(),
        suspended: z.boolean(),
        seen_at: z.number().int().nullable(),
        roles: z.array(strict({ role: z.string(), until: z.number().int().nullable() })),
        passkeys: z.number().int(),
        totp: z.boolean(),
        sessions: z.number().int(),
        /** The date by which another person must review their access; null: none. */
        review: strict({
          due_at: z.number().int(),
          reviewed_at: z.number().int().nullable(),
          reviewed_by: z.string(),
        }).nullable(),
      }),
    ),
  }),
  'staff/invite': changes('staff.invite', {
    summary:
      'Invites a person: the link is valid once, for 24 hours. A person who may give roles is invited by two people, ' +
      'by mail.',
    body: strict({
      email: z
        .string()
        .refine((text) => mailAddress(text) !== undefined, 'is an email address')
        .overwrite((text) => mailAddress(text) ?? text),
      name: z.string().trim().min(1).max(80),
      roles: z.array(roleKey).min(1).max(10),
    }),
    result: strict({ url: z.string(), expires_at: z.number().int() }),
    errors: ['StaffTaken', 'RoleUnknown', 'NeedsApproval'],
  }),
  'staff/invitations': reads('staff.read', {
    summary: 'Invitations that can still be accepted.',
    body: strict({}),
    result: z.array(
      strict({ email: z.string(), name: z.string(), roles: z.array(z.string()), expires_at: z.number().int() }),
    ),
  }),
  'staff/takeBackInvitation': changes('staff.invite', {
    summary: 'Ends the open invitations to an address: their links are void at once.',
    body: strict({ email: z.string().max(254), reason: z.string().trim().min(3).max(300) }),
    result: strict({ ended: z.number().int() }),
    errors: ['InvitationOver'],
  }),
  'staff/suspend': changes('staff.suspend', {
    summary: 'Suspends a person and ends their sessions, or reinstates them.',
    body: strict({ staff_id: z.number().int().positive(), suspended: z.boolean(), reason }),
    result: strict({}),
    errors: ['StaffNotFound', 'LastOwner'],
  }),
  'staff/endSessions': changes('staff.suspend', {
    summary: "Ends all of a person's sessions.",
    body: strict({ staff_id: z.number().int().positive(), reason }),
    result: strict({ ended: z.number().int() }),
    errors: ['StaffNotFound'],
  }),
  'staff/review': changes('staff.suspend', {
    summary: 'Confirms that a person still needs the listed roles. Nobody may confirm their own.',
    body: strict({ staff_id: z.number().int().positive(), roles: z.array(roleKey).min(1).max(50) }),
    result: strict({}),
    errors: ['StaffNotFound', 'VersionConflict', 'NotAllowed'],
  }),
}

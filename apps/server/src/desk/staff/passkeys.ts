import { AppError } from '@hc/contract/errors'
import type {
  AuthenticationResponseJSON,
  AuthenticatorTransport,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server'
import { z } from 'zod'
import type { Query } from '../../platform/db.ts'
import type { StaffDeps } from './staff-deps.ts'

/** Read at the first passkey: a shop at rest has no use for it. */
const webauthn = () => import('@simplewebauthn/server')

type Purpose = 'sign_in' | 'enrol' | 'step_up'
type Key = {
  credential_id: string
  staff_id: number
  public_key: Buffer
  counter: number
  transports: AuthenticatorTransport[]
}
type Credential = { id: string; type: 'public-key' }

// The parts that every credential has. The library checks what they contain.
const parts = { rawId: z.string(), clientExtensionResults: z.looseObject({}) }
const assertionSchema = z.looseObject({
  ...parts,
  response: z.looseObject({ clientDataJSON: z.string(), authenticatorData: z.string(), signature: z.string() }),
})
const attestationSchema = z.looseObject({
  ...parts,
  response: z.looseObject({ clientDataJSON: z.string(), attestationObject: z.string() }),
})
const isAssertion = (credential: Credential): credential is AuthenticationResponseJSON =>
  assertionSchema.safeParse(credential).success
const isAttestation = (credential: Credential): credential is RegistrationResponseJSON =>
  attestationSchema.safeParse(credential).success

const failed = (): AppError => new AppError('StaffSignInFailed')
const hostOf = ({ origin }: StaffDeps): string => new URL(origin).hostname

async function keepChallenge(q: Query, challenge: string, purpose: Purpose, staffId: number | null): Promise<void> {
  await q(
    {
      text: `insert into desk.challenge (challenge, purpose, staff_id, expires_at)
        values ($1, $2, $3, app_now() + interval '2 minutes')`,
    },
    [challenge, purpose, staffId],
  )
}

/** A challenge is good once: the row goes when it is asked for. */
const takeChallenge =
  (q: Query, purpose: Purpose, staffId: number | null) =>
  async (challenge: string): Promise<boolean> =>
    (
      await q(
        {
          text: `delete from desk.challenge where challenge = $1 and purpose = $2 and staff_id is not distinct from $3
            and expires_at > app_now() returning 1`,
        },
        [challenge, purpose, staffId],
      )
    ).length > 0

/** The challenge that a passkey signs, to sign in (the person is not known yet) or to step up. */
export async function requestOptions(
  deps: StaffDeps,
  purpose: 'sign_in' | 'step_up',
  staffId: number | null,
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const options = await (
    await webauthn()
  ).generateAuthenticationOptions({ rpID: hostOf(deps), userVerification: 'required' })
  await keepChallenge(deps.q, options.challenge, purpose, staffId)
  return options
}

/** The person whose passkey signed a challenge of ours. @throws AppError StaffSignInFailed */
export async function checkAssertion(
  deps: StaffDeps,
  purpose: 'sign_in' | 'step_up',
  staffId: number | null,
  credential: Credential,
): Promise<number> {
  if (!isAssertion(credential)) throw failed()
  const { q, origin } = deps
  const [key] = await q<Key>(
    {
      text: `select k.credential_id, k.staff_id, k.public_key, k.counter, k.transports
        from desk.staff_passkey k join desk.staff p using (staff_id)
       where k.credential_id = $1 and p.suspended_at is null and ($2::bigint is null or k.staff_id = $2)`,
    },
    [credential.id, staffId],
  )
  if (!key) throw failed()
  const { verified, authenticationInfo } = await (
    await webauthn()
  )
    .verifyAuthenticationResponse({
      response: credential,
      expectedChallenge: takeChallenge(q, purpose, staffId),
      expectedOrigin: origin,
      expectedRPID: hostOf(deps),
      requireUserVerification: true,
      credential: {
        id: key.credential_id,
        publicKey: new Uint8Array(key.public_key),
        counter: key.counter,
        transports: key.transports,
      },
    })
    .catch(() => {
      throw failed()
    })
  if (!verified) throw failed()
  await q(
    {
      text: `update desk.staff_passkey set counter = greatest(counter, $2), used_at = app_now() where credential_id = $1`,
    },
    [key.credential_id, authenticationInfo.newCounter],
  )
  return key.staff_id
}

/** The options from which a browser makes a new passkey of a person. */
export async function creationOptions(
  deps: StaffDeps,
  { staff_id, email, name }: { staff_id: number; email: string; name: string },
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const keys = await deps.q<Pick<Key, 'credential_id' | 'transports'>>(
    { text: 'select credential_id, transports from desk.staff_passkey where staff_id = $1' },
    [staff_id],
  )
  const options = await (
    await webauthn()
  ).generateRegistrationOptions({
    rpName: deps.issuer,
    rpID: hostOf(deps),
    userName: email,
    userDisplayName: name,
    userID: new TextEncoder().encode(`staff:${staff_id}`),
    attestationType: 'none',
    excludeCredentials: keys.map(({ credential_id: id, transports }) => ({ id, transports })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  await keepChallenge(deps.q, options.challenge, 'enrol', staff_id)
  return options
}

/** Keeps a new passkey. @throws AppError StaffSignInFailed: it does not fit a challenge of ours, or is known */
export async function addPasskey(
  deps: StaffDeps,
  q: Query,
  staffId: number,
  name: string,
  credential: Credential,
): Promise<string> {
  if (!isAttestation(credential)) throw failed()
  const { verified, registrationInfo } = await (
    await webauthn()
  )
    .verifyRegistrationResponse({
      response: credential,
      expectedChallenge: takeChallenge(deps.q, 'enrol', staffId),
      expectedOrigin: deps.origin,
      expectedRPID: hostOf(deps),
      requireUserVerification: true,
    })
    .catch(() => {
      throw failed()
    })
  if (!verified) throw failed()
  const { credential: key } = registrationInfo
  const rows = await q(
    {
      text: `insert into desk.staff_passkey (credential_id, staff_id, public_key, counter, transports, name)
        values ($1, $2, $3, $4, $5, $6) on conflict (credential_id) do nothing returning 1`,
    },
    [key.id, staffId, Buffer.from(key.publicKey), key.counter, key.transports ?? [], name],
  )
  if (rows.length === 0) throw failed()
  return key.id
}

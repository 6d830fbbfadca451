import { startAuthentication, startRegistration } from '@simplewebauthn/browser'
import { call } from './api.ts'

/** The browser or the person declined the passkey. */
export class PasskeyFailed extends Error {}

type Answer = { id: string; type: 'public-key' }
const failed = (): never => {
  throw new PasskeyFailed()
}

/** The server's options have the form of the browser's API. */
const request = async (options: unknown): Promise<Answer> =>
  await startAuthentication({
    optionsJSON: options as Parameters<typeof startAuthentication>[0]['optionsJSON'],
  }).catch(failed)

/** Signs in with a passkey. @throws CallError, PasskeyFailed */
export async function signInWithPasskey(): Promise<void> {
  await call('session/passkey', { credential: await request(await call('session/passkeyOptions', {})) })
}

/** Shows a passkey again. @throws CallError, PasskeyFailed */
export async function stepUpWithPasskey(): Promise<void> {
  await call('session/stepUp', { credential: await request(await call('session/stepUpOptions', {})) })
}

/** Enrols a passkey of this device. @throws CallError, PasskeyFailed */
export async function addPasskey(name: string): Promise<void> {
  const options: unknown = await call('factor/passkeyOptions', {})
  const answer: Answer = await startRegistration({
    optionsJSON: options as Parameters<typeof startRegistration>[0]['optionsJSON'],
  }).catch(failed)
  await call('factor/passkeyAdd', { name, credential: answer })
}

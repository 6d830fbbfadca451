import { post, signInBody } from './stage.ts'
import { median } from './wal.ts'

const FLOOD = 70
const TRIES = 15

/**
 * The outcomes of fifteen sign-ins of another player while seventy of one account are in flight. `longest`: of them, in
 * ms; `alone`: one while nobody else signs in, in ms, median of five.
 */
export async function besideFlood(port: number): Promise<{ signedIn: number; longest: number; alone: number }> {
  const state = { going: true }
  const signIn = async (account: string): Promise<boolean> =>
    (await post(port, '/api/user/login', signInBody(account, 'Demo1234'))).text.startsWith('{"code":0')
  const quiet: number[] = []
  for (let i = 0; i < 5; i++) {
    const startMs = performance.now()
    await signIn('bench198')
    quiet.push(performance.now() - startMs)
  }
  const flood = Promise.all(
    Array.from({ length: FLOOD }, async () => {
      while (state.going) {
        await signIn('bench200')
        // A call that is refused at once is repeated a little later.
        await new Promise((resolve) => {
          setTimeout(resolve, 500)
        })
      }
    }),
  )
  await new Promise((resolve) => {
    setTimeout(resolve, 2_000)
  })
  const times: number[] = []
  let signedIn = 0
  for (let i = 0; i < TRIES; i++) {
    const startMs = performance.now()
    if (await signIn('bench199')) signedIn += 1
    times.push(performance.now() - startMs)
  }
  state.going = false
  await flood
  return { signedIn, longest: Math.max(...times), alone: median(quiet) }
}

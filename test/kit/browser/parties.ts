import { generateKeyPairSync } from 'node:crypto'
import { freePort } from '../shop.ts'
import { facebookFake, type Party, wechatFake } from '../third-parties.ts'

/** The account with which the third parties answer. A test sets it before it goes there. */
export const who = { facebook: 'fb-nobody', wechat: { openid: 'wx-nobody' } as { openid: string } | 'refuses' }

/** Third parties for a shop that is not there yet, and the environment that makes it offer all of them. */
export async function thirdParties(): Promise<{ env: Record<string, string>; stop: () => void }> {
  const port = await freePort()
  const facebook = await facebookFake({ id: 'fb-app', secret: 'fb-secret' }, () => who.facebook)
  const wechat = await wechatFake({ id: 'wx-app', secret: 'wx-secret' }, () => who.wechat)
  const parties: Party[] = [facebook, wechat]
  const { privateKey } = generateKeyPairSync('ec', {
    namedCurve: 'P-256',
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
  return {
    env: {
      PORT: String(port),
      PUBLIC_URL: `http://127.0.0.1:${port}`,
      FACEBOOK_APP_ID: 'fb-app',
      FACEBOOK_APP_SECRET: 'fb-secret',
      FACEBOOK_DIALOG_URL: facebook.url,
      FACEBOOK_GRAPH_URL: facebook.url,
      WECHAT_APP_ID: 'wx-app',
      WECHAT_APP_SECRET: 'wx-secret',
      WECHAT_OPEN_URL: wechat.url,
      WECHAT_API_URL: wechat.url,
      // Offered, so that their buttons are seen; the journeys do not go there (oauth.http.test.ts does).
      GOOGLE_CLIENT_ID: 'g',
      GOOGLE_CLIENT_SECRET: 'g',
      APPLE_CLIENT_ID: 'a',
      APPLE_TEAM_ID: 'a',
      APPLE_KEY_ID: 'a',
      APPLE_PRIVATE_KEY: privateKey,
    },
    stop: () => {
      for (const party of parties) party.stop()
    },
  }
}

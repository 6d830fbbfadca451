import { jsonCall, NoAnswer } from '@hc/channels/http'
import { z } from 'zod'
import { type OAuthProvider, OAuthFailed } from './provider.ts'

export type WechatConfig = { openUrl: string; apiUrl: string; appId: string; appSecret: string }

const tokenAnswer = z.object({
  access_token: z.string().min(1),
  openid: z.string().min(1).max(128),
  unionid: z.string().min(1).max(128).optional(),
})
const refusal = z.object({ errcode: z.number(), errmsg: z.string().optional() })

/**
 * WeChat website sign-in (open platform, "Website App WeChat Login"): a page with a QR code, then the exchange of the
 * code for the person. The unionid is the same in all of a publisher's apps and is preferred; the openid is of this app
 * alone. Errors come with HTTP 200.
 */
export function wechat(config: WechatConfig, timeoutMs: number): OAuthProvider {
  return {
    start({ state, redirectUri }) {
      const url = new URL(`${config.openUrl}/connect/qrconnect`)
      url.search = new URLSearchParams({
        appid: config.appId,
        redirect_uri: redirectUri,
        response_type: 'code',
        scope: 'snsapi_login',
        state,
      }).toString()
      url.hash = 'wechat_redirect'
      return Promise.resolve(url)
    },
    async finish({ query }) {
      const code = query.get('code')
      if (!code) throw new OAuthFailed('the player refused')
      const params = new URLSearchParams({
        appid: config.appId,
        secret: config.appSecret,
        code,
        grant_type: 'authorization_code',
      })
      let json: unknown
      try {
        ;({ json } = await jsonCall({
          method: 'GET',
          url: `${config.apiUrl}/sns/oauth2/access_token?${params}`,
          timeoutMs,
        }))
      } catch (error) {
        throw error instanceof NoAnswer ? new OAuthFailed(error.message) : error
      }
      const no = refusal.safeParse(json)
      if (no.success && no.data.errcode !== 0) throw new OAuthFailed(`errcode ${no.data.errcode}`)
      const yes = tokenAnswer.safeParse(json)
      if (!yes.success) throw new OAuthFailed('the answer has another form than documented')
      return { subject: yes.data.unionid ?? yes.data.openid, verifiedEmail: null }
    },
  }
}

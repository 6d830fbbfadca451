import { createHmac } from 'node:crypto'
import { jsonCall, NoAnswer } from '@hc/channels/http'
import { z } from 'zod'
import { type OAuthProvider, OAuthFailed } from './provider.ts'

export type FacebookConfig = { dialogUrl: string; graphUrl: string; appId: string; appSecret: string }

const tokenAnswer = z.object({ access_token: z.string().min(1) })
const meAnswer = z.object({ id: z.string().min(1).max(64) })

/**
 * Facebook Login by its "manually build a login flow": the dialog, then the exchange of the code for a token, and of
 * the token for the person. The request for the person's id carries the token's proof ("Secure Graph API calls",
 * appsecret_proof). Facebook does not vouch for the email.
 */
export function facebook(config: FacebookConfig, timeoutMs: number): OAuthProvider {
  async function ask<T>(path: string, query: Record<string, string>, schema: z.ZodType<T>): Promise<T> {
    try {
      const { status, json } = await jsonCall({
        method: 'GET',
        url: `${config.graphUrl}${path}?${new URLSearchParams(query)}`,
        timeoutMs,
      })
      const parsed = schema.safeParse(json)
      if (status === 200 && parsed.success) return parsed.data
      throw new OAuthFailed(`${path}: HTTP ${status}`)
    } catch (error) {
      throw error instanceof NoAnswer ? new OAuthFailed(`${path}: ${error.message}`) : error
    }
  }
  return {
    start({ state, redirectUri }) {
      const url = new URL(`${config.dialogUrl}/dialog/oauth`)
      url.search = new URLSearchParams({
        client_id: config.appId,
        redirect_uri: redirectUri,
        state,
        response_type: 'code',
        scope: 'public_profile',
      }).toString()
      return Promise.resolve(url)
    },
    async finish({ query, redirectUri }) {
      const code = query.get('code')
      if (!code) throw new OAuthFailed(query.get('error_reason') ?? query.get('error') ?? 'no code')
      const { access_token: token } = await ask(
        '/oauth/access_token',
        { client_id: config.appId, redirect_uri: redirectUri, client_secret: config.appSecret, code },
        tokenAnswer,
      )
      const proof = createHmac('sha256', config.appSecret).update(token).digest('hex')
      const { id } = await ask('/me', { fields: 'id', access_token: token, appsecret_proof: proof }, meAnswer)
      return { subject: id, verifiedEmail: null }
    },
  }
}

import { keysOf } from '@hc/domain/record'
import { z } from 'zod'
import { analyticsBatch } from './analytics.ts'
import type { Call } from './call.ts'
import { type CallName, calls } from './calls.ts'
import { type ErrorKey, errors } from './errors.ts'
import { type GameCall, gameCalls } from './game/game.ts'

const schemaOf = (type: z.ZodType, io: 'input' | 'output'): object => {
  const { $schema: _, ...schema } = z.toJSONSchema(type, { io, target: 'draft-2020-12', unrepresentable: 'any' })
  return schema
}

const failure = {
  type: 'object',
  required: ['code', 'msg', 'data'],
  properties: {
    code: { type: 'integer' },
    msg: { type: 'string', description: 'The stable error key' },
    data: { type: ['object', 'null'] },
  },
}

function operation(name: CallName, spec: Call): object {
  const refusals = spec.errors
    .filter((key: ErrorKey) => errors[key].http === 200)
    .map((key) => `${errors[key].code} ${key}`)
  const success = {
    type: 'object',
    required: ['code', 'msg', 'result'],
    properties: {
      code: { const: 0 },
      msg: { const: 'success' },
      result: schemaOf(spec.result, 'output'),
      ...(spec.list ? { total: { type: 'integer', description: 'Rows of all pages' } } : {}),
    },
  }
  return {
    operationId: name.replaceAll('/', '_'),
    summary: spec.summary,
    tags: [name.split('/')[0]],
    ...(refusals.length > 0 ? { description: `Refusals: ${refusals.join(', ')}.` } : {}),
    ...(spec.auth === 'player' ? { security: [{ token: [] }] } : { security: [] }),
    ...(spec.method === 'POST'
      ? { requestBody: { content: { 'application/json': { schema: schemaOf(spec.body, 'input') } } } }
      : {}),
    ...(name === 'order/webCreate'
      ? { parameters: [{ name: 'Idempotency-Key', in: 'header', schema: { type: 'string', maxLength: 128 } }] }
      : {}),
    responses: {
      200: {
        description: 'Success, or a business failure',
        content: { 'application/json': { schema: { oneOf: [success, failure] } } },
      },
      ...(spec.auth === 'player'
        ? {
            203: {
              description: 'tokenFail: no token, expired, or superseded on another device',
              content: { 'application/json': { schema: failure } },
            },
          }
        : {}),
      400: {
        description: 'InvalidParams: the body does not match the schema',
        content: { 'application/json': { schema: failure } },
      },
      429: {
        description:
          'SystemBusy: too many requests, or too many tries (data.reason says which); Retry-After says when to retry',
        content: { 'application/json': { schema: failure } },
      },
      503: {
        description: 'Overload, or the database is unavailable; Retry-After says when to retry',
        content: { 'application/json': { schema: failure } },
      },
    },
  }
}

const parametersOf = (type: z.ZodType | undefined, where: 'path' | 'query'): object[] => {
  const { properties = {} }: { properties?: Record<string, object> } = type ? schemaOf(type, 'input') : {}
  return Object.entries(properties).map(([name, schema]) => ({ name, in: where, required: where === 'path', schema }))
}

/** A call of the game's servers; every call is signed. */
function gameOperation(name: string, spec: GameCall): object {
  const success = {
    type: 'object',
    required: ['code', 'msg', 'result'],
    properties: {
      code: { const: 0 },
      msg: { const: 'success' },
      result: schemaOf(spec.result, 'output'),
      ...(spec.list ? { total: { type: 'integer' } } : {}),
    },
  }
  const answer = (description: string): object => ({
    description,
    content: { 'application/json': { schema: failure } },
  })
  return {
    operationId: `game_${name}`,
    summary: spec.summary,
    tags: ['game'],
    security: [{ gameKey: [], gameTimestamp: [], gameSignature: [] }],
    ...(spec.errors.length > 0
      ? { description: `Refusals: ${spec.errors.map((key) => `${errors[key].code} ${key}`).join(', ')}.` }
      : {}),
    parameters: [...parametersOf(spec.params, 'path'), ...parametersOf(spec.query, 'query')],
    ...(spec.body
      ? { requestBody: { required: true, content: { 'application/json': { schema: schemaOf(spec.body, 'input') } } } }
      : {}),
    responses: {
      200: {
        description: 'Success, or a business failure',
        content: { 'application/json': { schema: { oneOf: [success, failure] } } },
      },
      400: answer('InvalidParams: the request does not match the schema'),
      401: answer('Unauthorized: the signature is wrong, expired or was used before'),
      429: answer('Too many requests; Retry-After says when to retry'),
      503: answer('Overload, or the database is unavailable; Retry-After says when to retry'),
    },
  }
}

const header = (name: string, description: string): object => ({ type: 'apiKey', in: 'header', name, description })
const securitySchemes = {
  logSignature: header('x-sign', 'Hex HMAC-SHA256 over the body with gameInfo.cgi of setting/init as key'),
  token: { type: 'apiKey', in: 'header', name: 'token' },
  gameKey: header('x-hc-key', 'Key id'),
  gameTimestamp: header('x-hc-timestamp', 'ms since 1970'),
  gameSignature: header(
    'x-hc-signature',
    "Hex HMAC-SHA256 with the key's secret over METHOD\\nPATH?QUERY\\nTIMESTAMP\\nBODY",
  ),
}

const providerName = {
  name: 'provider',
  in: 'path',
  required: true,
  schema: { enum: ['facebook', 'google', 'apple', 'wechat'] },
}
const query = (name: string, description: string): object => ({
  name,
  in: 'query',
  description,
  schema: { type: 'string' },
})
const toPlayer = {
  302: { description: 'To the third party' },
  303: { description: 'To /login with the outcome' },
  404: { description: 'Not configured' },
}

const logged = (description: string): object => ({ description, content: { 'application/json': { schema: failure } } })

/** The logging host for the portal's analytics. */
const logPaths = {
  '/log/time': {
    get: {
      operationId: 'log_time',
      tags: ['log'],
      security: [],
      summary: "The logging host's clock in ms, also at the top of the answer",
      responses: {
        200: {
          description: 'The time',
          content: {
            'application/json': {
              schema: {
                type: 'object',
                required: ['time'],
                properties: {
                  code: { const: 0 },
                  msg: { const: 'success' },
                  result: { type: 'object', properties: { time: { type: 'integer' } } },
                  time: { type: 'integer' },
                },
              },
            },
          },
        },
      },
    },
  },
  '/log/events': {
    post: {
      operationId: 'log_events',
      tags: ['log'],
      security: [{ logSignature: [] }],
      summary: 'A batch of analytics events, at most 8 KB, none older than five minutes, each batch once',
      description: `Refusals: ${errors.EventTooOld.code} EventTooOld, ${errors.EventSeen.code} EventSeen.`,
      parameters: [
        {
          name: 'client-id',
          in: 'header',
          description: 'A random id of the visit; it identifies no account',
          schema: { type: 'string', maxLength: 64 },
        },
      ],
      requestBody: { required: true, content: { 'application/json': { schema: schemaOf(analyticsBatch, 'input') } } },
      responses: {
        200: logged(
          'Accepted, or a refusal. `result.stored` counts the kept events; `result.dropped` lists why others were not',
        ),
        400: logged('InvalidParams: no batch of events'),
        401: logged('Unauthorized: the signature is wrong'),
        413: logged('PayloadTooLarge: more than 8 KB'),
        429: logged('Too many requests; Retry-After says when'),
      },
    },
  },
}

/** The ways in which a sandbox payment can end (contract, section 6). */
export const sandboxOutcomes = [
  'paid',
  'failed',
  'cancelled',
  'paid_twice',
  'paid_no_webhook',
  'paid_wrong_amount',
  'paid_late',
  'refunded',
] as const

/** Addresses for others than our clients: monitoring, gateways, and browsers on their way to and from a third party. */
const otherPaths = {
  '/healthz': {
    get: {
      operationId: 'healthz',
      tags: ['health'],
      security: [],
      summary: 'Whether the process lives',
      responses: { 200: { description: 'It does' } },
    },
  },
  '/readyz': {
    get: {
      operationId: 'readyz',
      tags: ['health'],
      security: [],
      summary: 'Whether the database is reachable and migrated',
      responses: { 200: { description: 'It is' }, 503: { description: 'It is not' } },
    },
  },
  '/metrics': {
    get: {
      operationId: 'metrics',
      tags: ['health'],
      security: [],
      summary: 'Prometheus text',
      responses: {
        200: { description: 'The metrics', content: { 'text/plain': { schema: { type: 'string' } } } },
        404: { description: 'Not on the public port, unless METRICS_PUBLIC=1' },
      },
    },
  },
  '/sandbox/v1/payments/{sdk_order_id}/outcome': {
    post: {
      operationId: 'sandbox_outcome',
      tags: ['sandbox'],
      security: [],
      summary: 'Ends a sandbox payment like the buttons of its page; DEMO only',
      parameters: [{ name: 'sdk_order_id', in: 'path', required: true, schema: { type: 'string' } }],
      requestBody: {
        required: true,
        content: {
          'application/json': {
            schema: {
              type: 'object',
              required: ['outcome'],
              properties: {
                outcome: { enum: sandboxOutcomes },
                payer_country: { type: 'string', description: 'ISO 3166-1 alpha-2: of the card that pays' },
              },
            },
          },
        },
      },
      responses: {
        200: { description: 'Done, or a refusal' },
        400: { description: 'InvalidParams' },
        404: { description: 'Not in the demo' },
      },
    },
  },
  '/api/pay/{channel_code}/webhook': {
    post: {
      operationId: 'pay_webhook',
      tags: ['payment'],
      security: [],
      summary: "A gateway's webhook, verified on its raw bytes as that gateway documents",
      parameters: [{ name: 'channel_code', in: 'path', required: true, schema: { type: 'string' } }],
      responses: {
        200: { description: 'Stored, or known already' },
        400: { description: 'Genuine, but in an unexpected form' },
        401: { description: 'Not genuine' },
        404: { description: 'No such channel' },
      },
    },
  },
  '/api/user/oauth/{provider}/start': {
    get: {
      operationId: 'oauth_start',
      tags: ['user'],
      security: [],
      summary: 'Begin a third-party sign-in',
      parameters: [
        providerName,
        query('redirect', 'Path and query of this site'),
        query('remember', '1: the long session'),
      ],
      responses: toPlayer,
    },
  },
  '/api/user/oauth/{provider}/callback': {
    get: {
      operationId: 'oauth_callback',
      tags: ['user'],
      security: [],
      summary: 'Come back from a third party',
      parameters: [providerName, query('code', ''), query('state', '')],
      responses: toPlayer,
    },
    post: {
      operationId: 'oauth_form_callback',
      tags: ['user'],
      security: [],
      summary: 'Come back from a third party by form post',
      parameters: [providerName],
      responses: toPlayer,
    },
  },
}

/** The OpenAPI 3.1 document of the player's and the game's API, generated from the calls alone. */
export function openApi(serverUrl: string): object {
  const entries = keysOf(calls).map((name) => {
    const spec: Call = calls[name]
    return [`/api/${name}`, { [spec.method.toLowerCase()]: operation(name, spec) }] as const
  })
  const game = keysOf(gameCalls).map((name) => {
    const spec: GameCall = gameCalls[name]
    return [spec.path, { [spec.method.toLowerCase()]: gameOperation(name, spec) }] as const
  })
  return {
    openapi: '3.1.0',
    info: {
      title: 'HC Portal',
      version: '1',
      description: 'Every answer is an envelope: code 0 with a result, or a code with a stable error key.',
    },
    servers: [{ url: serverUrl }],
    components: { securitySchemes },
    paths: { ...Object.fromEntries([...entries, ...game]), ...logPaths, ...otherPaths },
  }
}

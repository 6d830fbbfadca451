import { keysOf } from '@hc/domain/record'
import { z } from 'zod'
import { analyticsBatch } from './analytics.ts'
import type { Call } from './call.ts'
import { calls } from './calls.ts'
import { errors } from './errors.ts'
import { type GameCall, gameCalls } from './game/game.ts'
import { sandboxOutcomes } from './sandbox-outcomes.ts'

type Schema = Record<string, unknown>

const schemaOf = (type: z.ZodType, io: 'input' | 'output'): Schema => {
  const { $schema: _, ...schema } = z.toJSONSchema(type, { io, target: 'draft-2020-12', unrepresentable: 'any' })
  return schema
}
const text = { type: 'string' }
const integer = { type: 'integer' }
const json = (schema: Schema): object => ({ content: { 'application/json': { schema } } })
const parameter = (place: 'path' | 'query' | 'header', name: string, schema: object, description = ''): object => ({
  name,
  in: place,
  schema,
  ...(place === 'path' && { required: true }),
  ...(description !== '' && { description }),
})
const parametersOf = (type: z.ZodType | undefined, place: 'path' | 'query'): object[] =>
  Object.entries(type ? (schemaOf(type, 'input').properties ?? {}) : {}).map(([name, schema]) =>
    parameter(place, name, schema as object),
  )

const failure = { $ref: '#/components/schemas/Failure' }
/** Answers by their status; `schema` is the body of each. */
const answers = (descriptions: Record<number, string>, schema?: Schema): object =>
  Object.fromEntries(
    Object.entries(descriptions).map(([status, description]) => [status, { description, ...(schema && json(schema)) }]),
  )
const failures = (descriptions: Record<number, string>): object => answers(descriptions, failure)

/** What the calls of players and of games have in common. */
function operation(spec: Call | GameCall, refused: Record<number, string>, total: Schema): object {
  const keys = spec.errors.filter((key) => errors[key].http === 200).map((key) => `${errors[key].code} ${key}`)
  const success = {
    type: 'object',
    required: ['code', 'msg', 'result'],
    properties: {
      code: { const: 0 },
      msg: { const: 'success' },
      result: schemaOf(spec.result, 'output'),
      ...(spec.list && { total }),
    },
  }
  return {
    summary: spec.summary,
    ...(keys.length > 0 && { description: `Refusals: ${keys.join(', ')}.` }),
    responses: {
      200: { description: 'Success, or a business failure', ...json({ oneOf: [success, failure] }) },
      ...failures({ ...refused, 503: 'Overload, or the database is unavailable; Retry-After says when to retry' }),
    },
  }
}

const superseded = { 203: 'tokenFail: no token, expired, or superseded on another device' }
const refusedPlayer = {
  400: 'InvalidParams: the body does not match the schema',
  429: 'SystemBusy: too many requests, or too many tries (data.reason says which); Retry-After says when to retry',
}
const idempotencyKey = parameter('header', 'Idempotency-Key', { ...text, maxLength: 128 })
const playerOperation = (name: string, spec: Call): object => ({
  operationId: name.replaceAll('/', '_'),
  tags: [name.split('/')[0]],
  security: spec.auth === 'player' ? [{ token: [] }] : [],
  ...operation(
    spec,
    { ...(spec.auth === 'player' && superseded), ...refusedPlayer },
    { ...integer, description: 'Rows of all pages' },
  ),
  ...(spec.method === 'POST' && { requestBody: json(schemaOf(spec.body, 'input')) }),
  ...(name === 'order/webCreate' && { parameters: [idempotencyKey] }),
})

const refusedGame = {
  400: 'InvalidParams: the request does not match the schema',
  401: 'Unauthorized: the signature is wrong, expired or was used before',
  429: 'Too many requests; Retry-After says when to retry',
}
/** A call of the game's servers; every call is signed. */
const gameOperation = (name: string, spec: GameCall): object => ({
  operationId: `game_${name}`,
  tags: ['game'],
  security: [{ gameKey: [], gameTimestamp: [], gameSignature: [] }],
  ...operation(spec, refusedGame, integer),
  parameters: [...parametersOf(spec.params, 'path'), ...parametersOf(spec.query, 'query')],
  ...(spec.body && { requestBody: { required: true, ...json(schemaOf(spec.body, 'input')) } }),
})

const header = (name: string, description?: string): object => ({ type: 'apiKey', in: 'header', name, description })
const components = {
  securitySchemes: {
    logSignature: header('x-sign', 'Hex HMAC-SHA256 over the body with gameInfo.cgi of setting/init as key'),
    token: header('token'),
    gameKey: header('x-hc-key', 'Key id'),
    gameTimestamp: header('x-hc-timestamp', 'ms since 1970'),
    gameSignature: header(
      'x-hc-signature',
      "Hex HMAC-SHA256 with the key's secret over METHOD\\nPATH?QUERY\\nTIMESTAMP\\nBODY",
    ),
  },
  schemas: {
    Failure: {
      type: 'object',
      required: ['code', 'msg', 'data'],
      properties: {
        code: integer,
        msg: { ...text, description: 'The stable error key' },
        data: { type: ['object', 'null'] },
      },
    },
  },
}

/** An address that is no call. */
const other = (method: 'get' | 'post', operationId: string, tag: string, more: object): object => ({
  [method]: { operationId, tags: [tag], security: [], ...more },
})
const outcome = z.object({
  outcome: z.enum(sandboxOutcomes),
  payer_country: z.string().describe('ISO 3166-1 alpha-2: of the card that pays').optional(),
})
const provider = parameter('path', 'provider', { enum: ['facebook', 'google', 'apple', 'wechat'] })
const toPlayer = answers({ 302: 'To the third party', 303: 'To /login with the outcome', 404: 'Not configured' })

/** Addresses for monitoring, gateways, and browsers on their way to and from a third party. */
const otherPaths = (): Record<string, object> => ({
  '/healthz': other('get', 'healthz', 'health', {
    summary: 'Whether the process lives',
    responses: answers({ 200: 'It does: {"status":"ok"}, with its version for a caller on the same machine' }),
  }),
  '/readyz': other('get', 'readyz', 'health', {
    summary: 'Whether the database is reachable and migrated',
    responses: answers({ 200: 'It is', 503: 'It is not' }),
  }),
  '/metrics': other('get', 'metrics', 'health', {
    summary: 'Prometheus text',
    responses: {
      200: { description: 'The metrics', content: { 'text/plain': { schema: text } } },
      ...answers({ 404: 'Not on the public port, unless METRICS_PUBLIC=1' }),
    },
  }),
  '/sandbox/v1/payments/{sdk_order_id}/outcome': other('post', 'sandbox_outcome', 'sandbox', {
    summary: 'Ends a sandbox payment like the buttons of its page; DEMO only',
    parameters: [parameter('path', 'sdk_order_id', text)],
    requestBody: { required: true, ...json(schemaOf(outcome, 'input')) },
    responses: answers({ 200: 'Done, or a refusal', 400: 'InvalidParams', 404: 'Not in the demo' }),
  }),
  '/api/pay/{channel_code}/webhook': other('post', 'pay_webhook', 'payment', {
    summary: "A gateway's webhook, verified on its raw bytes as that gateway documents",
    parameters: [parameter('path', 'channel_code', text)],
    responses: answers({
      200: 'Stored, or known already',
      400: 'Genuine, but in an unexpected form',
      401: 'Not genuine',
      404: 'No such channel',
    }),
  }),
  '/api/user/oauth/{provider}/start': other('get', 'oauth_start', 'user', {
    summary: 'Begin a third-party sign-in',
    parameters: [
      provider,
      parameter('query', 'redirect', text, 'Path and query of this site'),
      parameter('query', 'remember', text, '1: the long session'),
    ],
    responses: toPlayer,
  }),
  '/api/user/oauth/{provider}/callback': {
    ...other('get', 'oauth_callback', 'user', {
      summary: 'Come back from a third party',
      parameters: [provider, parameter('query', 'code', text), parameter('query', 'state', text)],
      responses: toPlayer,
    }),
    ...other('post', 'oauth_form_callback', 'user', {
      summary: 'Come back from a third party by form post',
      parameters: [provider],
      responses: toPlayer,
    }),
  },
})

const timeResult = { type: 'object', properties: { time: integer } }
const time = {
  type: 'object',
  required: ['time'],
  properties: { code: { const: 0 }, msg: { const: 'success' }, result: timeResult, time: integer },
}
const visit = 'A random id of the visit; it identifies no account'

/** The logging host for the portal's analytics. */
const logPaths = (): Record<string, object> => ({
  '/log/time': other('get', 'log_time', 'log', {
    summary: "The logging host's clock in ms, also at the top of the answer",
    responses: answers({ 200: 'The time' }, time),
  }),
  '/log/events': other('post', 'log_events', 'log', {
    security: [{ logSignature: [] }],
    summary: 'A batch of analytics events, at most 8 KB, none older than five minutes, each batch once',
    description: `Refusals: ${errors.EventTooOld.code} EventTooOld, ${errors.EventSeen.code} EventSeen.`,
    parameters: [parameter('header', 'client-id', { ...text, maxLength: 64 }, visit)],
    requestBody: { required: true, ...json(schemaOf(analyticsBatch, 'input')) },
    responses: failures({
      200: 'Accepted, or a refusal. `result.stored` counts the kept events; `result.dropped` lists why others were not',
      400: 'InvalidParams: no batch of events',
      401: 'Unauthorized: the signature is wrong',
      413: 'PayloadTooLarge: more than 8 KB',
      429: 'Too many requests; Retry-After says when',
    }),
  }),
})

const byMethod = (method: Call['method'] | GameCall['method'], spec: object): object => ({
  [method.toLowerCase()]: spec,
})
/** The OpenAPI 3.1 document of the player's and the game's API, generated from the calls alone. */
export const openApi = (serverUrl: string): object => ({
  openapi: '3.1.0',
  info: {
    title: 'HC Portal',
    version: '1',
    description: 'Every answer is an envelope: code 0 with a result, or a code with a stable error key.',
  },
  servers: [{ url: serverUrl }],
  components,
  paths: {
    ...Object.fromEntries(
      keysOf(calls).map((name) => [`/api/${name}`, byMethod(calls[name].method, playerOperation(name, calls[name]))]),
    ),
    ...Object.fromEntries(
      Object.entries<GameCall>(gameCalls).map(([name, spec]) => [
        spec.path,
        byMethod(spec.method, gameOperation(name, spec)),
      ]),
    ),
    ...logPaths(),
    ...otherPaths(),
  },
})

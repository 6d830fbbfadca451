import { randomUUID } from 'node:crypto'
import Fastify, { type FastifyInstance, type FastifyServerOptions, LogController } from 'fastify'
import type { Logger } from 'pino'
import { SecureResponse } from './fast/security-headers.ts'
import { serializerCompiler, validatorCompiler } from './schemas.ts'

const BODY_LIMIT = 64 * 1024
/** ms for a request's headers, including the silence of a new connection before them. */
const HEADERS_MS = 15_000

type Options = { logger: Logger; requestTimeoutMs: number } & Pick<
  FastifyServerOptions,
  'trustProxy' | 'keepAliveTimeout' | 'routerOptions' | 'frameworkErrors'
>

/** A listener, the players' or the desk's: what both ask of Fastify. */
export function createFastify({ logger, requestTimeoutMs, ...options }: Options): FastifyInstance {
  const fastify = Fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_LIMIT,
    genReqId: () => randomUUID(),
    requestTimeout: requestTimeoutMs,
    http: {
      ServerResponse: SecureResponse,
      connectionsCheckingInterval: Math.min(5_000, requestTimeoutMs / 2),
      headersTimeout: Math.min(HEADERS_MS, requestTimeoutMs),
    },
    forceCloseConnections: 'idle',
    return503OnClosing: true,
    onProtoPoisoning: 'error',
    onConstructorPoisoning: 'error',
    ...options,
  }) as unknown as FastifyInstance
  return fastify.setValidatorCompiler(validatorCompiler).setSerializerCompiler(serializerCompiler)
}

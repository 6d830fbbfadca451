import type { FastifyRequest } from 'fastify'
import packageJson from '../../package.json' with { type: 'json' }

/** The version of this build: package.json has it, and each release writes it there. */
export const VERSION = packageJson.version

const LOOPBACK = /^(?:127\.\d+\.\d+\.\d+|::1|::ffff:127\.\d+\.\d+\.\d+)$/

/**
 * That the process lives. Its version only for callers on this machine, such as an upgrade that compares two of them:
 * others would look up its faults. A proxy on this machine calls for somebody else. Decision 713.
 */
export const lifeOf = (request: FastifyRequest): { status: 'ok'; version?: string } =>
  isFromHere(request) ? { status: 'ok', version: VERSION } : { status: 'ok' }

/** A caller on this machine, and no proxy that passes on. */
function isFromHere(request: FastifyRequest): boolean {
  const isNear = LOOPBACK.test(request.socket.remoteAddress ?? '') && LOOPBACK.test(request.ip)
  const isPassedOn = ['x-forwarded-for', 'forwarded', 'via'].some((name) => request.headers[name] !== undefined)
  return isNear && !isPassedOn
}

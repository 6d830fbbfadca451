import { AppError } from '@hc/contract/errors'
import type { FastifyRequest } from 'fastify'

/** The header Idempotency-Key, or null. @throws AppError InvalidParams */
export function idempotencyKey(request: FastifyRequest): string | null {
  const key = request.headers['idempotency-key']
  if (key === undefined || key === '') return null
  if (typeof key !== 'string' || !/^[\x21-\x7e]{1,128}$/.test(key)) {
    throw new AppError('InvalidParams', {
      issues: [{ path: 'Idempotency-Key', message: 'must be 1 to 128 visible ASCII characters' }],
    })
  }
  return key
}

/** @throws AppError InvalidParams: the key belongs to another body. */
export function keyOfAnother(): never {
  throw new AppError('InvalidParams', { issues: [{ path: 'Idempotency-Key', message: 'was used with another body' }] })
}

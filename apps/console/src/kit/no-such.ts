import { CallError } from '@hc/contract/client'

/** Thrown by a page whose address names nothing. `reason`: the server's refusal, if it was asked. */
export class NoSuch extends Error {
  readonly reason: CallError | null
  constructor(reason: CallError | null = null) {
    super('no such page')
    this.reason = reason
  }
}

/** Whether the server knows nothing of what a page's address names. */
export const namesNothing = (error: unknown): error is CallError =>
  error instanceof CallError && (error.msg === 'InvalidParams' || error.msg.endsWith('NotFound'))

/** The number in a page's address. @throws NoSuch */
export function numberOf(text: string | undefined): number {
  const number = Number(text)
  if (!/^[1-9]\d*$/.test(text ?? '') || !Number.isSafeInteger(number)) throw new NoSuch()
  return number
}

/** A part of a page's address, decoded. @throws NoSuch */
export function wordOf(text: string | undefined): string {
  try {
    return decodeURIComponent(text ?? '')
  } catch {
    throw new NoSuch()
  }
}

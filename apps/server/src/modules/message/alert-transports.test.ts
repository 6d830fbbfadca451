import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { boundedCall } from '@hc/channels/http'
import { expect, it } from 'vitest'
import { outsideOnly, refusedTarget } from './alert-transports.ts'

it('an alert never connects to a private address, even if its host name resolves to one only later', async () => {
  let heard = 0
  const server = createServer((_request, response) => {
    heard += 1
    response.end('{}')
  })
  await new Promise<void>((ready) => {
    server.listen(0, 'localhost', ready)
  })
  const url = `http://localhost:${(server.address() as AddressInfo).port}/`
  try {
    const call = { method: 'POST' as const, url, timeoutMs: 5000 }
    await expect(boundedCall({ ...call, lookup: outsideOnly })).rejects.toThrow('within a private network')
    expect(heard).toBe(0)
    expect((await boundedCall(call)).status).toBe(200)
    expect(heard).toBe(1)
  } finally {
    server.closeAllConnections()
    server.close()
  }
})

it.each(['https://localhost/x', 'https://127.0.0.1/x', 'https://[::1]/x', 'https://[::ffff:10.0.0.1]/x'])(
  'an alert does not go to %s, which is a private address',
  async (target) => {
    expect(await refusedTarget(target, false)).toBe('the address is within a private network')
  },
)

import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { boundedCall } from '@hc/channels/http'
import { expect, it } from 'vitest'
import { outsideOnly, refusedTarget } from './alert-transports.ts'

it('an alert never connects to a private address, even if its host name resolves to one only later', async () => {
  let calls = 0
  const server = createServer((_request, response) => {
    calls += 1
    response.end('{}')
  })
  await new Promise<void>((ready) => {
    server.listen(0, 'localhost', ready)
  })
  const url = `http://localhost:${(server.address() as AddressInfo).port}/`
  try {
    const call = { method: 'POST' as const, url, timeoutMs: 5000 }
    await expect(boundedCall({ ...call, lookup: outsideOnly })).rejects.toThrow('within a private network')
    expect(calls).toBe(0)
    expect((await boundedCall(call)).status).toBe(200)
    expect(calls).toBe(1)
  } finally {
    server.closeAllConnections()
    server.close()
  }
})

it.each([
  'localhost',
  '127.0.0.1',
  '[::1]',
  '[::ffff:10.0.0.1]',
  '[::127.0.0.1]',
  '[64:ff9b::7f00:1]',
  '[64:ff9b::a9fe:a9fe]',
  '[64:ff9b::a00:1]',
  '[64:ff9b:1::a9fe:a9fe]',
  '[2002:7f00:1::]',
  '[2002:a9fe:a9fe::1]',
  '[fec0::1]',
  '[2001:0:7f00:1::]',
  '[::ffff:0:127.0.0.1]',
  '[2001:db8::1]',
  '[fd00::1]',
  '[ff02::1]',
  '[100::1]',
  '192.0.0.1',
  '192.0.0.192',
  '198.18.0.1',
  '100.64.0.1',
  '255.255.255.255',
  '0.0.0.0',
  '2130706433',
  '0x7f.1',
])('an alert does not go to %s, which is no address of the internet', async (host) => {
  expect(await refusedTarget(`https://${host}/x`, false)).toBe('the address is within a private network')
})

it.each([
  '93.184.215.14',
  '[64:ff9b::5db8:d70e]',
  '[2606:2800:21f:cb07:6820:80da:af6b:8b2c]',
  '[::ffff:93.184.215.14]',
])('an alert may go to %s, an address of the internet', async (host) => {
  expect(await refusedTarget(`https://${host}/x`, false)).toBe('')
})

import fc from 'fast-check'
import { expect, it } from 'vitest'
import { addressKey } from './address.ts'

it('an IPv6 customer is a /64, however it is written, and an IPv4 one its address', () =>
  expect(
    [
      '203.0.113.7',
      '::ffff:203.0.113.7',
      '2001:db8:1:2:3:4:5:6',
      '2001:0DB8:0001:2::9',
      '2001:db8:1:3::9',
      '2001:db8::1',
      '::1',
      'fe80::1%eth0',
      '',
    ].map(addressKey),
  ).toEqual([
    '203.0.113.7',
    '203.0.113.7',
    '2001:db8:1:2::/64',
    '2001:db8:1:2::/64',
    '2001:db8:1:3::/64',
    '2001:db8:0:0::/64',
    '0:0:0:0::/64',
    'fe80:0:0:0::/64',
    '',
  ]))

it('an address has one key, whatever port a proxy writes behind it', () => {
  for (const [bare, forms] of [
    ['198.51.100.40', ['198.51.100.40:40001', '198.51.100.40:40002']],
    ['2001:db8:1:2::/64', ['[2001:db8:1:2::9]:443', '[2001:db8:1:2::9]']],
    ['203.0.113.7', ['[::ffff:203.0.113.7]:80']],
  ] as const)
    expect(forms.map(addressKey)).toEqual(forms.map(() => bare))
})

it('any address has the key of its bare form behind any proxy, and two networks never share one', () => {
  const port = fc.integer({ min: 1, max: 65_535 })
  const v6 = fc.array(fc.integer({ min: 0, max: 0xffff }), { minLength: 8, maxLength: 8 })
  const hex = (groups: readonly number[]): string => groups.map((group) => group.toString(16)).join(':')
  fc.assert(
    fc.property(fc.ipV4(), port, (ip, n) => {
      const forms = [ip, `${ip}:${n}`, `[${ip}]:${n}`, `::ffff:${ip}`, `::FFFF:${ip}`, `[::ffff:${ip}]:${n}`]
      expect(forms.map(addressKey)).toEqual(forms.map(() => ip))
    }),
  )
  fc.assert(
    fc.property(v6, v6, port, (groups, other, n) => {
      fc.pre(groups.slice(0, 5).some((group) => group !== 0))
      const ip = hex(groups)
      const short = new URL(`http://[${ip}]`).hostname.slice(1, -1)
      const forms = [ip, ip.toUpperCase(), short, `[${ip}]`, `[${short}]:${n}`, `${short}%eth0`]
      const key = `${hex(groups.slice(0, 4))}::/64`
      expect(forms.map(addressKey)).toEqual(forms.map(() => key))
      const same = groups.slice(0, 4).every((group, at) => group === other[at])
      if (!same && other[0] !== 0) expect(addressKey(hex(other))).not.toBe(key)
    }),
  )
})

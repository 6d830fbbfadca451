import { expect, it } from 'vitest'
import { addressKey } from './address.ts'

it('an IPv6 customer is a /64, however it is written, and an IPv4 one its address', () => {
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
  ])
})

it('an address has one key, whatever port a proxy writes behind it', () => {
  for (const [bare, forms] of [
    ['198.51.100.40', ['198.51.100.40:40001', '198.51.100.40:40002']],
    ['2001:db8:1:2::/64', ['[2001:db8:1:2::9]:443', '[2001:db8:1:2::9]']],
    ['203.0.113.7', ['[::ffff:203.0.113.7]:80']],
  ] as const)
    expect(forms.map(addressKey)).toEqual(forms.map(() => bare))
})

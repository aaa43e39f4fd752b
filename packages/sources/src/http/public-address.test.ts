import { describe, expect, test } from 'vitest'

import { isPublicAddress } from './public-address.ts'

describe('isPublicAddress', () => {
  test.each(['8.8.8.8', '1.1.1.1', '172.15.255.255', '172.32.0.1', '100.63.255.255', '100.128.0.1', '2606:4700::1111'])(
    '%s is public',
    (address) => expect(isPublicAddress(address)).toBe(true),
  )

  test.each([
    ['loopback', '127.0.0.1 127.255.255.254 ::1'],
    ['unspecified', '0.0.0.0 0.1.2.3 ::'],
    ['private', '10.0.0.1 172.16.0.1 172.31.255.255 192.168.0.1 fc00::1 fd12:3456::1'],
    ['link-local', '169.254.0.1 fe80::1 febf::1 fec0::1'],
    ['cloud metadata', '169.254.169.254 168.63.129.16 100.100.100.200 fd00:ec2::254'],
    ['carrier-grade NAT', '100.64.0.1 100.127.255.255'],
    ['multicast and broadcast', '224.0.0.1 239.1.1.1 255.255.255.255 ff02::1'],
    [
      'reserved, test and benchmark',
      '192.0.0.1 192.0.2.1 198.18.0.1 198.51.100.1 203.0.113.1 240.0.0.1 2001:db8::1 3fff::1 100::1',
    ],
    ['IPv4 inside IPv6', '::ffff:127.0.0.1 ::ffff:8.8.8.8 ::127.0.0.1 64:ff9b::7f00:1 64:ff9b:1::1'],
    ['tunnels', '2002:7f00:1:: 2001::1'],
    ['no address at all', 'example.com 1.2.3 999.1.1.1 fe80::1%eth0%'],
  ])('%s is not public', (_, addresses) => {
    for (const address of addresses.split(' ')) expect([address, isPublicAddress(address)]).toEqual([address, false])
  })
})

import { expect, test } from 'vitest'
import { toWebAddress } from './web-address.ts'

test.each([
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  ' javascript:alert(1)',
  'java\nscript:alert(1)',
  '\u0001javascript:alert(1)',
  'javascript://https://good.example/%0aalert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:msgbox(1)',
  'file:///etc/passwd',
  'blob:https://good.example/1',
  'view-source:https://good.example',
  'ftp://good.example/',
  '//good.example/',
  '/path',
  'https://',
  'https:good.example',
  'good.example',
  '',
  null,
  undefined,
])('%j is no address of the web', (address) => {
  expect(toWebAddress(address)).toBeNull()
})

test('addresses of the web stay as they are written, but for breaks inside', () => {
  expect(toWebAddress(' HTTPS://Good.example/a b?c#d ')).toBe('https://good.example/a%20b?c#d')
  expect(toWebAddress('http://good.example/A?b=%20')).toBe('http://good.example/A?b=%20')
})

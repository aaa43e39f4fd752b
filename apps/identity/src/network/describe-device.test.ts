import { expect, test } from 'vitest'
import { describeDevice } from '../storage/sql-adapter.ts'

test.each([
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0', 'Firefox on Windows'],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
    'Safari on iOS',
  ],
  [
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
    'Chrome on Linux',
  ],
  ['', null],
])('%s is called %s', (userAgent, device) => {
  expect(describeDevice(userAgent)).toBe(device)
})

test('what is no browser is described in a bounded text, or not at all', () => {
  for (const userAgent of ['x'.repeat(10_000), '<script>alert(1)</script>', ')('])
    expect((describeDevice(userAgent) ?? '').length).toBeLessThan(90)
})

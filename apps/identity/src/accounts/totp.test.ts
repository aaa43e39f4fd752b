import { describe, expect, test } from 'vitest'
import { codeOf, findStep, stepAt, toBase32, toOtpAddress } from './totp.ts'

const secret = Buffer.from('12345678901234567890')

describe('a code of the second factor', () => {
  // RFC 6238, appendix B, with only the last six digits
  test.each([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_111_111_111, '050471'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
    [20_000_000_000, '353130'],
  ])('at %i seconds equals the value in the standard', (seconds, code) => {
    expect(codeOf(secret, stepAt(seconds * 1000))).toBe(code)
  })

  test('is valid for half a minute before and after, and no longer', () => {
    const now = 1_111_111_111_000
    const step = stepAt(now)
    expect([-2, -1, 0, 1, 2].map((distance) => findStep(secret, codeOf(secret, step + distance), now))).toEqual([
      null,
      step - 1,
      step,
      step + 1,
      null,
    ])
    expect(findStep(secret, '050 471', now)).toBe(step)
    expect(findStep(secret, '05047', now)).toBeNull()
    expect(findStep(secret, '０50471', now)).toBeNull()
  })

  test('comes from a secret that authenticator apps can read', () => {
    expect(toBase32(secret)).toBe('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ')
    expect(toOtpAddress(secret, { issuer: 'Auspex', account: 'ada@example.com' })).toBe(
      'otpauth://totp/Auspex:ada%40example.com?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Auspex',
    )
  })
})

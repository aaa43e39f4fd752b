import { describe, expect, test } from 'vitest'
import { hashPassword, verifyPassword } from './passwords.ts'

describe('a password hash', () => {
  test('matches only its password, and is different each time', async () => {
    const [first, second] = await Promise.all([hashPassword('correct horse'), hashPassword('correct horse')])
    expect(first).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect(first).not.toBe(second)
    expect(await verifyPassword('correct horse', first)).toBe(true)
    expect(await verifyPassword('correct horse ', first)).toBe(false)
  })

  test('accepts the same letters typed as other code points', async () => {
    expect(await verifyPassword('Cafe\u0301', await hashPassword('Caf\u00e9'))).toBe(true)
  })

  // Created with the argon2 command of the reference implementation: echo -n password | argon2 somesalt -id -t 2 -m 16 -p 1 -l 32 -e
  test('of the reference implementation is accepted', async () => {
    const hash = '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc'
    expect(await verifyPassword('password', hash)).toBe(true)
  })

  test('in another format is an error, not a wrong password', async () => {
    await expect(verifyPassword('x', '$2b$10$abc')).rejects.toThrow('not an Argon2id PHC string')
  })
})

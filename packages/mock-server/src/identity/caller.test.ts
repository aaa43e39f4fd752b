import { describe, expect, test } from 'vitest'
import { hasRole, readCaller } from './caller.ts'

const person = { userId: 'usr_mira', organizationId: 'org_northwind' }
const caller = (token: string) => readCaller(`Bearer ${token}`, person)

const jwt = (claims: object) => `e30.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.sig`

describe('a bearer token', () => {
  test('with any text is the example user, who may do everything', () => {
    expect(caller('secret')).toMatchObject(person)
    expect(hasRole(caller('secret') ?? { ...person, roles: [] }, 'godmode')).toBe(true)
  })

  test('may name a tenant, a person and roles', () => {
    expect(caller('org_a.usr_root.godmode+importer')).toEqual({
      organizationId: 'org_a',
      userId: 'usr_root',
      roles: ['member', 'godmode', 'importer'],
    })
    expect(caller('org_a.usr_b')?.roles).toEqual(['member'])
    expect(caller('usr_b')).toMatchObject({ organizationId: 'org_northwind', userId: 'usr_b' })
  })

  test('that is a JWT is read by its claims, whatever its signature', () => {
    expect(caller(jwt({ sub: 'Ana.1', organization: 'org_contoso', roles: ['importer'] }))).toEqual({
      organizationId: 'org_contoso',
      userId: 'usr_ana1',
      roles: ['importer'],
    })
    expect(caller(jwt({ sub: 'usr_x', org_id: 'org_y', roles: 'member godmode' }))?.roles).toEqual([
      'member',
      'godmode',
    ])
  })

  test('has every role with godmode', () => {
    expect(hasRole({ ...person, roles: ['godmode'] }, 'importer')).toBe(true)
    expect(hasRole({ ...person, roles: ['member'] }, 'importer')).toBe(false)
  })
})

test.each([undefined, '', 'Basic abc', 'Bearer', 'Bearer a b'])('%s is not authenticated', (authorization) => {
  expect(readCaller(authorization, person)).toBeNull()
})

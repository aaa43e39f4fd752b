import { expect, test } from 'vitest'
import { checkScopes } from './session-config.ts'

test('the product asks for openid, profile, email and organization', () => {
  expect(checkScopes()).toEqual(['openid', 'profile', 'email', 'organization'])
})

test.each(['openid profile', { 0: 'openid' }, ['openid', 1], null])('scopes must be an array, not %j', (scopes) => {
  expect(() => checkScopes(scopes)).toThrow('Scopes must be an array')
})

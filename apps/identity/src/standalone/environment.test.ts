import { describe, expect, test } from 'vitest'
import { EnvironmentError, readEnvironment } from './environment.ts'

const valid = {
  DATABASE_URL: 'postgres://auspex@localhost/auspex',
  OIDC_ISSUER: 'https://login.example.com/oidc',
  WEB_ORIGIN: 'https://auspex.example.com/',
}

describe('the settings of the standalone provider', () => {
  test('have defaults for what is rarely changed', () => {
    expect(readEnvironment(valid)).toEqual({
      ...valid,
      WEB_ORIGIN: 'https://auspex.example.com',
      AUSPEX_PORT: 4180,
      AUSPEX_SESSION_DAYS: 90,
      API_AUDIENCE: 'api://default',
      AUSPEX_TRUST_PROXY: 0,
    })
  })

  test('are all named when they are missing', () => {
    expect(() => readEnvironment({})).toThrow(EnvironmentError)
    for (const name of Object.keys(valid)) expect(() => readEnvironment({})).toThrow(`${name}: `)
  })

  test.each([
    ['AUSPEX_PORT', '70000'],
    ['AUSPEX_PORT', 'http'],
    ['DATABASE_URL', 'mysql://localhost/auspex'],
    ['OIDC_ISSUER', 'https://login.example.com/?tenant=1'],
    ['WEB_ORIGIN', 'https://auspex.example.com/app'],
    ['API_AUDIENCE', 'default'],
    // would trust whatever a caller sends
    ['AUSPEX_TRUST_PROXY', 'true'],
  ])('name %s when it is %s', (name, value) => {
    expect(() => readEnvironment({ ...valid, [name]: value })).toThrow(`${name}: `)
  })
})

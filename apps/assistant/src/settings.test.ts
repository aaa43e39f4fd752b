import { readConfig } from '@auspex/api'
import { expect, test } from 'vitest'
import { ensureOwnHost } from './settings.ts'

const whole = {
  DATABASE_URL: 'postgres://auspex@localhost:5432/auspex',
  AUSPEX_API_URL: 'https://auspex.example.org/api',
  OIDC_ISSUER: 'https://auspex.example.org/identity',
}

test.each(Object.keys(whole))('without %s it does not start, and says so', (name) => {
  const config = readConfig({ ...whole, [name]: '' })
  expect(() => ensureOwnHost(config)).toThrow(name)
})

test('with all three it starts', () => {
  expect(() => ensureOwnHost(readConfig(whole))).not.toThrow()
})

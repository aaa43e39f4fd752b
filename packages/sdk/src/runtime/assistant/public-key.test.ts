import { expect, test } from 'vitest'
import { createPublicKey, readPublicKey } from './public-key.ts'

test('a public key names its runtime', () => {
  const key = createPublicKey('https://auspex.example/assistant/')
  expect(key).toMatch(/^pk_[A-Za-z0-9_-]+$/)
  expect(readPublicKey(key)).toBe('https://auspex.example/assistant')
})

test.each(['', 'pk_', 'sk_aHR0cHM6Ly9h', 'pk_%%%', `pk_${btoa('javascript:alert(1)')}`, `pk_${btoa('/assistant')}`])(
  'an invalid key is refused with advice: %j',
  (key) => {
    expect(() => readPublicKey(key)).toThrow('give a runtimeUrl such as /assistant instead')
  },
)

import { expect, test } from 'vitest'
import { toRegisterText } from './register-text.ts'

test('the signs that the register escapes read as themselves', () => {
  expect(toRegisterText('recurrent glioma \\[rHGG\\], age \\> 18 &amp; \\*not\\* pregnant')).toBe(
    'recurrent glioma [rHGG], age > 18 & *not* pregnant',
  )
})

test('a backslash before a letter stays', () => {
  expect(toRegisterText('a\\b, 5 mg')).toBe('a\\b, 5 mg')
})

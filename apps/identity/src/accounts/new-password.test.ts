import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { refusePassword } from './new-password.ts'

const ada = { login: 'ada', email: 'ada@example.com', name: 'Ada Lovelace' }

describe('a new password', () => {
  test.each(['correct horse battery', 'Zwölf Boxkämpfer', '日本語のパスワードは長くてよい'])(
    'may be %s',
    (password) => {
      expect(refusePassword(password, ada)).toBeNull()
    },
  )

  test.each([
    ['eleven char', 'at least 12'],
    ['x'.repeat(1025), 'at most 1024'],
    ['ada.lovelace1', 'little more than a name'],
    ['Ada@Example.com1', 'little more than a name'],
    ['Auspex-auspex-1', 'little more than a name'],
    ['1qaz2wsx3edc', 'Many people use this'],
    ['EveningCucumber', 'Many people use this'],
    ['aaaaaaaaaaaaa', 'repeats itself'],
    ['123456789012345', 'repeats itself'],
    ['qwertyuiopasd', 'repeats itself'],
    ['zyxwvutsrqponm', 'repeats itself'],
  ])('may not be %s', (password, reason) => {
    expect(refusePassword(password, ada)).toContain(reason)
  })
})

test('none of the commonest 5,000 passwords that are long enough is taken', () => {
  const file = new URL('common-passwords.txt.gz', import.meta.url)
  const passwords = gunzipSync(readFileSync(file)).toString('utf8').trim().split('\n')
  expect(passwords.filter((password) => password.length >= 12)).toHaveLength(5_000)
  expect(new Set(passwords).size).toBe(5_000)
  expect(passwords.filter((password) => refusePassword(password, ada) === null)).toEqual([])
})

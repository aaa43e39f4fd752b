import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { refusePassword } from './new-password.ts'

const ada = {
  login: 'ada',
  email: 'ada@example.com',
  name: 'Ada Lovelace',
  organization: { id: 'org_northwind', name: 'Northwind Traders' },
}

describe('a new password', () => {
  test.each(['correct horse battery', 'Zwölf Boxkämpfer', '日本語のパスワードは長くてよい'])(
    'may be %s',
    (password) => {
      expect(refusePassword(password, ada)).toBeNull()
    },
  )

  test('may be as long as the form accepts', () => {
    const long = 'seven blue herons fly over '.repeat(40).slice(0, 1024)
    expect(refusePassword(long, ada)).toBeNull()
  })

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

describe('a word associated with the account is not a password', () => {
  const zoe = {
    login: 'zmueller',
    email: 'zoe.mueller@analytics.brightwater.example',
    name: 'Zoë Müller-Lüdenscheidt',
    organization: { id: 'org_bw', name: 'Brightwater & Söhne GmbH' },
  }
  const words = [
    zoe.login,
    zoe.email,
    'zoe.mueller',
    'mueller',
    'analytics',
    ...zoe.name.split(/[ -]/),
    zoe.name,
    zoe.organization.name,
    'brightwater',
    'söhne',
    'auspex',
  ]
  const changes: [string, (word: string) => string][] = [
    ['as it is', (word) => word],
    ['in capitals', (word) => word.toUpperCase()],
    ['without accents', (word) => word.normalize('NFKD').replaceAll(/\p{M}/gu, '')],
    ['without blanks', (word) => word.replaceAll(/\s/gu, '')],
    ['with digits for letters', (word) => word.replaceAll('o', '0').replaceAll('e', '3').replaceAll('i', '1')],
    ['with a year behind it', (word) => `${word}2026`],
    ['with signs and a digit around it', (word) => `!!${word}-1`],
    ['with another word of the account', (word) => `${word} brightwater`],
  ]
  test.each(changes)('%s, again and again', (_how, change) => {
    const acceptedPasswords = words
      .map((word) => change(word))
      .map((word) => word.repeat(Math.ceil(12 / Array.from(word).length)))
      .filter((password) => refusePassword(password, zoe) === null)
    expect(acceptedPasswords).toEqual([])
  })

  test.each([
    'Northwind Traders',
    'northwindtraders',
    'Northwind-Traders-2026',
    'N0rthw1nd Tr4der$',
    'traders northwind!',
  ])('as %s, which is the name of the organization', (password) => {
    expect(refusePassword(password, ada)).toContain('little more than a name')
  })

  test.each(['northwind blows over cold harbours', 'ada keeps seven blue herons', '🦊🐻🐼🐨🐯🦁🐮🐷🐸🐵🐔🐧'])(
    'but may be part of one: %s',
    (password) => {
      expect(refusePassword(password, ada)).toBeNull()
    },
  )
})

test('none of the 5,000 most common passwords of sufficient length is accepted', () => {
  const file = new URL('common-passwords.txt.gz', import.meta.url)
  const passwords = gunzipSync(readFileSync(file)).toString('utf8').trim().split('\n')
  expect(passwords.filter((password) => password.length >= 12)).toHaveLength(5_000)
  expect(new Set(passwords).size).toBe(5_000)
  expect(passwords.filter((password) => refusePassword(password, ada) === null)).toEqual([])
})

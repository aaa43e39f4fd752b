import type { QuestionWord } from './reader/question-words.ts'

const languages = ['en', 'de', 'fr', 'es']
/** Names of countries that no calendar of names has. */
const others: readonly (readonly [string, string])[] = [
  ['usa', 'US'],
  ['us', 'US'],
  ['u s', 'US'],
  ['america', 'US'],
  ['states', 'US'],
  ['uk', 'GB'],
  ['u k', 'GB'],
  ['britain', 'GB'],
  ['great britain', 'GB'],
  ['england', 'GB'],
  ['holland', 'NL'],
  ['czech republic', 'CZ'],
  ['turkey', 'TR'],
  ['south korea', 'KR'],
  ['russia', 'RU'],
  ['china', 'CN'],
  ['iran', 'IR'],
  ['etats unis', 'US'],
  ['estados unidos', 'US'],
  ['eeuu', 'US'],
  ['scotland', 'GB'],
  ['wales', 'GB'],
  ['northern ireland', 'GB'],
  ['palestine', 'PS'],
]

let codes: ReadonlyMap<string, string> | null = null

/** Codes by folded country names in the languages that are read; built at the first question, because it tries every possible code. */
function countryCodes(): ReadonlyMap<string, string> {
  if (codes !== null) return codes
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'.split('')
  const known = letters.flatMap((a) =>
    letters.flatMap((b) => {
      // an obsolete code maps to a newer one, and some codes are not countries
      const isCountry =
        Intl.getCanonicalLocales(`und-${a}${b}`)[0] === `und-${a}${b}` && !/^(?:EU|UN|EZ|XA|XB|ZZ|QO)$/.test(a + b)
      return isCountry ? [a + b] : []
    }),
  )
  const named = languages.flatMap((language) => {
    const names = new Intl.DisplayNames(language, { type: 'region', fallback: 'none' })
    return known.flatMap((code) => {
      const name = names.of(code)
      return name === undefined ? [] : [[foldName(name), code] as const]
    })
  })
  codes = new Map([...named, ...others])
  return codes
}

function foldName(name: string): string {
  return name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

/** The country that words name, with or without an article; null for a city or a region. */
export function readCountry(words: string): string | null {
  const folded = foldName(words)
  const names = [folded, folded.replace(/^(?:the|die|der|den|le|la|les|el|los|las|l) /u, '')]
  return names.map((name) => countryCodes().get(name)).find((code) => code !== undefined) ?? null
}

/** Whether a word is the name of a country; "us" only in capitals. */
export function isCountryWord({ text, folded }: QuestionWord): boolean {
  return folded === 'us' ? text === 'US' : countryCodes().has(folded)
}

/** The name of a country such as `DE`, as used in sentences. */
export function countryLabel(code: string): string {
  const name = new Intl.DisplayNames('en', { type: 'region' }).of(code) ?? code
  return /^United|Netherlands|Philippines/u.test(name) ? `the ${name}` : name
}


const others: readonly (readonly [string, string])[] = [
  ['usa', 'US'],
  ['us', 'US'],
  ['u.s.', 'US'],
  ['america', 'US'],
  ['the states', 'US'],
  ['uk', 'GB'],
  ['u.k.', 'GB'],
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
]

let codes: ReadonlyMap<string, string> | null = null

/** Codes by lower-case country names; built at the first question, because it tries every possible code. */
function countryCodes(): ReadonlyMap<string, string> {
  if (codes !== null) return codes
  const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'.split('')
  const named = letters.flatMap((a) =>
    letters.flatMap((b) => {
      // an obsolete code maps to a newer one, and some codes are not countries
      const isCountry =
        Intl.getCanonicalLocales(`und-${a}${b}`)[0] === `und-${a}${b}` && !/^(?:EU|UN|EZ|XA|XB|ZZ|QO)$/.test(a + b)
      const name = isCountry ? names.of(a + b) : undefined
      return name === undefined ? [] : [[name.toLowerCase(), a + b] as const]
    }),
  )
  codes = new Map([...named, ...others])
  return codes
}

/** The country that a question is restricted to ("in Germany", "among US outlets"), and the question without it. */
export function readCountry(text: string): { readonly country: string; readonly rest: string } | null {
  for (const match of text.matchAll(
    /\b(?:in|across|from within|for)\s+(?:the\s+)?(?=([\p{L}.]+(?:\s+[\p{L}.]+){0,2}))/giu,
  )) {
    const words = (match[1] ?? '').split(/\s+/u)
    for (let count = words.length; count > 0; count -= 1) {
      const name = words.slice(0, count).join(' ')
      const country =
        countryCodes().get(name.toLowerCase()) ?? countryCodes().get(name.toLowerCase().replace(/\.$/u, ''))
      // "in us" is a country only in capitals
      if (country === undefined || (/^us$/iu.test(name) && name !== 'US')) continue
      const matchLength = match[0].length + name.length
      return { country, rest: `${text.slice(0, match.index)} ${text.slice(match.index + matchLength)}` }
    }
  }
  return null
}

/** The name of a country such as `DE`, as used in sentences. */
export function sayCountry(code: string): string {
  const name = new Intl.DisplayNames('en', { type: 'region' }).of(code) ?? code
  return /^United|Netherlands|Philippines/u.test(name) ? `the ${name}` : name
}

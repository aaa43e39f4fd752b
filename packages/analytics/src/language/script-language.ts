// Scripts that one language dominates; kana before Han, because Japanese mixes both.
const scripts: readonly (readonly [lang: string, character: RegExp])[] = [
  ['ja', /[\p{Script=Hiragana}\p{Script=Katakana}]/gu],
  ['ko', /\p{Script=Hangul}/gu],
  ['zh', /\p{Script=Han}/gu],
  ['th', /\p{Script=Thai}/gu],
  ['lo', /\p{Script=Lao}/gu],
  ['km', /\p{Script=Khmer}/gu],
  ['my', /\p{Script=Myanmar}/gu],
  ['el', /\p{Script=Greek}/gu],
  ['he', /\p{Script=Hebrew}/gu],
  ['hy', /\p{Script=Armenian}/gu],
  ['ka', /\p{Script=Georgian}/gu],
  ['ta', /\p{Script=Tamil}/gu],
  ['te', /\p{Script=Telugu}/gu],
  ['bn', /\p{Script=Bengali}/gu],
]
const letter = /\p{L}/gu

/** The language that a text's script gives away, with the share of its letters in that script; null when none does. */
export function scriptLanguage(text: string): { lang: string; confidence: number } | null {
  const letters = countMatches(text, letter)
  for (const [lang, character] of scripts) {
    const found = countMatches(text, character)
    // A Japanese title may be mostly Han; a foreign name inside it may be Latin.
    const share =
      lang === 'ja' && found > 0 ? (found + countMatches(text, /\p{Script=Han}/gu)) / letters : found / letters
    if (found >= 2 && share >= 0.4) return { lang, confidence: Math.min(1, share) }
  }
  return null
}

function countMatches(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0
}

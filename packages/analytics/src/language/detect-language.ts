import { detectAll } from 'tinyld'
import { countFunctionWords, type FunctionWordCount } from './function-words.ts'
import { scriptLanguage } from './script-language.ts'

/** The language of a text: ISO 639-1 code, or null when the text does not tell; confidence is in [0, 1]. */
export interface DetectedLanguage {
  lang: string | null
  confidence: number
}

const unknownLanguage: DetectedLanguage = { lang: null, confidence: 0 }
const minLetters = 8

// tinyld reads Latin headlines as romanised Hindi, Klingon or Latin; each script is offered its own news languages only.
const latinLanguages =
  'en es fr de it pt nl sv no da fi is pl cs sk hu ro hr sl lt lv et tr vi id ms tl sw ca sq'.split(' ')
const languagesByScript: readonly (readonly [script: RegExp, languages: string[]])[] = [
  [/\p{Script=Cyrillic}/u, 'ru uk bg sr be mk kk'.split(' ')],
  [/\p{Script=Arabic}/u, 'ar fa ur'.split(' ')],
  [/\p{Script=Devanagari}/u, 'hi mr ne'.split(' ')],
]
const beyondAscii = /\P{ASCII}/u

/**
 * Detects the language of a title or text: by script where one language owns it, by function words where English is
 * plain, else with tinyld's n-grams. A text of fewer than 8 letters, or of numbers only, gives null.
 */
export function detectLanguage(text: string): DetectedLanguage {
  const isAscii = !beyondAscii.test(text)
  if (!isAscii) {
    const byScript = scriptLanguage(text)
    if (byScript !== null) return byScript
  }
  const count = countFunctionWords(text)
  if (count.letters < minLetters) return unknownLanguage
  if (isPlainEnglish(count)) {
    return { lang: 'en', confidence: Math.min(0.99, 0.7 + 0.1 * (count.english + count.shared)) }
  }
  return byNgrams(text, { isAscii, favoursEnglish: isAscii && count.foreign === 0 })
}

function isPlainEnglish({ english, shared, foreign }: FunctionWordCount): boolean {
  return english + shared > foreign * 2 && (english > 0 || shared > 1)
}

/** Headlines of names and nouns give n-grams little; without a foreign word, English needs only this share of the best score. */
const englishPrior = 0.2

function byNgrams(
  text: string,
  { isAscii, favoursEnglish }: { isAscii: boolean; favoursEnglish: boolean },
): DetectedLanguage {
  const script = isAscii ? undefined : languagesByScript.find(([character]) => character.test(text))
  const found = detectAll(text, { only: script?.[1] ?? latinLanguages })
  const [best, second] = found
  if (best === undefined) return unknownLanguage
  const english = found.find((candidate) => candidate.lang === 'en')
  if (
    favoursEnglish &&
    best.lang !== 'en' &&
    english !== undefined &&
    english.accuracy >= englishPrior * best.accuracy
  ) {
    return { lang: 'en', confidence: english.accuracy / (english.accuracy + best.accuracy) }
  }
  return { lang: best.lang, confidence: best.accuracy / (best.accuracy + (second?.accuracy ?? 0)) }
}

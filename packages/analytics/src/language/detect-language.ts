import { detectAll } from 'tinyld'
import { tokens } from '../text/tokenize.ts'
import { countFunctionWords } from './function-words.ts'
import { scriptLanguage } from './script-language.ts'

/** The language of a text: ISO 639-1 code, or null when the text does not tell; confidence is in [0, 1]. */
export interface DetectedLanguage {
  lang: string | null
  confidence: number
}

const undetermined: DetectedLanguage = { lang: null, confidence: 0 }
const minLetters = 8

/** tinyld also knows Klingon, Latin and Esperanto; headlines in those are names that it misread. */
const newsLanguages = (
  'en es fr de it pt nl sv no da fi is pl cs sk hu ro bg sr hr sl uk ru be lt lv et ' +
  'tr ar fa ur hi mr ne vi id ms tl sw af ca eu gl ga az kk uz sq mk'
).split(' ')

const nonAscii = /[^\u0000-\u007f]/

/**
 * Detects the language of a title or text: by script where one language owns it, by function words where English is
 * plain, else with tinyld's n-grams. A text of fewer than 8 letters, or of names and numbers only, gives null.
 */
export function detectLanguage(text: string): DetectedLanguage {
  if (nonAscii.test(text)) {
    const byScript = scriptLanguage(text)
    if (byScript !== null) return byScript
  }
  const words = tokens(text)
  if (lettersOf(words) < minLetters) return undetermined
  const { english, foreign } = countFunctionWords(words)
  // Three words of evidence at most, so that a long body is not more certain than a clear title.
  if (english > 0 && english > foreign * 2) return { lang: 'en', confidence: Math.min(0.99, 0.7 + 0.1 * english) }
  return byNgrams(text, english)
}

function byNgrams(text: string, english: number): DetectedLanguage {
  const [best, second] = detectAll(text, { only: newsLanguages })
  if (best === undefined) return english > 0 ? { lang: 'en', confidence: 0.5 } : undetermined
  return { lang: best.lang, confidence: best.accuracy / (best.accuracy + (second?.accuracy ?? 0)) }
}

function lettersOf(words: readonly string[]): number {
  let letters = 0
  for (const word of words) if (!/^\d/.test(word)) letters += word.length
  return letters
}

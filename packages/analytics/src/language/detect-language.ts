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
/** Whether a language is written in Latin letters, of those that are told apart. */
export function writesLatin(lang: string): boolean {
  return latinLanguages.includes(lang)
}

const languagesByScript: readonly (readonly [script: RegExp, languages: string[]])[] = [
  [/\p{Script=Cyrillic}/u, 'ru uk bg sr be mk kk'.split(' ')],
  [/\p{Script=Arabic}/u, 'ar fa ur'.split(' ')],
  [/\p{Script=Devanagari}/u, 'hi mr ne'.split(' ')],
]
const beyondAscii = /\P{ASCII}/u

/**
 * Detects the language of a title or text: by script where one language owns it, by function words where English is
 * plain, else with tinyld's n-grams. A text of fewer than 8 letters or of numbers only gives null, and so does a title whose few words
 * could be of several languages: "Covid vaccine", "Solar panels".
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
  const isPlain = isAscii && count.foreign === 0
  const guess = byNgrams(text, { isAscii, favoursEnglish: isPlain })
  const mayBeEnglish = count.letters < veryFewLetters || englishSpelling.test(text)
  return count.letters < fewLetters && !isTelling(guess, isPlain, mayBeEnglish)
    ? unknownLanguage
    : { lang: guess.lang, confidence: guess.confidence }
}

function isPlainEnglish({ english, shared, foreign }: FunctionWordCount): boolean {
  return english + shared > foreign * 2 && (english > 0 || shared > 1)
}

/** Headlines of names and nouns give n-grams little; without a foreign word, English needs only this share of the best score. */
const englishPrior = 0.2

/** Below so many letters, n-grams need evidence; below `veryFew`, nouns of English look like any language. */
const fewLetters = 60
const veryFewLetters = 24
/** tinyld's score of a text without an n-gram that one language alone has; titles of English nouns reach 0.098 as French. */
const leastScore = 0.1
/** With a function word or a letter of another language than English, the best must only stand out. */
const leastForeignScore = 0.03
const leastForeignConfidence = 0.55
const plainForeignScore = 0.09
const leastEnglishConfidence = 0.26
/** Spellings that are common in English and rare in the other languages of Latin letters. */
const englishSpelling = /ings?\b|ght|\bwh|th|sh|oo|ck|[aeo]w|[a-z]{3}y\b|ous\b|ea/iu

interface Guess extends DetectedLanguage {
  /** tinyld's own, in [0, 1]. */
  score: number
}

function isTelling({ lang, confidence, score }: Guess, isPlain: boolean, mayBeEnglish: boolean): boolean {
  if (lang === 'en') return confidence >= leastEnglishConfidence
  if (isPlain) return score >= leastScore || !mayBeEnglish
  return score >= plainForeignScore || (score >= leastForeignScore && confidence >= leastForeignConfidence)
}

function byNgrams(text: string, { isAscii, favoursEnglish }: { isAscii: boolean; favoursEnglish: boolean }): Guess {
  const script = isAscii ? undefined : languagesByScript.find(([character]) => character.test(text))
  const found = detectAll(text, { only: script?.[1] ?? latinLanguages })
  const [best, second] = found
  if (best === undefined) return { ...unknownLanguage, score: 0 }
  const english = found.find((candidate) => candidate.lang === 'en')
  if (
    favoursEnglish &&
    best.lang !== 'en' &&
    english !== undefined &&
    english.accuracy >= englishPrior * best.accuracy
  ) {
    return {
      lang: 'en',
      confidence: english.accuracy / (english.accuracy + best.accuracy),
      score: english.accuracy,
    }
  }
  const confidence = best.accuracy / (best.accuracy + (second?.accuracy ?? 0))
  return { lang: best.lang, confidence, score: best.accuracy }
}

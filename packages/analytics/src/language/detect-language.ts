import { detectAll } from 'tinyld'

/** Words that only English titles use. */
const englishWords = new Set(
  (
    'the of and to for with from by are been being has have had his their its it this that these those ' +
    'would could should can what why how who when where which after before under about into than then they ' +
    'you your our we he she my new says said gets more all out down first year years make makes made world ' +
    "best against during while there here be amid between through without because now need needs show shows i'm don't"
  ).split(' '),
)
/** Words that English shares with a related language: they support English but do not prove it. */
const sharedEnglish = new Set(
  'is was were will her not as at but over up off news week top day just if or an on us one two'.split(' '),
)
/** Frequent words of German, Dutch, French, Spanish, Italian, Portuguese, Scandinavian, Hungarian and Turkish that are not English. */
const foreignWords = new Set(
  (
    'der das und den dem des ein eine einen nicht mit ist im auf zu zum zur von bei nach sich auch wie aus ' +
    'het een van voor niet met zijn dat op te naar bij ook deze spreekt ' +
    'le la les du et une pour dans sur au aux qui que est pas avec par ' +
    'el los las del y por con para una su como se al mas ' +
    'il di che gli nel della per non sono da dei alla ' +
    'os uma em na das com mais ao ' +
    'och att det som en ett av til er og ikke ve bir bu ile ' +
    'az egy nem hogy meg csak volt minden'
  ).split(' '),
)
const word = /[\p{L}\p{M}'\u2019]+/gu
const foreignLetter = /[^\p{ASCII}\u2019]/u

/** Evidence for and against English among the words of a text; words are compared with their diacritics. */
interface FunctionWordCount {
  english: number
  shared: number
  foreign: number
  letters: number
}

/** Counts the function words of a text. A word with a letter outside ASCII counts against English. */
function countFunctionWords(text: string): FunctionWordCount {
  const count = { english: 0, shared: 0, foreign: 0, letters: 0 }
  for (const token of text.toLowerCase().match(word) ?? []) {
    count.letters += token.length
    if (englishWords.has(token)) count.english++
    else if (sharedEnglish.has(token)) count.shared++
    else if (foreignWords.has(token) || foreignLetter.test(token)) count.foreign++
  }
  return count
}

// Scripts that belong mainly to one language; kana before Han, because Japanese mixes both.
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

/** The language of a text: ISO 639-1 code, or null when it is undetermined; confidence is in [0, 1]. */
export interface DetectedLanguage {
  lang: string | null
  confidence: number
}

const unknownLanguage: DetectedLanguage = { lang: null, confidence: 0 }
const minLetters = 8

// tinyld reads Latin-script headlines as romanised Hindi, Klingon or Latin; each script is limited to its own news languages.
const latinLanguages =
  'en es fr de it pt nl sv no da fi is pl cs sk hu ro hr sl lt lv et tr vi id ms tl sw ca sq'.split(' ')
/** Whether a language is written in Latin letters, among those that can be detected. */
export function usesLatinScript(lang: string): boolean {
  return latinLanguages.includes(lang)
}

const languagesByScript: readonly (readonly [script: RegExp, languages: string[]])[] = [
  [/\p{Script=Cyrillic}/u, 'ru uk bg sr be mk kk'.split(' ')],
  [/\p{Script=Arabic}/u, 'ar fa ur'.split(' ')],
  [/\p{Script=Devanagari}/u, 'hi mr ne'.split(' ')],
]
const beyondAscii = /\P{ASCII}/u

/**
 * Detects the language of a title or text: by script where it belongs to one language, by function words where English is obvious, else with tinyld's
 * n-grams. A text with fewer than 8 letters or only numbers gives null, and so does a title whose few words fit several languages: "Covid vaccine",
 * "Solar panels".
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

/** Headlines of names and nouns have few typical n-grams; without a foreign word, English needs only this share of the best score. */
const englishPrior = 0.2

/** Below this number of letters, n-grams need evidence; below `veryFew`, English nouns look like any language. */
const fewLetters = 60
const veryFewLetters = 24
/** tinyld's score for a text without an n-gram that is unique to one language; titles of English nouns reach 0.098 as French. */
const minScore = 0.1
/** If the text has a function word or a letter of a language other than English, the best score only has to stand out. */
const minForeignScore = 0.03
const minForeignConfidence = 0.55
const plainForeignScore = 0.09
const minEnglishConfidence = 0.26
/** Spellings that are common in English and rare in the other languages of Latin letters. */
const englishSpelling = /ings?\b|ght|\bwh|th|sh|oo|ck|[aeo]w|[a-z]{3}y\b|ous\b|ea/iu

interface Guess extends DetectedLanguage {
  /** tinyld's own score, in [0, 1]. */
  score: number
}

function isTelling({ lang, confidence, score }: Guess, isPlain: boolean, mayBeEnglish: boolean): boolean {
  if (lang === 'en') return confidence >= minEnglishConfidence
  if (isPlain) return score >= minScore || !mayBeEnglish
  return score >= plainForeignScore || (score >= minForeignScore && confidence >= minForeignConfidence)
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

/** The language indicated by a text's script, with the share of its letters in that script; null when there is none. */
function scriptLanguage(text: string): { lang: string; confidence: number } | null {
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

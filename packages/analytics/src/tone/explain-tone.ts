import { sentenceSpans } from '../summary/split-sentences.ts'
import { addUpTone, type Tone } from './create-tone-scorer.ts'
import { knowledgeOf, type ScoreToneOptions } from './score-tone.ts'
import { toneWordSpans, toToneWords } from './tone-words.ts'
import { wordValences } from './word-valences.ts'

/** A word that carries tone: [start, end) in UTF-16 units of its text; `valence` after the rules of its context, about -4 to 4. */
export interface ToneWord {
  start: number
  end: number
  valence: number
}

/** A sentence, verbatim, with its own tone and the words it comes from. */
export interface ToneSentence extends Tone {
  start: number
  end: number
  /** Spans are relative to the whole text. */
  words: ToneWord[]
}

/**
 * The sentences of an English text, each scored separately, with the words that decide it. A document's own score is that of its whole text, so it is
 * not a mean of these. Empty for texts in other languages: none of their words are in the lexicon.
 */
export function explainTone(text: string, lang: string | null, options: ScoreToneOptions = {}): ToneSentence[] {
  if (lang !== null && lang !== 'en') return []
  const known = knowledgeOf(options)
  return sentenceSpans(text).map(([start, end]) => {
    const sentence = text.slice(start, end)
    const toneWords = toToneWords(sentence)
    const valences = wordValences(toneWords, known.lexicon)
    const words = toneWordSpans(sentence).flatMap(([from, to], at): ToneWord[] => {
      const valence = valences[at] ?? 0
      return valence === 0 ? [] : [{ start: start + from, end: start + to, valence }]
    })
    return { start, end, ...addUpTone(sentence, toneWords, valences, known), words }
  })
}

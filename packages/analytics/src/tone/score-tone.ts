import { createToneScorer, type Tone } from './create-tone-scorer.ts'
import type { TextStyle } from './text-style.ts'

const scorers = new Map<TextStyle, (text: string) => Tone>()

/**
 * The tone of a text whose language is known (ISO 639-1), as it may be told: where its label is unknown, so is its score. The
 * lexicon is English: any other language is unknown. With null as language the text is scored as English only if it holds words of
 * the lexicon.
 */
export function scoreTone(text: string, lang: string | null, style: TextStyle = 'news'): Tone {
  if (lang !== null && lang !== 'en') return { score: null, label: 'unknown', scoredWords: 0 }
  // Built on first use: importing the package costs no lexicon of 7,500 entries.
  let scorer = scorers.get(style)
  if (scorer === undefined) scorers.set(style, (scorer = createToneScorer({ style })))
  const tone = scorer(text)
  return tone.label === 'unknown' ? { ...tone, score: null } : tone
}

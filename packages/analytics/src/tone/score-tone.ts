import { createToneScorer, type Tone } from './create-tone-scorer.ts'

let englishScorer: ((text: string) => Tone) | null = null

/**
 * Scores a text whose language is known (ISO 639-1). The lexicon is English: any other language is unknown.
 * With null as language the text is scored as English only if it holds words of the lexicon.
 */
export function scoreTone(text: string, lang: string | null): Tone {
  if (lang !== null && lang !== 'en') return { score: null, label: 'unknown', scoredWords: 0 }
  // Built on first use: importing the package costs no lexicon of 7,500 entries.
  englishScorer ??= createToneScorer()
  return englishScorer(text)
}

import { buildToneKnowledge, scoreWith, type Tone, type ToneKnowledge } from './create-tone-scorer.ts'
import { isDirection } from './directions.ts'
import type { TextStyle } from './text-style.ts'

/** `without`: lower-case words that carry no tone here, such as those of a query within its own matches. */
export interface ScoreToneOptions {
  style?: TextStyle
  without?: ReadonlySet<string> | undefined
}

const knowledgeByStyle = new Map<TextStyle, ToneKnowledge>()

/**
 * The tone of a text whose language is known (ISO 639-1), in the form that may be shown: where its label is unknown, so is its score. The lexicon is
 * English: any other language is unknown. With null as language the text is scored as English only if it contains words of the lexicon.
 */
export function scoreTone(text: string, lang: string | null, { style = 'news', without }: ScoreToneOptions = {}): Tone {
  if (lang !== null && lang !== 'en') return { score: null, label: 'unknown', scoredWords: 0 }
  const tone = scoreWith(knowledgeOf({ style, without }), text)
  return tone.label === 'unknown' ? { ...tone, score: null } : tone
}

/** The English scorer data for a style, without some words. */
export function knowledgeOf({ style = 'news', without }: ScoreToneOptions): ToneKnowledge {
  return withoutTone(englishKnowledge(style), without)
}

/** A query excludes the same words from thousands of texts, so the reduced data is built only once. */
const knowledgeWithout = new WeakMap<ReadonlySet<string>, Map<ToneKnowledge, ToneKnowledge>>()

/** The scorer data without some words. The set must not change afterwards. */
export function withoutTone(known: ToneKnowledge, without: ReadonlySet<string> | undefined): ToneKnowledge {
  if (without === undefined || without.size === 0) return known
  let made = knowledgeWithout.get(without)
  if (made === undefined) knowledgeWithout.set(without, (made = new Map()))
  let rest = made.get(known)
  if (rest === undefined) made.set(known, (rest = withoutWords(known, without)))
  return rest
}

/** The English scorer data for a style. Built on first use: importing the package does not load a lexicon of 7,500 entries. */
export function englishKnowledge(style: TextStyle): ToneKnowledge {
  let known = knowledgeByStyle.get(style)
  if (known === undefined) knowledgeByStyle.set(style, (known = buildToneKnowledge({ style })))
  return known
}

function withoutWords(known: ToneKnowledge, without: ReadonlySet<string>): ToneKnowledge {
  const { lexicon, style } = known
  return {
    ...known,
    lexicon: {
      rules: {
        countsEveryLike: style === 'post',
        readsDirections: style === 'news' && ![...without].some(isDirection),
      },
      // most words have no valence, so they need only one lookup
      get: (word) => {
        const valence = lexicon.get(word)
        return valence === undefined || without.has(word) ? undefined : valence
      },
      has: (word) => lexicon.has(word) && !without.has(word),
    },
  }
}

import { buildToneKnowledge, scoreWith, type Tone, type ToneKnowledge } from './create-tone-scorer.ts'
import { isDirection } from './directions.ts'
import type { TextStyle } from './text-style.ts'

/** `without`: lower-case words that carry no tone here, as those of a query among the documents that it found. */
export interface ScoreToneOptions {
  style?: TextStyle
  without?: ReadonlySet<string> | undefined
}

const knowledgeByStyle = new Map<TextStyle, ToneKnowledge>()

/**
 * The tone of a text whose language is known (ISO 639-1), as it may be told: where its label is unknown, so is its score. The
 * lexicon is English: any other language is unknown. With null as language the text is scored as English only if it holds words of
 * the lexicon.
 */
export function scoreTone(text: string, lang: string | null, { style = 'news', without }: ScoreToneOptions = {}): Tone {
  if (lang !== null && lang !== 'en') return { score: null, label: 'unknown', scoredWords: 0 }
  const tone = scoreWith(knowledgeOf({ style, without }), text)
  return tone.label === 'unknown' ? { ...tone, score: null } : tone
}

/** What is known of English for a style, less some words. */
export function knowledgeOf({ style = 'news', without }: ScoreToneOptions): ToneKnowledge {
  return withoutTone(englishKnowledge(style), without)
}

/** A query leaves the same words out of thousands of texts; it is asked once whether any of them says a direction. */
const knowledgeWithout = new WeakMap<ReadonlySet<string>, Map<ToneKnowledge, ToneKnowledge>>()

/** What is known, but for words that carry no tone here. The set must not change afterwards. */
export function withoutTone(known: ToneKnowledge, without: ReadonlySet<string> | undefined): ToneKnowledge {
  if (without === undefined || without.size === 0) return known
  let made = knowledgeWithout.get(without)
  if (made === undefined) knowledgeWithout.set(without, (made = new Map()))
  let rest = made.get(known)
  if (rest === undefined) made.set(known, (rest = withoutWords(known, without)))
  return rest
}

/** What is known of English for a style. Built on first use: importing the package costs no lexicon of 7,500 entries. */
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
      // most words have no valence, and so are looked up once
      get: (word) => {
        const valence = lexicon.get(word)
        return valence === undefined || without.has(word) ? undefined : valence
      },
      has: (word) => lexicon.has(word) && !without.has(word),
    },
  }
}

import { buildToneKnowledge, scoreWith, type ToneKnowledge } from './create-tone-scorer.ts'
import { knowledgeOf, type ScoreToneOptions, withoutTone } from './score-tone.ts'
import type { TextStyle } from './text-style.ts'
import { toneReliability } from './tone-reliability.ts'

const ratedByStyle = new Map<TextStyle, ToneKnowledge>()
const [minRatedScore = 1] = toneReliability.map(({ from }) => from)
const minScore = toneReliability.at(-1)?.from ?? 1
/** Capitals may be a name: NFC is a radio standard, but slang in the lexicon. */
const inCapitals = /(?<![\p{L}\p{N}])\p{Lu}{2,}(?![\p{L}\p{N}])/gu

/**
 * The side of an English sentence, where it is certain enough to be shown alone: -1, 1, or 0 otherwise. Its score is strong (`toneReliability`: 89 of
 * 100 such labels agree with people), and words rated by people are enough for the label on their own, because learned valences can add up to a tone
 * where nothing is judged. Words in capitals are ignored. `without` as in `scoreTone`.
 */
export function clearSide(text: string, { style = 'news', without }: ScoreToneOptions = {}): -1 | 0 | 1 {
  const capitals = (text.match(inCapitals) ?? []).map((word) => word.toLowerCase())
  const silent = new Set([...(without ?? []), ...capitals])
  const score = scoreWith(knowledgeOf({ style, without: silent }), text).score ?? 0
  const rated = scoreWith(withoutTone(ratedKnowledge(style), silent), text).score ?? 0
  const side = score < 0 ? -1 : 1
  return score * side >= minScore && rated * side >= minRatedScore ? side : 0
}

function ratedKnowledge(style: TextStyle): ToneKnowledge {
  let known = ratedByStyle.get(style)
  if (known === undefined) ratedByStyle.set(style, (known = buildToneKnowledge({ style, learned: false })))
  return known
}

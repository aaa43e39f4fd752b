import { createRandom } from '@auspex/contract/random'
import { cumulativeStdNormalProbability } from 'simple-statistics'
import { type Interval, meanInterval, type Sums, wilsonInterval, z95 } from '../series/interval.ts'
import {
  buildToneKnowledge,
  knowledgeOf,
  neutralBand,
  type ScoreToneOptions,
  scoreWith,
  type TextStyle,
  type ToneKnowledge,
  withoutTone,
} from './create-tone-scorer.ts'

/** Similar stories: `stories` of them, each with `documents` documents of known tone. `sum` adds up all their scores. */
export interface StoryToneClass {
  stories: number
  documents: number
  sum: number
}

/** Stories of known tone by label. */
export interface StoryToneCounts {
  positive: number
  neutral: number
  negative: number
}

/** How many stories lean to each side: copies of a text are one opinion, however many outlets carry it. */
export function countStoryTones(classes: readonly StoryToneClass[]): StoryToneCounts {
  const counts = { positive: 0, neutral: 0, negative: 0 }
  for (const { stories, documents, sum } of classes) {
    const mean = sum / (stories * documents)
    const direction = mean > 0 ? 'positive' : 'negative'
    counts[Math.abs(mean) < neutralBand ? 'neutral' : direction] += stories
  }
  return counts
}

/** Classes of mean tone, each 0.1 wide: the differences within one are below a hundredth of the variance of tone. */
const toneClassesPerUnit = 10

/**
 * Collects the tone of stories, one `add` per story: the number of its documents that have a tone, and the sum of their scores. The result is small
 * however many stories there are, and does not depend on their order.
 */
export function createStoryTones(): { add: (documents: number, sum: number) => void; classes: () => StoryToneClass[] } {
  const byKey = new Map<number, StoryToneClass>()
  return {
    add(documents, sum) {
      if (documents === 0) return
      const key = documents * 64 + Math.round((sum / documents + 1) * toneClassesPerUnit)
      const known = byKey.get(key)
      if (known === undefined) byKey.set(key, { stories: 1, documents, sum })
      else {
        known.stories += 1
        known.sum += sum
      }
    },
    classes: () => [...byKey].toSorted(([a], [b]) => a - b).map(([, one]) => one),
  }
}

const resamples = 1_000
/** Any fixed number: the same stories give the same bounds on every machine. */
const seed = 20_261_121
/** From this mean, a Poisson number is drawn from its normal approximation. */
const largeMean = 12

/**
 * 95 % bounds of the mean tone of many documents, in [-1, 1]: a bootstrap that draws stories rather than documents, because copies of one text are
 * one opinion. Null for fewer than two stories.
 *
 * Every story occurs a Poisson(1) number of times in a resample (Hanley & MacGibbon 2006); stories of one class are drawn together, because a sum of
 * Poisson numbers is Poisson. The bounds are percentiles of a thousand means, further out for few stories (Hesterberg 2015, The American Statistician
 * 69(4), expanded percentiles).
 */
export function bootstrapTone(classes: readonly StoryToneClass[]): Interval | null {
  const stories = classes.reduce((sum, one) => sum + one.stories, 0)
  if (stories < 2) return null
  const poisson = createPoisson(seed)
  const means: number[] = []
  while (means.length < resamples) {
    let documents = 0
    let sum = 0
    for (const toneClass of classes) {
      const drawn = poisson(toneClass.stories)
      documents += drawn * toneClass.documents
      sum += (drawn * toneClass.sum) / toneClass.stories
    }
    if (documents > 0) means.push(sum / documents)
  }
  means.sort((a, b) => a - b)
  const tail = Math.floor(tailOf(stories) * resamples)
  return { low: means[tail] ?? -1, high: means[resamples - 1 - tail] ?? 1 }
}

/** Share of the means that is cut off on each side: 2.5 %, less for few stories. */
function tailOf(stories: number): number {
  const freedom = stories - 1
  // Cornish and Fisher's expansion of Student's t; below three degrees the outermost means are the bounds anyway
  const t = z95 + (z95 ** 3 + z95) / (4 * freedom) + (5 * z95 ** 5 + 16 * z95 ** 3 + 3 * z95) / (96 * freedom ** 2)
  return 1 - cumulativeStdNormalProbability(Math.sqrt(stories / freedom) * t)
}

/** Draws Poisson numbers: exactly where the mean is small, otherwise normal and rounded. */
function createPoisson(start: number): (mean: number) => number {
  const random = createRandom(start)
  // Box and Muller's formula returns two normal numbers at a time, and most draws of a large library need one
  let spare: number | null = null
  const normal = (): number => {
    const cachedValue = spare
    if (cachedValue !== null) {
      spare = null
      return cachedValue
    }
    const radius = Math.sqrt(-2 * Math.log(1 - random.next()))
    const angle = 2 * Math.PI * random.next()
    spare = radius * Math.sin(angle)
    return radius * Math.cos(angle)
  }
  return (mean) =>
    mean >= largeMean ? Math.max(0, Math.round(mean + Math.sqrt(mean) * normal())) : random.poisson(mean)
}

/** Counts of documents by label; `n` is all of them, `sum` and `sumSquares` are over the scores of the known ones. */
export interface ToneTally extends Sums {
  positive: number
  neutral: number
  negative: number
  unknown: number
}

/** The tone of many documents. `mean` is in [-1, 1], null when no document has a known tone. */
export interface ToneSummary {
  n: number
  known: number
  mean: number | null
  interval: Interval | null
  /** Shares of the known documents, in [0, 1]; null when none is known. */
  positiveShare: number | null
  negativeShare: number | null
  positiveInterval: Interval | null
  negativeInterval: Interval | null
  /** Share of all documents that are neutral or unknown: what the lexicon could not decide. Null when n is 0. */
  undecidedShare: number | null
}

/** Summarises the tone of many documents: mean with 95 % bounds, shares with Wilson bounds, and the undecided share. */
export function toneSummary({ n, positive, neutral, negative, unknown, sum, sumSquares }: ToneTally): ToneSummary {
  const known = positive + neutral + negative
  const mean = meanInterval({ n: known, sum, sumSquares })
  return {
    n,
    known,
    mean: mean?.mean ?? null,
    interval: mean?.interval ?? null,
    positiveShare: known === 0 ? null : positive / known,
    negativeShare: known === 0 ? null : negative / known,
    positiveInterval: wilsonInterval(positive, known),
    negativeInterval: wilsonInterval(negative, known),
    undecidedShare: n === 0 ? null : (neutral + unknown) / n,
  }
}

/** How often people agree with a label of this strength. */
export interface ToneReliability {
  strength: 'weak' | 'middling' | 'strong'
  /** Minimum |score| of the class; the next class begins where it ends. */
  from: number
  /** Share of sentences with such a label that people label the same way, in [0, 1]. */
  agreement: number
  /** Number of sentences it was measured on. */
  n: number
}

/**
 * Agreement with people by strength of the assigned labels, on the 872 sentences of film reviews of SST-2's development file, none of which was used
 * for learning (Socher et al. 2013, Recursive deep models for semantic compositionality, EMNLP). `npm run eval -- tone` measures it again and fails
 * when the result differs from these figures. Weaker scores have no label: fewer than 72 of 100 would be right.
 */
export const toneReliability: readonly ToneReliability[] = [
  { strength: 'weak', from: 0.2, agreement: 0.735, n: 185 },
  { strength: 'middling', from: 0.4, agreement: 0.79, n: 290 },
  { strength: 'strong', from: 0.7, agreement: 0.888, n: 169 },
]

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
export function clearTone(text: string, { style = 'news', without }: ScoreToneOptions = {}): -1 | 0 | 1 {
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

import { createToneScorer, type TextStyle, type ToneLabel } from '@auspex/analytics'
import type { EvalData, EvalRow } from '../eval.types.ts'
import {
  type LabelledSentence,
  type LabelledSet,
  readOwnSets,
  readRatedSets,
  type ToneClass,
} from './labelled-sentences.ts'
import { vaderScore } from './vader.ts'

type Classify = (text: string) => ToneClass

/** VADER's own neutral band (Hutto & Gilbert 2014). */
const vaderBand = 0.05

/**
 * Half of the middle fifth of the raters' scale of -4 to 4, which is what Socher et al. (2013) call neutral in SST: means within it are
 * neutral, and the thresholds apply there. The narrower one is where means round to the scale's 0; it is for information only.
 */
const neutralMeans = [
  { within: 0.8, hasBar: true },
  { within: 0.5, hasBar: false },
]

const classOf: Readonly<Record<ToneLabel, ToneClass>> = { positive: 1, negative: -1, neutral: 0, unknown: 0 }

/**
 * Accuracy and macro-F1 over positive, neutral and negative, next to VADER. A text that we leave unclear counts as neutral. Both halves
 * of our own sentences are measured, because both must pass; of VADER's rated sentences only the half that was not used for learning.
 */
export function threeClassRows(data: EvalData): EvalRow[] {
  const ownSets = readOwnSets()
  const halves = [true, false].map((isTuning): LabelledRows => ({
    name: `own sentences, ${isTuning ? 'tuning' : 'held-out'} half`,
    hasBar: true,
    parts: ownSets.map((set) => ({ ...set, sentences: set.sentences.filter((one) => one.isTuning === isTuning) })),
  }))
  const kinds = ownSets.map((set): LabelledRows => ({
    name: `own ${set.name} sentences, held-out half`,
    hasBar: true,
    parts: [{ ...set, sentences: set.sentences.filter(({ isTuning }) => !isTuning) }],
  }))
  const rated = neutralMeans.flatMap(({ within, hasBar }) =>
    readRatedSets(data, within).map((set): LabelledRows => ({
      name: `${set.name}, held-out half, neutral within ${within}`,
      hasBar,
      parts: [{ ...set, sentences: set.sentences.filter(({ isTuning }) => !isTuning) }],
    })),
  )
  return [...halves, ...kinds, ...rated].flatMap(toRows)
}

interface LabelledRows {
  name: string
  hasBar: boolean
  parts: LabelledSet[]
}

function toRows({ name, hasBar, parts }: LabelledRows): EvalRow[] {
  const pairs = (classifierOf: (style: TextStyle) => Classify) =>
    parts.flatMap(({ style, sentences }) => {
      const classify = classifierOf(style)
      return sentences.map((sentence): Pair => ({ ...sentence, answer: classify(sentence.text) }))
    })
  const ours = pairs(auspexClassifier)
  const vader = pairs(() => (text) => toClass(vaderScore(text)))
  const row = (measure: string, figure: (of: readonly Pair[]) => number): EvalRow => ({
    task: 'tone',
    data: `${name}, ${ours.length} sentences`,
    measure,
    value: ours.length === 0 ? null : figure(ours),
    // above VADER, which is measured in the same run
    bar: hasBar && ours.length > 0 ? { atLeast: figure(vader) + 0.001 } : null,
    baseline: ours.length === 0 ? null : { name: 'VADER package', value: figure(vader) },
  })
  return [
    row('accuracy of three classes', accuracy),
    row('macro-F1 of three classes', macroF1),
    { ...row('share of labels given that are right, neutral counted', shareRight), bar: null },
  ]
}

interface Pair extends LabelledSentence {
  answer: ToneClass
}

function auspexClassifier(style: TextStyle): Classify {
  const scorer = createToneScorer({ style })
  return (text) => classOf[scorer(text).label]
}

function toClass(score: number): ToneClass {
  if (score >= vaderBand) return 1
  return score <= -vaderBand ? -1 : 0
}

function accuracy(pairs: readonly Pair[]): number {
  return pairs.filter(({ answer, label }) => answer === label).length / pairs.length
}

/** The share that is right among texts called positive or negative. */
function shareRight(pairs: readonly Pair[]): number {
  return accuracy(pairs.filter(({ answer }) => answer !== 0))
}

function macroF1(pairs: readonly Pair[]): number {
  const f1 = ([-1, 0, 1] as const).map((one) => {
    const correctCount = pairs.filter(({ answer, label }) => answer === one && label === one).length
    const predictedCount = pairs.filter(({ answer }) => answer === one).length
    const labelledCount = pairs.filter(({ label }) => label === one).length
    return predictedCount + labelledCount === 0 ? 0 : (2 * correctCount) / (predictedCount + labelledCount)
  })
  return f1.reduce((sum, value) => sum + value, 0) / f1.length
}

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createToneScorer, type Tone, toneReliability } from '@auspex/analytics'
import { sampleCorrelation } from 'simple-statistics'
import { parseRatings, type RatedSentence, ratedSets } from '../tone/training-half.ts'
import type { EvalData, EvalRow, EvalTask } from './eval.types.ts'
import { threeClassRows } from './tone/three-classes.ts'
import { vaderScore } from './tone/vader.ts'

type Score = (text: string) => number

/** Labels with less agreement than this are not given. */
const minAgreement = 0.72

const scoreTone = createToneScorer()
const auspex: Score = (text) => scoreTone(text).score ?? 0

const bars: Record<(typeof ratedSets)[number], number> = {
  tweets: 0.872,
  nytEditorialSnippets: 0.55,
  amazonReviewSnippets: 0.62,
  movieReviewSnippets: 0.47,
}

/**
 * Valences were learned from one half of the rated reviews and articles (`scripts/lab/tone/training-half.ts`), so only the
 * other half is measured. Sentences of SST-2's dev and test files were excluded from learning.
 */
export const tone: EvalTask = {
  name: 'tone',
  run: async (data) => [
    ...ratedSets.map((set) => ratingsRow(data, set)),
    sst2Row(data),
    ...threeClassRows(data),
    ...reliabilityRows(data),
    speedRow(data),
  ],
}

function ratingsRow(data: EvalData, set: (typeof ratedSets)[number]): EvalRow {
  const sentences = readHeldOut(data, set)
  const r = (score: Score) =>
    sampleCorrelation(
      sentences.map(({ text }) => score(text)),
      sentences.map(({ rating }) => rating),
    )
  return {
    task: 'tone',
    data: `${set}, ${sentences.length} sentences of the held-out half`,
    measure: "Pearson's r",
    value: sentences.length === 0 ? null : r(auspex),
    bar: { atLeast: bars[set] },
    baseline: sentences.length === 0 ? null : { name: 'VADER package', value: r(vaderScore) },
  }
}

function readHeldOut(data: EvalData, set: string): RatedSentence[] {
  const path = data.path(`sentiment/vader_gold/${set}_GroundTruth.txt`)
  if (path === null) return []
  return parseRatings(set, readFileSync(path, 'utf8')).filter(({ isTraining }) => !isTraining)
}

function readSst2(data: EvalData): { text: string; isPositive: boolean }[] {
  const folder = data.path('sentiment/sst2')
  if (folder === null) return []
  const rows = readFileSync(join(folder, 'dev.tsv'), 'utf8').split('\n')
  return rows.flatMap((row) => {
    const [text = '', label] = row.split('\t')
    return text === '' ? [] : [{ text, isPositive: label === '1' }]
  })
}

/**
 * The reliability that the product states for its labels: how often a label of a given strength is right. The stated value must match what
 * is measured here, and texts left unclear must be those for which a label would be right too seldom.
 */
function reliabilityRows(data: EvalData): EvalRow[] {
  const labelled = readSst2(data)
  const scoreReview = createToneScorer({ style: 'comment' })
  const scoredTexts = labelled.map(({ text, isPositive }) => ({ text, isPositive, ...scoreReview(text) }))
  const isGiven = ({ label }: Tone) => label === 'positive' || label === 'negative'
  const agreement = (of: readonly { score: number | null; isPositive: boolean }[]) =>
    of.filter(({ score, isPositive }) => (score ?? 0) > 0 === isPositive).length / of.length
  const unclear = scoredTexts.filter((one) => !isGiven(one) && one.score !== null && one.score !== 0)
  return [
    ...toneReliability.map(({ strength, from, agreement: said }, at): EvalRow => {
      const below = toneReliability[at + 1]?.from ?? Infinity
      const isOfClass = (score: number | null) => Math.abs(score ?? 0) >= from && Math.abs(score ?? 0) < below
      const byVader = labelled.map(({ text, isPositive }) => ({ isPositive, score: vaderScore(text) }))
      return {
        task: 'tone',
        data: `SST-2 dev, labels that are ${strength} (the product says ${said})`,
        measure: 'share that people label likewise',
        value:
          scoredTexts.length === 0
            ? null
            : agreement(scoredTexts.filter((one) => isGiven(one) && isOfClass(one.score))),
        bar: { atLeast: Math.max(minAgreement, said - 0.01), atMost: said + 0.01 },
        baseline:
          scoredTexts.length === 0
            ? null
            : { name: 'VADER package', value: agreement(byVader.filter(({ score }) => isOfClass(score))) },
      }
    }),
    {
      task: 'tone',
      data: `SST-2 dev, ${unclear.length} sentences that are left unclear`,
      measure: 'share that people label as the sign would',
      value: scoredTexts.length === 0 ? null : agreement(unclear),
      bar: { atMost: minAgreement },
      baseline: null,
    },
  ]
}

function sst2Row(data: EvalData): EvalRow {
  const labelled = readSst2(data)
  // as in the published figures, a score of 0 is positive
  const accuracy = (score: Score) =>
    labelled.filter(({ text, isPositive }) => score(text) >= 0 === isPositive).length / labelled.length
  return {
    task: 'tone',
    data: `SST-2 dev, ${labelled.length} sentences`,
    measure: 'accuracy',
    value: labelled.length === 0 ? null : accuracy(auspex),
    bar: { atLeast: 0.72 },
    baseline: labelled.length === 0 ? null : { name: 'VADER package', value: accuracy(vaderScore) },
  }
}

function speedRow(data: EvalData): EvalRow {
  const texts = ratedSets.flatMap((set) => readHeldOut(data, set)).map(({ text }) => text)
  const perSecond = (score: Score, of: readonly string[]) => {
    const began = process.cpuUsage()
    for (const text of of) score(text)
    const { user, system } = process.cpuUsage(began)
    return of.length / ((user + system) / 1e6)
  }
  return {
    task: 'tone',
    data: `${texts.length} sentences`,
    measure: 'sentences per second of processor time',
    value: texts.length === 0 ? null : perSecond(auspex, texts),
    bar: { atLeast: 30_000 },
    baseline: texts.length === 0 ? null : { name: 'VADER package', value: perSecond(vaderScore, texts.slice(0, 1000)) },
  }
}

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createToneScorer, type TextStyle, type Tone, type ToneLabel, toneReliability } from '@auspex/analytics'
import { sampleCorrelation } from 'simple-statistics'
// @ts-expect-error: the package has no types
import vader from 'vader-sentiment'
import { type EvalData, type EvalRow, type EvalTask, mean, shareOf } from '../figures.ts'

/** The rated sets of Hutto & Gilbert (2014). */
const ratedSets = ['tweets', 'nytEditorialSnippets', 'amazonReviewSnippets', 'movieReviewSnippets'] as const

interface RatedSentence {
  set: string
  text: string
  /** Mean of twenty raters, -4 to 4. */
  rating: number
  /** All sentences of a review or article are in the same half. */
  isTraining: boolean
}

/** Reads one `*_GroundTruth.txt`: id, mean rating, text. */
function parseRatings(set: string, file: string): RatedSentence[] {
  return file
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const [id = '', rating = '', text = ''] = line.split('\t')
      return { set, text, rating: Number(rating), isTraining: isTuningHalf(`${set}${id.split('_')[0]}`) }
    })
}

/** Whether it may be used for learning or tuning. One bit of FNV-1a, so always the same half of all documents. */
function isTuningHalf(documentKey: string): boolean {
  let hash = 2_166_136_261
  for (let at = 0; at < documentKey.length; at++) hash = Math.imul(hash ^ documentKey.charCodeAt(at), 16_777_619)
  return ((hash >>> 8) & 1) === 0
}

type Score = (text: string) => number
type ToneClass = -1 | 0 | 1

/** Labels with less agreement than this are not given. */
const minAgreement = 0.72
/** VADER's own neutral band (Hutto & Gilbert 2014). */
const vaderBand = 0.05
const scoreTone = createToneScorer()

/** For each rated set, the least correlation and the style of its texts. */
const ratedBars: Record<(typeof ratedSets)[number], { bar: number; style: TextStyle }> = {
  tweets: { bar: 0.872, style: 'post' },
  nytEditorialSnippets: { bar: 0.55, style: 'news' },
  amazonReviewSnippets: { bar: 0.62, style: 'comment' },
  movieReviewSnippets: { bar: 0.47, style: 'comment' },
}
const ownSets = { finance: 'news', news: 'news', service: 'post' } as const

function auspex(text: string): number {
  return scoreTone(text).score ?? 0
}

/** The compound score of the npm package, in [-1, 1]. */
function vaderScore(text: string): number {
  type Analyzer = { SentimentIntensityAnalyzer: { polarity_scores: (text: string) => { compound: number } } }
  return (vader as Analyzer).SentimentIntensityAnalyzer.polarity_scores(text).compound // the package's documented shape
}

/**
 * Valences were learned from one half of the rated reviews and articles, so only the other half is measured.
 * Sentences of SST-2's dev and test files were excluded from learning.
 */
export const tone: EvalTask = {
  name: 'tone',
  run: async (data) => [
    ...ratedSets.map((set) => ratingsRow(data, set)),
    ...threeClassRows(data),
    ...reviewRows(data),
    speedRow(data),
  ],
}

function withVader(count: number, figure: (score: Score) => number): Pick<EvalRow, 'value' | 'baseline'> {
  return count === 0
    ? { value: null }
    : { value: figure(auspex), baseline: { name: 'VADER package', value: figure(vaderScore) } }
}

function readRated(data: EvalData, set: string): RatedSentence[] {
  const path = data.path(`sentiment/vader_gold/${set}_GroundTruth.txt`)
  return path === null ? [] : parseRatings(set, readFileSync(path, 'utf8'))
}

function readHeldOut(data: EvalData, set: string): RatedSentence[] {
  return readRated(data, set).filter(({ isTraining }) => !isTraining)
}

function ratingsRow(data: EvalData, set: (typeof ratedSets)[number]): EvalRow {
  const sentences = readHeldOut(data, set)
  const ratings = sentences.map(({ rating }) => rating)
  return {
    data: `${set}, ${sentences.length} sentences of the held-out half`,
    measure: "Pearson's r",
    bar: { atLeast: ratedBars[set].bar },
    ...withVader(sentences.length, (score) =>
      sampleCorrelation(
        sentences.map(({ text }) => score(text)),
        ratings,
      ),
    ),
  }
}

/**
 * SST-2: accuracy, and the reliability that the product states for its labels. The stated value must match what is measured, and texts left unclear
 * must be those for which a label would be right too seldom.
 */
function reviewRows(data: EvalData): EvalRow[] {
  const folder = data.path('sentiment/sst2')
  const labelled = (folder === null ? '' : readFileSync(join(folder, 'dev.tsv'), 'utf8'))
    .split('\n')
    .flatMap((line) => {
      const [text = '', label] = line.split('\t')
      return text === '' ? [] : [{ text, isPositive: label === '1' }]
    })
  const scoreReview = createToneScorer({ style: 'comment' })
  const scored = labelled.map((review) => ({ ...review, ...scoreReview(review.text) }))
  const byVader = labelled.map((review) => ({ ...review, score: vaderScore(review.text) }))
  const isGiven = ({ label }: Tone) => label === 'positive' || label === 'negative'
  const agreement = (reviews: readonly { score: number | null; isPositive: boolean }[]) =>
    labelled.length === 0 ? null : shareOf(reviews, ({ score, isPositive }) => (score ?? 0) > 0 === isPositive)
  const unclear = scored.filter((review) => !isGiven(review) && review.score !== null && review.score !== 0)
  return [
    {
      data: `SST-2 dev, ${labelled.length} sentences`,
      measure: 'accuracy',
      bar: { atLeast: 0.72 },
      // as in the published figures, a score of 0 is positive
      ...withVader(labelled.length, (score) =>
        shareOf(labelled, ({ text, isPositive }) => score(text) >= 0 === isPositive),
      ),
    },
    ...toneReliability.map(({ strength, from, agreement: said }, at): EvalRow => {
      const below = toneReliability[at + 1]?.from ?? Infinity
      const isOfClass = ({ score }: { score: number | null }) =>
        Math.abs(score ?? 0) >= from && Math.abs(score ?? 0) < below
      const ofVader = agreement(byVader.filter(isOfClass))
      return {
        data: `SST-2 dev, labels that are ${strength} (the product says ${said})`,
        measure: 'share that people label likewise',
        value: agreement(scored.filter((review) => isGiven(review) && isOfClass(review))),
        bar: { atLeast: Math.max(minAgreement, said - 0.01), atMost: said + 0.01 },
        baseline: ofVader === null ? undefined : { name: 'VADER package', value: ofVader },
      }
    }),
    {
      data: `SST-2 dev, ${unclear.length} sentences that are left unclear`,
      measure: 'share that people label as the sign would',
      value: agreement(unclear),
      bar: { atMost: minAgreement },
    },
  ]
}

function speedRow(data: EvalData): EvalRow {
  const texts = ratedSets.flatMap((set) => readHeldOut(data, set)).map(({ text }) => text)
  return {
    data: `${texts.length} sentences`,
    measure: 'sentences per second of processor time',
    bar: { atLeast: 30_000 },
    ...withVader(texts.length, (score) => {
      const sample = score === vaderScore ? texts.slice(0, 1000) : texts
      const began = process.cpuUsage()
      for (const text of sample) score(text)
      const { user, system } = process.cpuUsage(began)
      return sample.length / ((user + system) / 1e6)
    }),
  }
}

interface LabelledSentence {
  text: string
  label: ToneClass
  style: TextStyle
  /** Whether thresholds were chosen on it. */
  isTuning: boolean
}

/** Our own sentences from `sentences/`: a class and a text on each line. */
function readOwnSet(name: keyof typeof ownSets): LabelledSentence[] {
  return readFileSync(join(import.meta.dirname, 'sentences', `${name}.tsv`), 'utf8')
    .trim()
    .split('\n')
    .map((line) => {
      const [mark = '', text = ''] = line.split('\t')
      return {
        text,
        label: mark === '+' ? 1 : mark === '-' ? -1 : 0,
        style: ownSets[name],
        isTuning: isTuningHalf(text),
      }
    })
}

/**
 * Accuracy and macro-F1 over positive, neutral and negative, beside VADER. A text that we leave unclear counts as neutral. Both halves of our own
 * sentences have to pass; of VADER's rated sentences only the half that was not used for learning is measured. A mean is neutral within half of the
 * middle fifth of the raters' scale of -4 to 4, which Socher et al. (2013) call neutral in SST; the narrower band is for information only.
 */
function threeClassRows(data: EvalData): EvalRow[] {
  const names = Object.keys(ownSets) as (keyof typeof ownSets)[] // the keys of this record
  const ownReviews = names.flatMap(readOwnSet)
  const isHeldOut = ({ isTuning }: LabelledSentence) => !isTuning
  return [
    ...classRows(
      'own sentences, tuning half',
      ownReviews.filter(({ isTuning }) => isTuning),
    ),
    ...classRows('own sentences, held-out half', ownReviews.filter(isHeldOut)),
    ...names.flatMap((name) => classRows(`own ${name} sentences, held-out half`, readOwnSet(name).filter(isHeldOut))),
    ...[0.8, 0.5].flatMap((within) =>
      ratedSets.flatMap((set) => {
        const sentences = readHeldOut(data, set).map(({ text, rating }): LabelledSentence => {
          const label = Math.abs(rating) < within ? 0 : rating > 0 ? 1 : -1
          return { text, label, style: ratedBars[set].style, isTuning: false }
        })
        return classRows(`${set}, held-out half, neutral within ${within}`, sentences, within === 0.8)
      }),
    ),
  ]
}

interface ClassifiedSentence {
  label: ToneClass
  answer: ToneClass
}

function classRows(name: string, sentences: readonly LabelledSentence[], hasBar = true): EvalRow[] {
  const classOf: Readonly<Record<ToneLabel, ToneClass>> = { positive: 1, negative: -1, neutral: 0, unknown: 0 }
  const styles = new Set(sentences.map(({ style }) => style))
  const scorerOf = new Map([...styles].map((style) => [style, createToneScorer({ style })]))
  const ours = sentences.map(({ text, label, style }) => ({
    label,
    answer: classOf[scorerOf.get(style)?.(text).label ?? 'unknown'],
  }))
  const vaders = sentences.map(({ text, label }): ClassifiedSentence => {
    const score = vaderScore(text)
    return { label, answer: score >= vaderBand ? 1 : score <= -vaderBand ? -1 : 0 }
  })
  const row = (measure: string, figure: (of: readonly ClassifiedSentence[]) => number): EvalRow => {
    const data = `${name}, ${sentences.length} sentences`
    if (sentences.length === 0) return { data, measure, value: null }
    const baseline = { name: 'VADER package', value: figure(vaders) }
    return {
      data,
      measure,
      value: figure(ours),
      bar: hasBar ? { atLeast: baseline.value + 0.001 } : undefined,
      baseline,
    }
  }
  const accuracy = (reviews: readonly ClassifiedSentence[]) => shareOf(reviews, ({ answer, label }) => answer === label)
  return [
    row('accuracy of three classes', accuracy),
    row('macro-F1 of three classes', macroF1),
    {
      ...row('share of labels given that are right, neutral counted', (reviews) =>
        accuracy(reviews.filter(({ answer }) => answer !== 0)),
      ),
      bar: undefined,
    },
  ]
}

function macroF1(pairs: readonly ClassifiedSentence[]): number {
  return mean(
    ([-1, 0, 1] as const).map((sign) => {
      const right = pairs.filter(({ answer, label }) => answer === sign && label === sign).length
      const both =
        pairs.filter(({ answer }) => answer === sign).length + pairs.filter(({ label }) => label === sign).length
      return both === 0 ? 0 : (2 * right) / both
    }),
  )
}

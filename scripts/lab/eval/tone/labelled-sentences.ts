import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TextStyle } from '@auspex/analytics'
import { isTuningHalf, parseRatings } from '../../tone/training-half.ts'
import type { EvalData } from '../eval.types.ts'

export type ToneClass = -1 | 0 | 1

export interface LabelledSentence {
  text: string
  label: ToneClass
  /** Whether thresholds were chosen on it. */
  isTuning: boolean
}

/** A set of sentences that people sorted into three classes, including neutral. */
export interface LabelledSet {
  name: string
  style: TextStyle
  sentences: LabelledSentence[]
}

const ownSets = [
  ['finance', 'news'],
  ['news', 'news'],
  ['service', 'post'],
] as const

const ratedStyles = {
  tweets: 'post',
  nytEditorialSnippets: 'news',
  amazonReviewSnippets: 'comment',
  movieReviewSnippets: 'comment',
} as const satisfies Record<string, TextStyle>

/** Our own sentences from `sentences/`: a class and a text on each line. */
export function readOwnSets(): LabelledSet[] {
  return ownSets.map(([name, style]) => ({
    name,
    style,
    sentences: readFileSync(join(import.meta.dirname, 'sentences', `${name}.tsv`), 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => {
        const [mark = '', text = ''] = line.split('\t')
        return { text, label: toClass(mark), isTuning: isTuningHalf(text) }
      }),
  }))
}

function toClass(mark: string): ToneClass {
  if (mark === '+') return 1
  return mark === '-' ? -1 : 0
}

/**
 * VADER's rated sentences in three classes: neutral is a mean within `neutral` of 0 on the raters' scale of -4 to 4. A set is empty if its
 * file is absent.
 */
export function readRatedSets(data: EvalData, neutral: number): LabelledSet[] {
  return Object.entries(ratedStyles).map(([name, style]) => {
    const path = data.path(`sentiment/vader_gold/${name}_GroundTruth.txt`)
    const sentences = path === null ? [] : parseRatings(name, readFileSync(path, 'utf8'))
    return {
      name,
      style,
      sentences: sentences.map(({ text, rating, isTraining }) => ({
        text,
        label: Math.abs(rating) < neutral ? 0 : rating > 0 ? 1 : -1,
        isTuning: isTraining,
      })),
    }
  })
}

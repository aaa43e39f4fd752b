import type { ForecastModel } from '@auspex/sdk'
import { formatCount, formatShare, formatTimes } from './format.ts'

/** How a forecast model performed on the past, figure by figure; null if it was not tested. */
export const modelFigures: readonly {
  readonly key: string
  readonly title: string
  readonly valueOf: (model: ForecastModel) => number | null
  readonly format: (value: number) => string
}[] = [
  { key: 'mase', title: 'MASE', valueOf: ({ mase }) => mase, format: formatTimes },
  ...([50, 80, 95] as const).map((level) => ({
    key: `coverage${level}`,
    title: `Days in ${level}% band`,
    valueOf: (model: ForecastModel) => model[`coverage${level}`],
    format: formatShare,
  })),
  { key: 'folds', title: 'Tests', valueOf: ({ folds }) => folds, format: formatCount },
]

/** Explains terms of statistics in a sentence or two, for the "?" beside them. */
export const statisticsWords = {
  interval:
    'In 95 of 100 such cases, the true value lies between these two numbers. A wide interval means few documents.',
  growth: 'The share of documents now, divided by the share before. ×2 is twice as much, ×1 means no change.',
  storyGrowth:
    'How much larger its share of the pieces is than in the period before. ×2 is twice as large, ×1 means no change. Copies of a text count once.',
  share: 'Documents with the term, out of all documents from the same days.',
  association:
    'How many times more often it comes up in these documents than elsewhere in the library. ×1 would be chance.',
  meanTone:
    'The average tone of the documents, from −1 (all negative) to +1 (all positive). Unclear ones are left out.',
  ratio: 'How many times as much as the reference. ×2 is twice as much, ×1 is the same.',
  mase: 'Mean absolute scaled error: how far off the forecast was, divided by how much the series usually changes. Below 1 is good, lower is better.',
  masePromised: 'The model’s error when it was tested on the past, before the forecast was stored.',
  maseNaive: 'The error of simply repeating the last week. A useful model has a lower one.',
  band: 'The share of days that fell inside the band. In a good 80% band it is about 80%.',
} as const

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
    title: `Days in ${level} % band`,
    valueOf: (model: ForecastModel) => model[`coverage${level}`],
    format: formatShare,
  })),
  { key: 'folds', title: 'Tests', valueOf: ({ folds }) => folds, format: formatCount },
]

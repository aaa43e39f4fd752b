import type { PortfolioTrend } from '@auspex/sdk'
import { formatGrowth } from '../../../lib/numbers/format.ts'
import { stageWords, toneOrder, toneWords } from '../../../lib/words/words.ts'
import { stageOrder } from '../portfolios.model.ts'
import { toneLabelOf } from '../trends/trends.model.ts'

/** How many trends are in a category. */
export interface Count {
  readonly label: string
  readonly count: number
}

type Growth = 'grew' | 'fell' | 'uncertain' | 'unknown'

/** Growth compares shares of what was collected where these are known, and a share also falls if more of other things was collected. */
const growthWords: Record<Growth, string> = {
  grew: 'More, or a larger share',
  fell: 'Fewer, or a smaller share',
  uncertain: 'Unclear',
  unknown: 'Unknown',
}

const growthOf = ({ momentum }: PortfolioTrend): Growth => {
  if (momentum === null) return 'unknown'
  if (!formatGrowth(momentum).isSure) return 'uncertain'
  return momentum.value > 1 ? 'grew' : 'fell'
}

const countAll = <Key extends string>(
  keys: readonly Key[],
  words: Record<Key, string>,
  found: readonly Key[],
): Count[] => keys.map((key) => ({ label: words[key], count: found.filter((value) => value === key).length }))

export const countStages = (trends: readonly PortfolioTrend[]): readonly Count[] =>
  countAll(
    [...stageOrder, 'unknown' as const],
    { ...stageWords, unknown: 'Unknown' },
    trends.map(({ stage }) => stage ?? 'unknown'),
  )

export const countGrowth = (trends: readonly PortfolioTrend[]): readonly Count[] =>
  countAll(['grew', 'fell', 'uncertain', 'unknown'], growthWords, trends.map(growthOf))

export const countTones = (trends: readonly PortfolioTrend[]): readonly Count[] =>
  countAll(toneOrder, { ...toneWords, neutral: 'Mixed' }, trends.map(toneLabelOf))

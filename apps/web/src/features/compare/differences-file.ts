import type { ComparedValue, SignalComparison } from '@auspex/sdk'
import type { CsvValue } from '../../lib/csv.ts'

const measures = ['documents', 'stories', 'outlets', 'share', 'tone'] as const

export const differencesHeader: readonly string[] = [
  'signal',
  'against',
  'from',
  'to',
  ...measures.flatMap((measure) => {
    const name = measure === 'tone' ? 'tone difference' : `${measure} ratio`
    return [name, `${name} low`, `${name} high`, `${name} days`, `${name} distinct`]
  }),
]

/** Every difference with all its digits; what is not known is empty. */
export const differencesRows = ({
  signals,
  differences,
  from,
  to,
}: SignalComparison): readonly (readonly CsvValue[])[] => {
  const titleOf = (id: string) => signals.find(({ signalId }) => signalId === id)?.query.title ?? id
  return differences.map((difference) => [
    titleOf(difference.signalId),
    titleOf(difference.referenceId),
    from,
    to,
    ...measures.flatMap((measure) => cellsOf(difference[measure])),
  ])
}

const cellsOf = ({ value, low, high, days, distinct }: ComparedValue): readonly CsvValue[] => [
  value,
  low,
  high,
  days,
  distinct === null ? null : String(distinct),
]

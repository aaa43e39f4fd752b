import type { ComparisonBasis, SignalComparison } from '@auspex/sdk'
import { useMemo } from 'react'
import { dayChoices } from '../../lib/day-choices.ts'
import { RangeControls } from '../../ui/charts/range-controls.tsx'
import { basisWords, togetherByDay } from './comparison-lines.ts'
import type { ComparisonRange } from './use-comparison-range.ts'
import { SegmentedControl } from '../../ui/segmented-control.tsx'

interface ComparisonControlsProps {
  comparison: SignalComparison
  range: ComparisonRange
  onBasis: (basis: ComparisonBasis) => void
}

const spans = [
  { label: '30 days', days: 30 },
  { label: '90 days', days: 90 },
  { label: '1 year', days: 365 },
]
const names = { spans: 'Dates compared', from: 'Compared from', to: 'Compared to' }
const bases: readonly ComparisonBasis[] = ['documents', 'stories', 'outlets', 'share']

/** What is counted and over which days: for the chart and for every figure below it. */
export const ComparisonControls = ({ comparison, range, onBasis }: ComparisonControlsProps) => {
  const together = useMemo(() => togetherByDay(comparison.signals), [comparison])
  return (
    <RangeControls {...dayChoices(range, spans)} values={together} names={names}>
      <SegmentedControl
        size="xs"
        aria-label="What is counted"
        value={comparison.basis}
        onChange={onBasis}
        data={bases.map((basis) => ({ value: basis, label: basisWords[basis].label }))}
      />
    </RangeControls>
  )
}

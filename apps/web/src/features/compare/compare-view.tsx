import { Box } from '@mantine/core'
import type { SignalComparison } from '@auspex/sdk'
import { Section } from '../../ui/section.tsx'
import { grainWords } from '../../lib/buckets.ts'
import { priceOf } from './compare.search.ts'
import { ComparisonChart } from './comparison-chart.tsx'
import { ComparisonControls } from './comparison-controls.tsx'
import { DifferencesSection } from './differences-section.tsx'
import { PriceSection } from './price-section.tsx'
import { useCompareSearch } from './use-compare-search.ts'
import { useComparisonRange } from './use-comparison-range.ts'
import { usePrice } from './use-price.ts'
import surfaces from '../../ui/surfaces.module.css'

/** Lines, differences and prices over the same brushed days. */
export const CompareView = ({ comparison, isOld }: { comparison: SignalComparison; isOld: boolean }) => {
  const { search, change } = useCompareSearch()
  const range = useComparisonRange(comparison)
  const price = priceOf(search)
  const correlations = usePrice(comparison, { range, price })
  return (
    <>
      <Section
        id="lines"
        title="Over time"
        hint={`By ${grainWords[range.grain]}. Drag over the chart or the strip to zoom in: every figure below follows.`}
      >
        <ComparisonControls
          comparison={comparison}
          range={range}
          onBasis={(basis) => change({ basis: basis === 'documents' ? undefined : basis })}
        />
        {comparison.stale && (
          <Box component="p" className={`${surfaces.muted} ${surfaces.warning}`} mb={16} py={8} px={12} fz={13}>
            The library has changed since one of these was measured. Open its report and measure again for today’s
            figures.
          </Box>
        )}
        <ComparisonChart comparison={comparison} range={range} price={correlations.overlay} />
      </Section>
      <DifferencesSection
        comparison={comparison}
        isOld={isOld}
        onReference={(id) => change({ reference: id === comparison.signals[0]?.signalId ? undefined : id })}
      />
      <PriceSection
        comparison={comparison}
        price={price}
        correlations={correlations}
        onPrice={(chosen) => change({ price: chosen?.symbol, market: chosen?.market })}
      />
    </>
  )
}

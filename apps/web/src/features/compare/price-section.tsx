import { Box, Button } from '@mantine/core'
import type { SignalComparison } from '@auspex/sdk'
import { formatDay } from '../../lib/format.ts'
import { Card } from '../../ui/card.tsx'
import { strongestOf } from '../../ui/charts/lag-plot.tsx'
import { Section } from '../../ui/section.tsx'
import type { PriceChoice } from './compare.queries.ts'
import { PriceForecast } from './price-forecast.tsx'
import { PriceInput } from './price-input.tsx'
import { PriceVerdict } from './price-verdict.tsx'
import type { usePrice } from './use-price.ts'
import classes from './compare.module.css'
import textStyles from '../../ui/text-styles.module.css'

interface PriceSectionProps {
  comparison: SignalComparison
  price: PriceChoice | null
  correlations: ReturnType<typeof usePrice>
  onPrice: (price: PriceChoice | null) => void
}

/** A price beside the signals: the correlation with each, and what correlations cannot show. */
export const PriceSection = ({ comparison, price, correlations, onPrice }: PriceSectionProps) => {
  const { signals, provenance } = comparison
  const measuredCorrelations = correlations.results.flatMap(({ data }) =>
    data === undefined || data.outcome === 'failed' ? [] : [data],
  )
  const [measured] = measuredCorrelations
  const strongest = strongestOf(measuredCorrelations.map(({ lags }) => lags))
  return (
    <Section
      id="price"
      title="Beside a price"
      hint={
        price
          ? `Daily changes of each signal against daily returns of ${price.symbol}, over the days chosen above`
          : 'Draw a price over the chart to see whether it moves with the signals.'
      }
      actions={
        price && (
          <Button size="xs" variant="default" onClick={() => onPrice(null)}>
            Remove {price.symbol}
          </Button>
        )
      }
    >
      <Card>
        <PriceInput
          hint={provenance === 'demo' ? 'The demo has prices of its own: type “demo”.' : 'Type a symbol or a name.'}
          onChoose={onPrice}
        />
        {price && (
          <>
            <Box component="ul" className={classes.verdicts} mt={20} aria-label={`Links with ${price.symbol}`}>
              {signals.map((signal, index) => (
                <PriceVerdict
                  key={signal.signalId}
                  index={index}
                  signal={signal}
                  result={correlations.results[index]?.data}
                  error={correlations.results[index]?.error}
                  strongest={strongest}
                />
              ))}
            </Box>
            {measured !== undefined && (
              <Box component="p" className={`${textStyles.note} ${textStyles.wide}`} mt={24}>
                <b>Not causal.</b> {measured.notCausal} Each signal is corrected for its lags, not for how many signals
                are compared: of twenty that have nothing to do with a price, one is linked by chance. The bars are r at
                each lag, all on one scale. Prices: {measured.origin.providerName}
                {measured.origin.attribution ? `, ${measured.origin.attribution}` : ''}, until{' '}
                {formatDay(measured.origin.asOf)}.
              </Box>
            )}
          </>
        )}
      </Card>
      {price && <PriceForecast key={price.symbol} symbol={price.symbol} days={correlations.overlay?.days ?? []} />}
    </Section>
  )
}

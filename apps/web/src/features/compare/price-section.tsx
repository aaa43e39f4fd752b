import {
  type MeasuredCorrelation,
  type SignalComparison,
  type ComparedSignal,
  type CorrelationResult,
  ProductError,
} from '@auspex/sdk'
import { useQueries, useQuery } from '@tanstack/react-query'
import { Box, Button, Combobox, TextInput, useCombobox, Flex, Skeleton } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconChartCandle } from '@tabler/icons-react'
import { useState } from 'react'
import { useClient } from '../../lib/api/api.tsx'
import { correlationOptions, type PriceChoice, symbolsOptions, maxLagDays } from './compare.queries.ts'
import type { ComparisonRange } from './use-compare-search.ts'
import { formatCount } from '../../lib/numbers/format.ts'
import { formatDay } from '../../lib/time/format.ts'
import { Card, Section } from '../../ui/page.tsx'
import { strongestOf, LagPlot } from '../../ui/charts/lag-plot.tsx'
import { PriceForecast } from './price-forecast.tsx'
import { describeFailure } from '../../lib/api/failure.ts'
import { LineGlyph, type LineStyle, lineStylesOf, secondStyle } from '../../ui/charts/legend.tsx'
import classes from './compare.module.css'
import textStyles from '../../ui/text-styles.module.css'
import layout from '../../ui/layout.module.css'
import surfaces from '../../ui/surfaces.module.css'

/**
 * The chosen price beside each signal. The line over the chart covers all days, so that it stays while the range changes; the
 * correlations cover the chosen days.
 */
export const usePrice = (
  { signals }: SignalComparison,
  { range, price }: { range: ComparisonRange; price: PriceChoice | null },
) => {
  const client = useClient()
  const choice = price ?? { symbol: '', market: 'stock' as const }
  const days = {
    from: range.first > range.firstDay ? range.first : undefined,
    to: range.last < range.lastDay ? range.last : undefined,
  }
  const correlations = useQueries({
    queries: signals.map(({ signalId }) => ({
      ...correlationOptions(client, { ...choice, signalId, ...days }),
      enabled: price !== null,
    })),
  })
  const longestSignal = signals.reduce<(typeof signals)[number] | undefined>(
    (best, signal) => (best === undefined || countValues(signal) > countValues(best) ? signal : best),
    undefined,
  )
  const wholePeriod = useQuery({
    ...correlationOptions(client, {
      ...choice,
      signalId: longestSignal?.signalId ?? '',
      from: undefined,
      to: undefined,
    }),
    enabled: price !== null && longestSignal !== undefined,
  })
  const overlay: MeasuredCorrelation | null =
    price !== null && wholePeriod.data !== undefined && wholePeriod.data.outcome !== 'failed' ? wholePeriod.data : null
  return { results: correlations.map(({ data, error }) => ({ data, error })), overlay }
}

const countValues = ({ values }: SignalComparison['signals'][number]) => values.filter((value) => value !== null).length

/** The correlation of one signal with the price; no correlation is a result too. */
const PriceVerdict = ({ style, signal, result, error, strongest }: PriceVerdictProps) => (
  <Flex component="li" direction="column" gap={8} align="flex-start">
    <h3 className={`${layout.inline} ${classes.rowName}`}>
      <LineGlyph style={style} /> {signal.query.title}
    </h3>
    {error || result?.outcome === 'failed' ? (
      <>
        <p className={`${surfaces.badge} ${surfaces.muted} ${textStyles.detail} ${textStyles.strong}`}>Not compared</p>
        <Box component="p" className={textStyles.pretty} fz="text" lh={1.5}>
          {toFailureMessage(error, result)}
        </Box>
      </>
    ) : result === undefined ? (
      <Skeleton height={72} width="100%" radius="md" aria-label="Loading the correlation" />
    ) : (
      <Correlation result={result} strongest={strongest} />
    )}
  </Flex>
)

const Correlation = ({ result, strongest }: { result: MeasuredCorrelation; strongest: number }) => {
  const { outcome, verdict, coefficient, n, lags, lagDays, pValue } = result
  const signed = (value: number) => value.toFixed(2).replace('-', '−')
  return (
    <>
      <p
        className={`${textStyles.detail} ${textStyles.strong} ${surfaces.badge} ${outcome === 'linked' ? surfaces.accent : surfaces.muted}`}
      >
        {outcome === 'linked' ? `Linked, ${describeLag(lagDays)}` : 'No link found'}
      </p>
      <Box component="p" className={textStyles.pretty} fz="text" lh={1.5}>
        {withMinus(outcome === 'linked' ? verdict : withoutBadge(verdict))}
      </Box>
      <LagPlot
        lags={lags.map(({ lagDays: lag, coefficient: r }) => ({ lag, coefficient: r }))}
        strongest={lagDays}
        top={strongest}
        ends={['price first', 'signal first']}
      />
      <p className={`${textStyles.fine} ${classes.bounds}`}>
        {outcome === 'linked' ? 'r' : 'Strongest r'} {signed(coefficient.value)} ({signed(coefficient.low)} to{' '}
        {signed(coefficient.high)}) at {describeLag(lagDays)}; {formatCount(n)} days; {lags.length} lags from −
        {maxLagDays} to {maxLagDays} days; p {pValue < 0.001 ? '< 0.001' : pValue.toFixed(pValue < 0.1 ? 3 : 2)} after
        correcting for them
      </p>
    </>
  )
}

/** The badge above already states that there is no link; only the rest of the sentence is shown. */
const withoutBadge = (verdict: string): string => {
  const rest = verdict.replace(/^No link found: /, '')
  return `${rest.charAt(0).toUpperCase()}${rest.slice(1)}`
}

const withMinus = (text: string): string => text.replaceAll(/(?<=\s)-(?=\d)/g, '−')

const describeLag = (days: number): string => {
  if (days === 0) return 'same day'
  const length = Math.abs(days) === 1 ? '1 day' : `${Math.abs(days)} days`
  return days > 0 ? `price ${length} later` : `price ${length} earlier`
}

/** The server marks whether its message is meant for people; other messages are replaced. */
const toFailureMessage = (error: unknown, result: CorrelationResult | undefined): string => {
  const answer = error instanceof ProductError ? error : result?.outcome === 'failed' ? result : null
  if (answer) return answer.display ? answer.message : 'The prices could not be read. Try again later.'
  const { message, detail } = describeFailure(error)
  return detail ? `${message}. ${detail}` : message
}

const typingPauseMs = 150

/** Finds a stock, fund or currency by symbol or name. */
const PriceInput = ({ hint, onChoose }: { hint: string; onChoose: (price: PriceChoice) => void }) => {
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() })
  const [typed, setTyped] = useState('')
  const [debouncedText] = useDebouncedValue(typed.trim(), typingPauseMs)
  const { data, error } = useQuery(symbolsOptions(useClient(), debouncedText))
  const items = typed.trim() === '' ? [] : (data?.items ?? [])
  const isEmpty = debouncedText !== '' && data?.items.length === 0
  const choose = (symbol: string) => {
    const choice = items.find((item) => item.symbol === symbol)
    if (!choice) return
    combobox.closeDropdown()
    setTyped('')
    onChoose({ symbol, market: choice.kind === 'crypto' ? 'crypto' : 'stock' })
  }
  return (
    <Box maw={360}>
      <Combobox store={combobox} onOptionSubmit={choose}>
        <Combobox.Target>
          <TextInput
            aria-label="Price to show over the signals"
            placeholder="A stock, fund or currency"
            description={error ? 'The list of symbols could not be loaded. Type again to retry.' : hint}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            value={typed}
            maxLength={100}
            autoComplete="off"
            spellCheck={false}
            leftSection={<IconChartCandle size={16} stroke={1.7} aria-hidden />}
            onChange={(event) => {
              setTyped(event.currentTarget.value)
              combobox.openDropdown()
              combobox.resetSelectedOption()
            }}
            onFocus={() => combobox.openDropdown()}
            onBlur={() => combobox.closeDropdown()}
          />
        </Combobox.Target>
        <Combobox.Dropdown hidden={items.length === 0 && !isEmpty}>
          <Combobox.Options mah={300} style={{ overflowY: 'auto' }} aria-label="Prices">
            {isEmpty && <Combobox.Empty>No match. {hint}</Combobox.Empty>}
            {items.map(({ symbol, name, exchange, kind }) => (
              <Combobox.Option key={`${kind} ${symbol}`} value={symbol}>
                <b>{symbol}</b> {name}{' '}
                <Box component="span" className={textStyles.caption} fw={400}>
                  {exchange ?? kind}
                </Box>
              </Combobox.Option>
            ))}
          </Combobox.Options>
        </Combobox.Dropdown>
      </Combobox>
    </Box>
  )
}

interface PriceSectionProps {
  comparison: SignalComparison
  price: PriceChoice | null
  correlations: ReturnType<typeof usePrice>
  onPrice: (price: PriceChoice | null) => void
}

/** A price beside the signals: the correlation with each, and the limitations of correlations. */
export const PriceSection = ({ comparison, price, correlations, onPrice }: PriceSectionProps) => {
  const { signals, provenance } = comparison
  const measuredCorrelations = correlations.results.flatMap(({ data }) =>
    data === undefined || data.outcome === 'failed' ? [] : [data],
  )
  const [measured] = measuredCorrelations
  const styles = lineStylesOf(signals.map(({ signalId }) => signalId))
  const strongest = strongestOf(measuredCorrelations.map(({ lags }) => lags))
  return (
    <Section
      id="price"
      title="Next to a price"
      hint={
        price
          ? `Daily changes of each signal against daily returns of ${price.symbol}, over the days chosen above`
          : 'Add a price to see whether it moves with the signals.'
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
          hint={provenance === 'demo' ? 'For demo prices, type “demo”.' : 'Type a symbol or a name.'}
          onChoose={onPrice}
        />
        {price && (
          <>
            <Box component="ul" className={classes.verdicts} mt={20} aria-label={`Links with ${price.symbol}`}>
              {signals.map((signal, index) => (
                <PriceVerdict
                  key={signal.signalId}
                  style={styles.get(signal.signalId) ?? secondStyle}
                  signal={signal}
                  result={correlations.results[index]?.data}
                  error={correlations.results[index]?.error}
                  strongest={strongest}
                />
              ))}
            </Box>
            {measured !== undefined && (
              <Box component="p" className={`${textStyles.note} ${textStyles.wide}`} mt={24}>
                <b>Not causal.</b> {measured.notCausal} Each signal is corrected for its lags, but not for how many
                signals are compared. Out of twenty that have nothing to do with a price, one will look linked by
                chance. The bars show r at each lag, on one scale. Prices: {measured.origin.providerName}
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

interface PriceVerdictProps {
  /** The line of the signal in the chart. */
  style: LineStyle
  signal: ComparedSignal
  result: CorrelationResult | undefined
  error: unknown
  /** The strongest correlation of all signals, which scales the plots. */
  strongest: number
}

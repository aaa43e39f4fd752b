import { type ComparedSignal, type CorrelationResult, type MeasuredCorrelation, ProductError } from '@auspex/sdk'
import { Box, Flex, Skeleton } from '@mantine/core'
import { describeFailure } from '../../lib/failure.ts'
import { formatCount } from '../../lib/format.ts'
import { LagPlot } from '../../ui/charts/lag-plot.tsx'
import { LineGlyph } from '../../ui/charts/line-glyph.tsx'
import { lineStyleAt } from '../../ui/charts/line-style.ts'
import { mostLagDays } from './compare.queries.ts'
import classes from './compare.module.css'
import layout from '../../ui/layout.module.css'
import surfaces from '../../ui/surfaces.module.css'
import textStyles from '../../ui/text-styles.module.css'

interface PriceVerdictProps {
  index: number
  signal: ComparedSignal
  result: CorrelationResult | undefined
  error: unknown
  /** The strongest correlation of all signals, which scales the plots. */
  strongest: number
}

/** The correlation of one signal with the price; that there is none is a result too. */
export const PriceVerdict = ({ index, signal, result, error, strongest }: PriceVerdictProps) => (
  <Flex component="li" direction="column" gap={8} align="flex-start">
    <h3 className={`${layout.inline} ${classes.rowName}`}>
      <LineGlyph style={lineStyleAt(index)} /> {signal.query.title}
    </h3>
    {error || result?.outcome === 'failed' ? (
      <>
        <p className={`${surfaces.badge} ${surfaces.muted} ${textStyles.detail} ${textStyles.strong}`}>Not compared</p>
        <Box component="p" className={textStyles.pretty} fz={14} lh={1.5}>
          {sayFailure(error, result)}
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
        {outcome === 'linked' ? `Linked, ${sayLag(lagDays)}` : 'No link found'}
      </p>
      <Box component="p" className={textStyles.pretty} fz={14} lh={1.5}>
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
        {signed(coefficient.high)}) at {sayLag(lagDays)}; {formatCount(n)} days; {lags.length} lags from −{mostLagDays}{' '}
        to {mostLagDays} days; p {pValue < 0.001 ? '< 0.001' : pValue.toFixed(pValue < 0.1 ? 3 : 2)} after correcting
        for them
      </p>
    </>
  )
}

/** The badge above says that there is no link; the sentence says the rest. */
const withoutBadge = (verdict: string): string => {
  const rest = verdict.replace(/^No link found: /, '')
  return `${rest.charAt(0).toUpperCase()}${rest.slice(1)}`
}

const withMinus = (text: string): string => text.replaceAll(/(?<=\s)-(?=\d)/g, '−')

const sayLag = (days: number): string => {
  if (days === 0) return 'same day'
  const length = Math.abs(days) === 1 ? '1 day' : `${Math.abs(days)} days`
  return days > 0 ? `price ${length} later` : `price ${length} earlier`
}

/** The server marks whether its message is meant for people; other messages are replaced. */
const sayFailure = (error: unknown, result: CorrelationResult | undefined): string => {
  const answer = error instanceof ProductError ? error : result?.outcome === 'failed' ? result : null
  if (answer) return answer.display ? answer.message : 'The prices could not be read. Try again later.'
  const { message, detail } = describeFailure(error)
  return detail ? `${message}. ${detail}` : message
}

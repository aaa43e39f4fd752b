import type { MedicineLink, SeriesInterval } from '@auspex/sdk'
import { Stack } from '@mantine/core'
import { formatCount } from '../../../lib/format.ts'
import { LagPlot } from '../../../ui/charts/lag-plot.tsx'
import surfaces from '../../../ui/surfaces.module.css'
import textStyles from '../../../ui/text-styles.module.css'

interface VerdictProps {
  link: MedicineLink | null
  kind: 'trials' | 'papers'
  interval: SeriesInterval
  top: number
}

/** Whether trials or papers go with the talk, and how sure that is; that they do not is a result too. */
export const MedicineVerdict = ({ link, kind, interval, top }: VerdictProps) => {
  if (link === null) return <p className={textStyles.remark}>Compared with the talk once all are counted.</p>
  const { outcome, lag, coefficient, n, pValue, lags, verdict } = link
  const badge = { linked: 'Linked', 'no-link-found': 'No link found', 'too-short': 'Not compared' }[outcome]
  const isLinked = outcome === 'linked' && lag !== null
  return (
    <Stack gap={10} align="flex-start" mt={14}>
      <p
        className={`${textStyles.detail} ${textStyles.strong} ${surfaces.badge} ${isLinked ? surfaces.accent : surfaces.muted}`}
      >
        {isLinked ? `${badge}, ${sayLag(lag, interval, kind)}` : badge}
      </p>
      <p className={`${textStyles.text} ${textStyles.pretty}`}>
        {withMinus(verdict.replace(/^(No link found: |Not compared\. )/, '')).replace(/^./, (first) =>
          first.toUpperCase(),
        )}
      </p>
      {lag !== null && coefficient !== null && pValue !== null && (
        <>
          <LagPlot lags={lags} strongest={lag} top={top} ends={[`${kind} first`, 'talk first']} />
          <p className={textStyles.fine}>
            {isLinked ? 'r' : 'Strongest r'} {formatSigned(coefficient.value)} ({formatSigned(coefficient.low)} to{' '}
            {formatSigned(coefficient.high)}) at {sayLag(lag, interval, kind)}; {formatCount(n)} {interval}s;{' '}
            {lags.length} lags; p {pValue < 0.001 ? '< 0.001' : pValue.toFixed(pValue < 0.1 ? 3 : 2)} after correcting
            for them
          </p>
        </>
      )}
    </Stack>
  )
}

const formatSigned = (value: number) => value.toFixed(2).replace('-', '−')

const withMinus = (text: string): string => text.replaceAll(/(?<=\s)-(?=\d)/g, '−')

const sayLag = (lag: number, interval: SeriesInterval, kind: string): string => {
  if (lag === 0) return `same ${interval}`
  const length = `${Math.abs(lag)} ${interval}${Math.abs(lag) === 1 ? '' : 's'}`
  return lag > 0 ? `${kind} ${length} later` : `${kind} ${length} earlier`
}

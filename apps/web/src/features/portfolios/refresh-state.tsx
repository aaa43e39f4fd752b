import type { Portfolio } from '@auspex/sdk'
import { Progress } from '@mantine/core'
import { useState } from 'react'
import { formatPlural } from '../../lib/format.ts'
import classes from './refresh-state.module.css'
import textStyles from '../../ui/text-styles.module.css'
import surfaces from '../../ui/surfaces.module.css'

/** How far a refresh is; once it has ended, how it went. */
export const RefreshState = ({ portfolio: { refresh, trends } }: { portfolio: Portfolio }) => {
  const { state, done, failed } = refresh
  const hasEnded = useEnded(state === 'running')
  if (state === 'running')
    return (
      <div role="status">
        <p className={textStyles.remark}>
          Measuring {done} of {formatPlural(refresh.trends, 'trend')}
          {failed > 0 && `, ${failed} could not be measured`}
        </p>
        <Progress
          mt={6}
          size="sm"
          aria-label="Measured trends"
          value={refresh.trends === 0 ? 0 : (done / refresh.trends) * 100}
        />
      </div>
    )
  if (state === 'failed')
    return (
      <p className={`${surfaces.muted} ${textStyles.text} ${classes.note}`} role="status">
        The last refresh ended after {done} of {formatPlural(refresh.trends, 'trend')}. The figures of the others are
        older; refresh again.
      </p>
    )
  const faults = trends.filter(({ outcome }) => outcome?.state === 'failed').length
  if (faults > 0)
    return (
      <p className={`${surfaces.muted} ${textStyles.text} ${classes.note}`} role="status">
        {faults === 1
          ? 'One trend could not be measured when last tried. It says why, and its figures are those of the time before.'
          : `${formatPlural(faults, 'trend')} could not be measured when last tried. Each says why, and their figures are those of the time before.`}
      </p>
    )
  return hasEnded && done > 0 ? (
    <p className={textStyles.remark} role="status">
      {formatPlural(done, 'trend')} measured.
    </p>
  ) : null
}

/** Whether it ended while somebody looked. */
const useEnded = (isRunning: boolean): boolean => {
  const [state, setState] = useState({ isRunning, hasEnded: false })
  if (state.isRunning !== isRunning) setState({ isRunning, hasEnded: !isRunning })
  return state.hasEnded
}

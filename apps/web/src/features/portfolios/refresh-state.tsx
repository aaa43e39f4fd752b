import type { Portfolio } from '@auspex/sdk'
import { Button, Group, Progress } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { formatPlural } from '../../lib/numbers/format.ts'
import classes from './portfolios.module.css'
import textStyles from '../../ui/text-styles.module.css'
import surfaces from '../../ui/surfaces.module.css'

/** The progress of a refresh, and its result once it has ended. */
export const RefreshState = ({ portfolio: { refresh, trends } }: { portfolio: Portfolio }) => {
  const { state, done, failed } = refresh
  const hasEnded = useEnded(state === 'running')
  if (state === 'running')
    return (
      <div role="status">
        <p className={textStyles.note}>
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
  if (faults > 0) return <Faults count={faults} />
  return hasEnded && done > 0 ? (
    <p className={textStyles.note} role="status">
      {formatPlural(done, 'trend')} measured.
    </p>
  ) : null
}

const route = getRouteApi('/portfolios/$portfolioId')

/** Trends that could not be measured: what that means for their figures, and where they are. */
const Faults = ({ count }: { count: number }) => {
  const { failed } = route.useSearch()
  const navigate = route.useNavigate()
  const showOnly = (isOnly: boolean) =>
    void navigate({
      search: (before) => ({ ...before, failed: isOnly ? '1' : undefined, view: undefined }),
      replace: true,
      resetScroll: false,
    })
  return (
    <Group justify="space-between" gap="4px 16px" className={`${surfaces.muted} ${textStyles.text} ${classes.note}`}>
      <p role="status">
        {count === 1
          ? 'One trend could not be measured last time. Its figures are older.'
          : `${formatPlural(count, 'trend')} could not be measured last time. Their figures are older.`}
      </p>
      <Button size="compact-sm" variant="default" onClick={() => showOnly(failed === undefined)}>
        {failed !== undefined ? 'Show all trends' : count === 1 ? 'Show it' : 'Show them'}
      </Button>
    </Group>
  )
}

/** Whether it ended while the page was open. */
const useEnded = (isRunning: boolean): boolean => {
  const [state, setState] = useState({ isRunning, hasEnded: false })
  if (state.isRunning !== isRunning) setState({ isRunning, hasEnded: !isRunning })
  return state.hasEnded
}

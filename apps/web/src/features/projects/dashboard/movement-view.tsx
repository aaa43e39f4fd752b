import { Box, Skeleton } from '@mantine/core'
import { IconArrowDownRight, IconArrowUpRight, IconArrowsExchange } from '@tabler/icons-react'
import type { ProjectDashboard, SignalMovement } from '@auspex/sdk'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { formatCount, formatPlural, formatRatio, formatRoughFactor } from '../../../lib/numbers/format.ts'
import { formatDay } from '../../../lib/time/format.ts'
import { stageWords } from '../../../lib/words/words.ts'
import { Card } from '../../../ui/page.tsx'
import { Sparkline } from '../../../ui/sparkline.tsx'
import { ShowAll } from '../../../ui/disclosure.tsx'
import classes from '../projects.module.css'
import surfaces from '../../../ui/surfaces.module.css'
import textStyles from '../../../ui/text-styles.module.css'
import type { MeasuredMovement } from './movement-chart.tsx'

const MovementChart = lazy(async () => ({ default: (await import('./movement-chart.tsx')).MovementChart }))

/** How many bars fit in a chart; the adjacent list shows all. */
const maxBars = 8
const shownAtFirst = 6

const isMeasured = (movement: SignalMovement): movement is MeasuredMovement => movement.ratio !== null

/** What changed for certain: a chart, and the same in words. */
export const MovementView = ({
  dashboard: { moved, steady, unclear, since, coveredTo },
}: {
  dashboard: ProjectDashboard
}) => {
  const [isWhole, setWhole] = useState(false)
  const isBehind = coveredTo !== null && coveredTo < since.slice(0, 10)
  const drawnMovements = moved.filter(isMeasured).slice(0, maxBars)
  const others = [
    steady > 0 && `${formatPlural(steady, 'signal')} ${steady === 1 ? 'shows' : 'show'} no clear change`,
    unclear > 0 &&
      !isBehind &&
      `${formatPlural(unclear, 'signal')} can’t be compared, because there are too few covered days or documents`,
  ].filter(Boolean)
  return (
    <Card>
      {moved.length === 0 ? (
        <p className={textStyles.text}>
          {isBehind
            ? `No signal has data since then. The last covered day is ${formatDay(coveredTo)}.`
            : 'No signal has clearly changed.'}
        </p>
      ) : (
        <div className={classes.movement}>
          {drawnMovements.length > 1 && (
            <Suspense fallback={<Skeleton height={drawnMovements.length * 34 + 40} radius="md" />}>
              <MovementChart movements={drawnMovements} />
            </Suspense>
          )}
          <div>
            <ul className={surfaces.lines} aria-label="Signals that changed">
              {moved.slice(0, isWhole ? undefined : shownAtFirst).map((movement) => (
                <Movement key={movement.signal.signalId} movement={movement} />
              ))}
            </ul>
            {moved.length > shownAtFirst && (
              <ShowAll isAll={isWhole} total={formatCount(moved.length)} onChange={setWhole} />
            )}
          </div>
        </div>
      )}
      {others.length > 0 && (
        <Box component="p" className={textStyles.note} mt={12}>
          {others.join('; ')}.
        </Box>
      )}
    </Card>
  )
}

const icons = { up: IconArrowUpRight, down: IconArrowDownRight, unclear: IconArrowsExchange }
const iconWords = { up: 'Grew', down: 'Fell', unclear: 'Another stage' }

const Movement = ({
  movement: { signal, direction, ratio, before, after, days, stage, stageBefore, level },
}: {
  movement: SignalMovement
}) => {
  const Icon = icons[direction]
  return (
    <li className={classes.line}>
      <Icon size={18} stroke={1.9} role="img" aria-label={iconWords[direction]} color="var(--accent-ink)" />
      <div className={classes.dashboardWords}>
        <SignalLink signal={signal} />
        <span className={textStyles.note}>
          {formatPlural(after, 'document')} in {formatPlural(days, 'day')}
          {level !== null && ` to ${formatDay(level.day)}`}, {formatCount(before)} in the{' '}
          {days === 1 ? 'day' : `${formatCount(days)} days`} before
          {stage !== stageBefore &&
            stage !== null &&
            stageBefore !== null &&
            ` · ${stageWords[stageBefore].toLowerCase()} → ${stageWords[stage].toLowerCase()}`}
        </span>
      </div>
      <Course signal={signal} />
      {ratio && (
        <span className={classes.value}>
          <span className={textStyles.figure} data-sure={direction !== 'unclear'}>
            {direction === 'unclear' ? 'uncertain' : formatRatio(ratio.value)}
          </span>
          <span className={`${textStyles.small} ${textStyles.tabular}`}>
            {formatRoughFactor(ratio.low)}–{formatRoughFactor(ratio.high)}
          </span>
        </span>
      )}
    </li>
  )
}

/** The documents of a signal on its last days. */
export const Course = ({ signal: { title, recent } }: { signal: SignalMovement['signal'] }) =>
  recent.length > 1 && (
    <span className={classes.course}>
      <Sparkline values={recent} label={`${title}, documents a day`} width={84} height={26} />
    </span>
  )

/** The title of a signal, which opens its report. */
export const SignalLink = ({ signal }: { signal: SignalMovement['signal'] }) => (
  <Link
    to="/signals/$signalId"
    params={{ signalId: signal.signalId }}
    preload={false}
    className={`${textStyles.plain} ${textStyles.strong} ${textStyles.breakable} ${classes.dashboardLink}`}
  >
    {signal.title}
  </Link>
)

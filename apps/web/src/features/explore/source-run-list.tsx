import { Loader } from '@mantine/core'
import { IconBan, IconCheck, IconCircleDashed, IconMinus, IconX } from '@tabler/icons-react'
import type { SourceRun } from '@auspex/sdk'
import { formatDuration, formatPlural } from '../../lib/format.ts'
import { statusWords } from '../../lib/words.ts'
import classes from './source-run-list.module.css'

const icons = { waiting: IconCircleDashed, good: IconCheck, empty: IconMinus, failed: IconX, stopped: IconBan }

/** How each source does, live. */
export const SourceRunList = ({ runs }: { runs: readonly SourceRun[] }) => (
  <ul className={classes.list} aria-label="Sources">
    {runs.map((run) => {
      const { label, meaning, state } = statusWords[run.status]
      const Icon = icons[state]
      return (
        <li key={run.source} className={classes.run} data-state={state}>
          <span className={classes.icon}>
            {run.status === 'running' ? <Loader size={16} aria-hidden /> : <Icon size={18} stroke={1.8} aria-hidden />}
          </span>
          <span className={classes.words}>
            <span className={classes.label}>{run.label}</span>
            <span className={classes.reason}>{run.reason ?? meaning}</span>
          </span>
          <span className={classes.figures}>
            <span className={classes.status}>
              {state === 'good' ? formatPlural(run.documentsSeen, 'document') : label}
            </span>
            <span className={classes.time}>
              {run.startedAt && run.durationMs !== null ? formatDuration(run.durationMs) : ' '}
            </span>
          </span>
        </li>
      )
    })}
  </ul>
)

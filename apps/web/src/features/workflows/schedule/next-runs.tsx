import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useClient } from '../../../lib/api.tsx'
import { describeFailure } from '../../../lib/failure.ts'
import { formatInZone, ownZone } from '../workflow-words.ts'
import { previewOptions } from '../workflows.queries.ts'
import classes from '../workflows.module.css'
import textStyles from '../../../ui/text-styles.module.css'

const typingPauseMs = 300

/** The next three times of a schedule that is being written, in words. */
export const NextRuns = ({ cron, zone }: { cron: string; zone: string }) => {
  const [settled] = useDebouncedValue(`${cron}\n${zone}`, typingPauseMs)
  const [settledCron = cron, settledZone = zone] = settled.split('\n')
  const { data, error } = useQuery(previewOptions(useClient(), { cron: settledCron, zone: settledZone }))
  if (error) {
    const { message, detail } = describeFailure(error)
    return (
      <p className={textStyles.fault} role="alert">
        {detail ?? message}
      </p>
    )
  }
  return data === undefined ? null : <RunTimes times={data.nextRuns} zone={data.zone} />
}

/** Times by the clock of the schedule, and by the reader's where that is another. */
export const RunTimes = ({ times, zone }: { times: readonly string[]; zone: string }) => (
  <div>
    <p className={textStyles.caption}>The next {times.length === 1 ? 'time' : `${times.length} times`}</p>
    <ul className={classes.evidence} aria-label="Next runs">
      {times.map((time) => (
        <li key={time} className={textStyles.text}>
          <time dateTime={time}>{formatInZone(time, zone)}</time>
          {zone !== ownZone() && <span className={textStyles.quiet}> · for you {formatInZone(time, ownZone())}</span>}
        </li>
      ))}
    </ul>
  </div>
)

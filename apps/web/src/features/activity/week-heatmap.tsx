import type { ActivityHeatmap } from '@auspex/sdk'
import { formatCount, formatDayRange, formatPlural } from '../../lib/format.ts'
import classes from './week-heatmap.module.css'
import textStyles from '../../ui/text-styles.module.css'

const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']
const hours = Array.from({ length: 24 }, (_, hour) => hour)
/** Steps of colour; as many as are told apart in both themes. */
const steps = 5

/** The step of a count: the root, so that a quiet hour is told from none beside one busy hour. */
export const stepOf = (events: number, most: number): number =>
  events === 0 ? 0 : Math.max(1, Math.ceil(steps * Math.sqrt(events / most)))

const twoDigits = (hour: number) => String(hour).padStart(2, '0')

/** When in the week something was done: weekdays down, hours across, in UTC. */
export const WeekHeatmap = ({ heatmap: { firstDay, lastDay, total, cells } }: { heatmap: ActivityHeatmap }) => {
  const counts = new Map(cells.map(({ weekday, hour, events }) => [`${weekday} ${hour}`, events]))
  const countOf = (weekday: number, hour: number) => counts.get(`${weekday} ${hour}`) ?? 0
  const most = Math.max(1, ...cells.map(({ events }) => events))
  const busiest = cells.toSorted((a, b) => b.events - a.events)[0]
  return (
    <figure className={classes.figure}>
      <div
        className={classes.scroller}
        role="group"
        aria-label="Actions by weekday and hour"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a keyboard scrolls what it can focus
        tabIndex={0}
      >
        <table className={classes.table}>
          <caption className={textStyles.hidden}>
            Actions by weekday and hour in UTC, {formatDayRange(firstDay, lastDay)}
          </caption>
          <thead>
            <tr>
              <th scope="col">
                <span className={textStyles.hidden}>Weekday</span>
              </th>
              {hours.map((hour) => (
                <th key={hour} scope="col" className={classes.hour} data-shown={hour % 3 === 0}>
                  <abbr title={`${twoDigits(hour)}:00 UTC`}>{twoDigits(hour)}</abbr>
                </th>
              ))}
              <th scope="col" className={classes.sum}>
                All
              </th>
            </tr>
          </thead>
          <tbody>
            {weekdays.map((name, index) => (
              <tr key={name}>
                <th scope="row" className={classes.weekday}>
                  <abbr title={name}>{name.slice(0, 3)}</abbr>
                </th>
                {hours.map((hour) => {
                  const events = countOf(index + 1, hour)
                  return (
                    <td
                      key={hour}
                      data-step={stepOf(events, most)}
                      title={`${name} ${twoDigits(hour)}:00–${twoDigits(hour)}:59 UTC: ${formatPlural(events, 'action')}`}
                    >
                      <span className={textStyles.hidden}>{events}</span>
                    </td>
                  )
                })}
                <td className={classes.sum}>
                  {formatCount(hours.reduce((sum, hour) => sum + countOf(index + 1, hour), 0))}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <figcaption className={classes.caption}>
        <span className={textStyles.caption}>
          {formatPlural(total, 'action')}, {formatDayRange(firstDay, lastDay)}. Hours are in UTC.
          {busiest &&
            ` The busiest was ${weekdays[busiest.weekday - 1]} at ${twoDigits(busiest.hour)}:00 with ${formatCount(busiest.events)}.`}
        </span>
        <span className={`${textStyles.caption} ${classes.legend}`} aria-hidden>
          none
          {[0, 1, 2, 3, 4, 5].map((step) => (
            <i key={step} data-step={step} />
          ))}
          {formatCount(most)}
        </span>
      </figcaption>
    </figure>
  )
}

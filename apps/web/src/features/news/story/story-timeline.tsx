import type { NewsTimePoint } from '@auspex/sdk'
import { formatPlural } from '../../../lib/numbers/format.ts'
import { formatDay, formatInstant } from '../../../lib/time/format.ts'
import classes from './story.module.css'
import textStyles from '../../../ui/text-styles.module.css'

/** The maximum width of a column: a chart of few columns is narrow, so that its days align with them. */
const widestColumn = 40
const narrowest = 320

/** Columns of articles by hour or day, and the same data as a table for screen readers. */
export const StoryTimeline = ({ points }: { points: readonly NewsTimePoint[] }) => {
  const maxDocuments = Math.max(1, ...points.map(({ documents }) => documents))
  const isHourly = points.length > 1 && Date.parse(points[1]?.at ?? '') - Date.parse(points[0]?.at ?? '') < 86_400_000
  const formatTick = (at: string) => (isHourly ? formatInstant(at) : formatDay(at))
  const [first, last] = [points[0], points.at(-1)]
  if (first && first === last)
    return (
      <p className={textStyles.text}>
        {formatPlural(first.documents, 'article')}, all on {formatTick(first.at)}.
      </p>
    )
  return (
    <figure
      className={classes.timeline}
      style={{ margin: 0, maxWidth: Math.max(narrowest, points.length * widestColumn) }}
    >
      <div className={classes.bars} aria-hidden>
        {points.map(({ at, documents, outlets }) => (
          <span
            key={at}
            style={{ height: `${(documents / maxDocuments) * 100}%`, minHeight: documents > 0 ? 2 : 0 }}
            title={`${formatTick(at)}: ${formatPlural(documents, 'article')} of ${formatPlural(outlets, 'outlet')}`}
          />
        ))}
      </div>
      <figcaption className={textStyles.fine}>
        <span>{first && formatTick(first.at)}</span>
        <span>Most: {formatPlural(maxDocuments, 'article')}</span>
        <span>{last && last !== first && formatTick(last.at)}</span>
      </figcaption>
      <div className={textStyles.hidden}>
        <table>
          <caption>Articles by {isHourly ? 'hour' : 'day'}</caption>
          <thead>
            <tr>
              <th scope="col">{isHourly ? 'Hour' : 'Day'}</th>
              <th scope="col">Articles</th>
              <th scope="col">Outlets</th>
            </tr>
          </thead>
          <tbody>
            {points
              .filter(({ documents }) => documents > 0)
              .map(({ at, documents, outlets }) => (
                <tr key={at}>
                  <th scope="row">{formatTick(at)}</th>
                  <td>{documents}</td>
                  <td>{outlets}</td>
                </tr>
              ))}
          </tbody>
        </table>
      </div>
    </figure>
  )
}

import type { SourceInfo, SourceKey } from '@auspex/sdk'
import { formatDayRange, formatPlural } from '../../lib/format.ts'
import { ProbeCell } from './probe-cell.tsx'
import type { SourceRow } from './sources.model.ts'
import classes from './source-table.module.css'
import { OutsideLink } from '../../ui/outside-link.tsx'
import textStyles from '../../ui/text-styles.module.css'
import surfaces from '../../ui/surfaces.module.css'

interface SourceTableProps {
  caption: string
  rows: readonly SourceRow[]
  /** Sources that are being probed now. */
  running: ReadonlySet<SourceKey>
}

/** Sources, one a row: a table on a wide screen, cards on a narrow one. */
export const SourceTable = ({ caption, rows, running }: SourceTableProps) => (
  <div className={`${surfaces.panel} ${classes.frame}`}>
    <table className={classes.table}>
      <caption className={textStyles.hidden}>{caption}</caption>
      <thead>
        <tr>
          <th scope="col">Source</th>
          <th scope="col">Answer</th>
          <th scope="col">In the library</th>
          <th scope="col">Terms and rate</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ source, probe }) => (
          <tr key={source.key}>
            <th scope="row">
              <SourceName source={source} />
            </th>
            <td>
              <ProbeCell source={source} probe={probe} isRunning={running.has(source.key)} />
            </td>
            <td data-label="In the library">
              <StoredDocuments source={source} />
            </td>
            <td data-label="Terms and rate">
              <Terms source={source} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)

const kindWords: Record<SourceInfo['kind'], string> = {
  documents: 'Documents',
  series: 'Daily figures',
  prices: 'Prices',
}

const SourceName = ({ source: { label, homepage, kind, reach } }: { source: SourceInfo }) => (
  <>
    <OutsideLink className={classes.name} href={homepage} otherwise={<span className={classes.name}>{label}</span>}>
      {label}
    </OutsideLink>
    <span className={`${textStyles.note} ${classes.small}`}>{reach ?? kindWords[kind]}</span>
  </>
)

const nothingStored: Record<SourceInfo['kind'], string> = {
  documents: 'Nothing yet',
  series: 'Stored with reports',
  prices: 'Stored beside the documents',
}

const StoredDocuments = ({ source: { documents, firstDay, lastDay, kind } }: { source: SourceInfo }) => {
  if (documents === 0) return <span className={`${textStyles.note} ${classes.small}`}>{nothingStored[kind]}</span>
  return (
    <>
      <span className={classes.figure}>{formatPlural(documents, 'document')}</span>
      {firstDay !== null && lastDay !== null && (
        <span className={`${textStyles.note} ${classes.small}`}>
          {/* a break belongs between the two days, not into one */}
          {formatDayRange(firstDay, lastDay)
            .split(/(?<= – )/)
            .map((day) => (
              <span key={day} className={classes.day}>
                {day}
              </span>
            ))}
        </span>
      )}
    </>
  )
}

const Terms = ({ source: { licence, rate, attribution } }: { source: SourceInfo }) => {
  const lines = [licence, rate, attribution === null ? null : `Credited as “${attribution}”`]
  const said = lines.filter((line) => line !== null)
  if (said.length === 0) return <span className={`${textStyles.note} ${classes.small}`}>As the documents say</span>
  return (
    <>
      {said.map((line) => (
        <span key={line} className={`${textStyles.note} ${classes.small}`}>
          {line}
        </span>
      ))}
    </>
  )
}

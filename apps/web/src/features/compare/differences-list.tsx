import type { ComparedSignal, SignalDifference } from '@auspex/sdk'
import type { ReactNode } from 'react'
import classes from './compare.module.css'
import surfaces from '../../ui/surfaces.module.css'

export interface DifferenceRow {
  readonly index: number
  readonly signal: ComparedSignal
  /** Null for the reference. */
  readonly difference: SignalDifference | null
}

interface DifferencesListProps {
  rows: readonly DifferenceRow[]
  columns: readonly {
    readonly key: string
    readonly title: string
    readonly renderCell: (row: DifferenceRow) => ReactNode
  }[]
}

/** What a signal has by itself; the rest is nothing to say of the reference. */
const ownFigures = new Set(['count', 'tone'])

/** The table on a phone: one signal below the other, so that no figure is beyond the side. The first column names the signal. */
export const DifferencesList = ({ rows, columns: [name, ...figures] }: DifferencesListProps) => (
  <ul className={`${surfaces.lines} ${classes.figureList}`} aria-label="Differences">
    {rows.map((row) => (
      <li key={row.signal.signalId}>
        <h3 className={classes.rowName}>{name?.renderCell(row)}</h3>
        <dl className={classes.figureGrid}>
          {figures
            .filter(({ key }) => row.difference !== null || ownFigures.has(key))
            .map(({ key, title, renderCell }) => (
              <div key={key}>
                <dt>{title}</dt>
                <dd>{renderCell(row)}</dd>
              </div>
            ))}
        </dl>
      </li>
    ))}
  </ul>
)

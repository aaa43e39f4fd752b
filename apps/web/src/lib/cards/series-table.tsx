import { useState } from 'react'
import { UnstyledButton } from '@mantine/core'
import { Chevron } from '../../ui/chevron.tsx'
import type { CardSeries } from './series.model.ts'
import classes from './cards.module.css'
import textStyles from '../../ui/text-styles.module.css'

interface SeriesTableProps {
  series: CardSeries
  name: string
  format: (value: number) => string
}

/** The numbers of a chart, for whoever cannot see it or wants to take one along. Drawn when it is opened. */
export const SeriesTable = ({ series, name, format }: SeriesTableProps) => {
  const [isOpen, setOpen] = useState(false)
  return (
    <div>
      <UnstyledButton
        className={`${textStyles.caption} ${classes.tableButton}`}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        <Chevron isOpen={isOpen} size={14} /> {isOpen ? 'Hide the numbers' : 'Show the numbers'}
      </UnstyledButton>
      {isOpen && (
        <section
          className={classes.tableFrame}
          aria-label={`${name} as a table`}
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a keyboard scrolls what it can focus
          tabIndex={0}
        >
          <table className={classes.table}>
            <thead>
              <tr>
                <th scope="col">Date</th>
                <th scope="col">{name}</th>
              </tr>
            </thead>
            <tbody>
              {series.steps.map(({ key, title, value }) => (
                <tr key={key}>
                  <th scope="row">{title}</th>
                  <td>{value === null ? <span className={textStyles.quiet}>not covered</span> : format(value)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </div>
  )
}

import type { CardRow, SectionCard } from '@auspex/sdk'
import { countryName } from '../countries.ts'
import { formatCount } from '../format.ts'
import { Markdown } from '../../ui/markdown/markdown.tsx'
import { ValueOrUnknown } from '../../ui/value-or-unknown.tsx'
import { sectionWords } from './card-words.ts'
import { SeriesView } from './chart-card-view.tsx'
import classes from './cards.module.css'
import textStyles from '../../ui/text-styles.module.css'

/** Rows that a slide has room for. */
const rowsOnSlide = 8

/** A section of a report: its sentences, its series, and what it lists. */
export const SectionCardView = ({ content, isSlide }: { content: SectionCard; isSlide: boolean }) => {
  const { section, title, text, points, rows } = content
  const shown = isSlide ? rows.slice(0, rowsOnSlide) : rows
  return (
    <div className={classes.section}>
      <p className={textStyles.eyebrow}>{title}</p>
      <h3 className={classes.sectionTitle}>{sectionWords[section]}</h3>
      {text !== '' && <Markdown text={text} topLevel={4} />}
      {points.length > 0 && (
        <SeriesView
          measure={section === 'tone' ? 'tone' : 'documents'}
          points={points}
          subject={title}
          isNamed
          isSlide={isSlide}
        />
      )}
      {shown.length > 0 && (
        <ol className={classes.rows}>
          {shown.map((row) => (
            <Row key={`${row.label} ${row.note}`} row={row} section={section} />
          ))}
        </ol>
      )}
      {text === '' && points.length === 0 && rows.length === 0 && (
        <p className={textStyles.soft}>The report has nothing to say here.</p>
      )}
    </div>
  )
}

/** Sections that list how much there is of each; the others list sentences. */
const countedSections: ReadonlySet<SectionCard['section']> = new Set(['voices', 'places', 'audience'])

const Row = ({ row: { label, value, note }, section }: { row: CardRow; section: SectionCard['section'] }) => (
  <li>
    <span>
      {section === 'places' && /^[A-Z]{2}$/.test(label) ? countryName(label) : label}
      {note && <span className={textStyles.caption}> {note}</span>}
    </span>
    {(value !== null || countedSections.has(section)) && (
      <span className={textStyles.figure}>
        <ValueOrUnknown value={value} format={formatCount} />
      </span>
    )}
  </li>
)

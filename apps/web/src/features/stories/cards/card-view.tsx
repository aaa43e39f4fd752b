import type {
  StoryCard,
  SignalCard,
  DocumentCard,
  ImageCard,
  NumberCard,
  CardRow,
  SectionCard,
  CardPoint,
  ChartCard,
} from '@auspex/sdk'
import { Button, Tooltip, UnstyledButton } from '@mantine/core'
import { IconActivity, IconArrowUpRight, IconFileText, IconPlayerPlay, IconSnowflake } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { useLoadedPicture } from '../../../lib/files/pictures.tsx'
import { formatCount, formatTimes, formatTone } from '../../../lib/numbers/format.ts'
import { formatInstant, formatDayRange } from '../../../lib/time/format.ts'
import { countryName } from '../../../lib/places/countries.ts'
import { grainWords } from '../../../lib/time/buckets.ts'
import { stageMeanings, stageWords, sectionWords } from '../../../lib/words/words.ts'
import { SeriesChart } from '../../../ui/charts/series-chart.tsx'
import { Chevron } from '../../../ui/disclosure.tsx'
import { LateTooltip } from '../../../ui/late-tooltip.tsx'
import { Markdown } from '../../../ui/markdown/markdown.tsx'
import { OutsideLink } from '../../../ui/outside-link.tsx'
import { BlobImage } from '../../../ui/picture.tsx'
import surfaces from '../../../ui/surfaces.module.css'
import textStyles from '../../../ui/text-styles.module.css'
import { ValueOrUnknown } from '../../../ui/values.tsx'
import { numberWords, isMeasured, nameOf, chartWords } from './card-words.ts'
import classes from './cards.module.css'
import { toSeries, type CardSeries } from './series.model.ts'

/** How many rows fit on a slide. */
const rowsOnSlide = 8

/** A section of a report: its sentences, its series, and its list. */
const SectionCardView = ({ content, isSlide }: { content: SectionCard; isSlide: boolean }) => {
  const { section, title, text, points, rows } = content
  const visibleRows = isSlide ? rows.slice(0, rowsOnSlide) : rows
  return (
    <div>
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
      {visibleRows.length > 0 && (
        <ol className={classes.rows}>
          {visibleRows.map((row) => (
            <Row key={`${row.label} ${row.note}`} row={row} section={section} />
          ))}
        </ol>
      )}
      {text === '' && points.length === 0 && rows.length === 0 && (
        <p className={textStyles.soft}>The report has nothing to show here.</p>
      )}
    </div>
  )
}

/** Sections that list amounts; the others list sentences. */
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

const intervalFormats: Record<NumberCard['measure'], (value: number) => string> = {
  documents: formatCount,
  momentum: formatTimes,
  tone: formatTone,
}

/** A number in large type, with its uncertainty. */
const NumberCardView = ({ content: { title, measure, value, low, high } }: { content: NumberCard }) => {
  const { noun, format } = numberWords[measure]
  const write = intervalFormats[measure]
  return (
    <div className={classes.number}>
      {title !== undefined && <p className={textStyles.eyebrow}>{title}</p>}
      <p className={classes.figure}>
        {value === null ? <span className={textStyles.quiet}>unknown</span> : format(value)}
      </p>
      <p className={textStyles.soft}>
        {noun}
        {low !== null && high !== null && low < high && (
          <span className={textStyles.caption}>
            {' '}
            · 95% interval {write(low)} to {write(high)}
          </span>
        )}
        {value === null && <span className={textStyles.caption}> · too little data to tell</span>}
      </p>
    </div>
  )
}

interface CardViewProps {
  card: StoryCard
  /** On a slide everything is larger. */
  isSlide?: boolean
}

/** The read-only content of a card: the same in the editor, on a slide, in the history and behind a link. */
export const CardView = ({ card, isSlide = false }: CardViewProps) => (
  <div className={classes.card} data-slide={isSlide}>
    {card.unavailable != null && (
      <p className={`${surfaces.callout} ${surfaces.warning} ${classes.unavailable}`}>{card.unavailable}</p>
    )}
    <CardContentView card={card} isSlide={isSlide} />
    {card.deletion != null && <p className={`${textStyles.caption} ${classes.unavailable}`}>{card.deletion}</p>}
  </div>
)

const CardContentView = ({ card: { content, caption, deletion }, isSlide }: Required<CardViewProps>) => {
  switch (content.kind) {
    case 'text':
      return <Markdown text={content.text} />
    case 'chart':
      return <ChartCardView content={content} caption={caption} isSlide={isSlide} />
    case 'number':
      return <NumberCardView content={content} />
    case 'quote':
      // the note that stands in place of deleted words is no quotation
      return deletion != null ? (
        <p className={textStyles.soft}>{content.text}</p>
      ) : (
        <blockquote className={classes.quote}>{content.text}</blockquote>
      )
    case 'document':
      return <DocumentCardView content={content} />
    case 'signal':
      return <SignalCardView content={content} />
    case 'image':
      return <ImageCardView content={content} />
    case 'section':
    default:
      return <SectionCardView content={content} isSlide={isSlide} />
  }
}

/** A signal by its name and stage. */
const SignalCardView = ({ content: { title, stage } }: { content: SignalCard }) => (
  <div className={classes.document}>
    <IconActivity size={20} stroke={1.6} aria-hidden />
    <div>
      <p className={classes.documentTitle}>{title}</p>
      <p className={textStyles.caption}>
        {stage === null ? (
          'Stage not known yet'
        ) : (
          <LateTooltip label={stageMeanings[stage]} className={`${surfaces.badge} ${surfaces.accent}`}>
            {stageWords[stage]}
          </LateTooltip>
        )}
      </p>
    </div>
  </div>
)

/** A document by its title, which links to its publisher. */
const DocumentCardView = ({ content: { title, url } }: { content: DocumentCard }) => {
  const words = title === '' ? 'Document without a title' : title
  return (
    <div className={classes.document}>
      <IconFileText size={20} stroke={1.6} aria-hidden />
      <div>
        <p className={`${textStyles.title} ${classes.documentTitle}`}>
          <OutsideLink href={url} otherwise={words}>
            {words} <IconArrowUpRight size={16} stroke={1.8} aria-label="(opens the publisher's page)" />
          </OutsideLink>
        </p>
        <p className={textStyles.caption}>{hostOf(url) ?? 'Source not known'}</p>
      </div>
    </div>
  )
}

const hostOf = (url: string | null): string | null => {
  const host = url === null ? undefined : URL.parse(url)?.host
  return host ? host.replace(/^www\./, '') : null
}

/** A picture of the story. Its bytes need the reader's token, so the browser cannot fetch them by itself. */
const ImageCardView = ({ content: { image, alt } }: { content: ImageCard }) => {
  const { content, isFailed } = useLoadedPicture(image)
  if (isFailed) return <p className={textStyles.soft}>The picture could not be loaded{alt === '' ? '.' : `: ${alt}`}</p>
  return content === null ? (
    <div className={classes.picture} aria-busy="true" role="img" aria-label={alt || 'Picture'} />
  ) : (
    <BlobImage content={content} alt={alt} className={classes.picture} />
  )
}

interface CardMomentProps {
  card: StoryCard
  onFreeze: (frozen: boolean) => void
}

/** Whether a card is live or frozen, and the moment of its values. */
export const CardMoment = ({ card, onFreeze }: CardMomentProps) => {
  if (!isMeasured(card.content)) return null
  const { frozen } = card
  return (
    <div className={classes.moment} data-frozen={frozen}>
      <span className={textStyles.caption}>{describeMoment(card)}</span>
      <Tooltip label={frozen ? 'Measure again each time the story is opened' : 'Keep the current values'}>
        <Button
          size="compact-xs"
          variant="subtle"
          color="gray"
          aria-label={`${frozen ? 'Unfreeze' : 'Freeze'} ${nameOf(card)}`}
          leftSection={
            frozen ? <IconPlayerPlay size={13} aria-hidden /> : <IconSnowflake size={13} stroke={1.8} aria-hidden />
          }
          onClick={() => onFreeze(!frozen)}
        >
          {frozen ? 'Unfreeze' : 'Freeze'}
        </Button>
      </Tooltip>
    </div>
  )
}

/** The moment of the values; null if nothing is measured. */
export const describeMoment = ({ frozen, asOf, content }: StoryCard): string | null => {
  if (!isMeasured(content)) return null
  if (asOf === null) return frozen ? 'Frozen' : 'Live'
  return frozen ? `Frozen: values of ${formatInstant(asOf)}` : `Live: measured ${formatInstant(asOf)}`
}

interface ChartCardViewProps {
  content: ChartCard
  caption: string | null
  isSlide: boolean
}

/** A measured series as a chart with its table. */
const ChartCardView = ({ content: { title, measure, points }, caption, isSlide }: ChartCardViewProps) => (
  <>
    {title !== undefined && <p className={textStyles.eyebrow}>{title}</p>}
    <SeriesView
      measure={measure}
      points={points}
      subject={caption ?? title ?? null}
      isNamed={caption !== null}
      isSlide={isSlide}
    />
  </>
)

interface SeriesViewProps {
  measure: ChartCard['measure']
  points: readonly CardPoint[]
  /** Its subject, for a screen reader. */
  subject: string | null
  /** Whether the surrounding text already names the measure, which a slide then shows only once. */
  isNamed: boolean
  isSlide: boolean
}

const SeriesView = ({ measure, points, subject, isNamed, isSlide }: SeriesViewProps) => {
  const series = useMemo(() => toSeries(points), [points])
  const { name, format, formatShort } = chartWords[measure]
  const [first, last] = [points[0]?.day, points.at(-1)?.day]
  if (first === undefined || last === undefined) return <p className={textStyles.soft}>No day has been measured yet.</p>
  return (
    <>
      <p className={classes.measure}>
        {!(isSlide && isNamed) && <b>{name}</b>}
        <span className={textStyles.caption}>
          {formatDayRange(first, last)}
          {series.grain !== 'day' && ` · each point is the mean of a ${grainWords[series.grain]}’s covered days`}
        </span>
      </p>
      <div className={classes.chart}>
        <SeriesChart
          label={`${subject === null ? '' : `${subject}: `}${name}, ${formatDayRange(first, last)}`}
          steps={series.steps}
          ticks={series.ticks}
          isSigned={measure === 'tone'}
          height={isSlide ? 420 : 240}
          format={format}
          formatShort={formatShort}
        />
      </div>
      {!isSlide && <SeriesTable series={series} name={name} format={format} />}
    </>
  )
}

interface SeriesTableProps {
  series: CardSeries
  name: string
  format: (value: number) => string
}

/** The numbers of a chart, for anyone who cannot see it or wants to copy one. Rendered when it is opened. */
const SeriesTable = ({ series, name, format }: SeriesTableProps) => {
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
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- focusable so that the keyboard can scroll it
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

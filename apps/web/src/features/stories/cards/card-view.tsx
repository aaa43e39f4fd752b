import type { StoryCard, SignalCard, DocumentCard, ImageCard, NumberCard, CardRow, SectionCard } from '@auspex/sdk'
import { IconActivity, IconArrowUpRight, IconFileText, IconPlayerPlay, IconSnowflake } from '@tabler/icons-react'
import { Button, Tooltip } from '@mantine/core'
import { Markdown } from '../../../ui/markdown/markdown.tsx'
import { ChartCardView, SeriesView } from './chart-card-view.tsx'
import { stageMeanings, stageWords } from '../../../lib/words/words.ts'
import { LateTooltip } from '../../../ui/late-tooltip.tsx'
import { OutsideLink } from '../../../ui/outside-link.tsx'
import { useLoadedPicture } from '../../../lib/files/pictures.tsx'
import { formatCount, formatTimes, formatTone, formatInstant } from '../../../lib/numbers/format.ts'
import { numberWords, isMeasured, nameOf } from './card-words.ts'
import { countryName } from '../../../lib/places/countries.ts'
import { ValueOrUnknown } from '../../../ui/values.tsx'
import classes from './cards.module.css'
import surfaces from '../../../ui/surfaces.module.css'
import textStyles from '../../../ui/text-styles.module.css'
import { sectionWords } from '../../../lib/words/words.ts'
import { BlobImage } from '../../../ui/picture.tsx'

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

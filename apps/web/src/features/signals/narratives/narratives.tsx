import { type Narrative, type NarrativesSection, NotFoundError } from '@auspex/sdk'
import { Box, Collapse, UnstyledButton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState, memo, useId } from 'react'
import { useDisclosure } from '@mantine/hooks'
import { addDays, daysBetween, toTime } from '../../../lib/time/dates.ts'
import { useClient } from '../../../lib/api/api.tsx'
import { describeFailure } from '../../../lib/api/failure.ts'
import { formatCount, formatPlural, formatShare, formatShareInterval } from '../../../lib/numbers/format.ts'
import { formatDay } from '../../../lib/time/format.ts'
import { ErrorView } from '../../../ui/error-view.tsx'
import { Swatch } from '../../../ui/charts/legend.tsx'
import { Section } from '../../../ui/page.tsx'
import { ShowAll, Chevron } from '../../../ui/disclosure.tsx'
import { Why } from '../../../ui/values.tsx'
import { NullResult, NarrativesSkeleton } from '../placeholders.tsx'
import { narrativesOptions } from '../signals.queries.ts'
import { EvidenceLink } from '../evidence-link.tsx'
import { NarrativeDetails } from './narrative-details.tsx'
import { drawnDays, narrativeColor, NarrativeShares } from './narrative-shares.tsx'
import classes from '../later-parts.module.css'
import textStyles from '../../../ui/text-styles.module.css'
import surfaces from '../../../ui/surfaces.module.css'

/** The days that all lives are drawn over, inclusive. */
interface TimeSpan {
  readonly first: string
  readonly last: string
}

interface LifeBin {
  readonly first: string
  readonly last: string
  readonly documents: number
}

/** A life as at most `bins` equal parts of the common span, so that lives are visually comparable. Days outside of it are left out. */
export const toBins = (days: Narrative['days'], { first, last }: TimeSpan, bins: number): readonly LifeBin[] => {
  const total = daysBetween(first, last)
  const width = Math.max(1, Math.ceil(total / bins))
  const count = Math.ceil(total / width)
  const documents = Array.from({ length: count }, () => 0)
  for (const { day, documents: n } of days) {
    const at = Math.floor((daysBetween(first, day) - 1) / width)
    if (at >= 0 && at < count) documents[at] = (documents[at] ?? 0) + n
  }
  return documents.map((n, at) => {
    const from = addDays(first, at * width)
    const to = addDays(from, width - 1)
    return { first: from, last: toTime(to) > toTime(last) ? last : to, documents: n }
  })
}

const bins = 60
const height = 26

/** The life of a narrative on the common time axis; its own peak has the height of the strip. */
const LifeStrip = ({ days, span, color }: LifeStripProps) => {
  const stretches = toBins(days, span, bins)
  const top = Math.max(1, ...stretches.map(({ documents }) => documents))
  const [first, last] = [days[0], days.at(-1)]
  const total = days.reduce((sum, { documents }) => sum + documents, 0)
  const name =
    first && last
      ? `${formatPlural(total, 'document')} from ${formatDay(first.day)} to ${formatDay(last.day)}`
      : 'No documents'
  return (
    <svg
      className={classes.strip}
      viewBox={`0 0 ${stretches.length} ${height}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={name}
    >
      <rect fill="var(--line-strong)" x={0} y={height - 1} width={stretches.length} height={1} />
      {stretches.map(({ first: from, documents }, at) => {
        if (documents === 0) return null
        const barHeight = Math.max(2, (documents / top) * (height - 1))
        return (
          <rect
            key={from}
            fill={color ?? 'var(--ink-3)'}
            x={at + 0.08}
            y={height - barHeight}
            width={0.84}
            height={barHeight}
          />
        )
      })}
    </svg>
  )
}

/** One narrative: its label and its life; expanded, how it began, how far it spread, and what it says. */
const NarrativeRow = memo(({ narrative, span, color }: NarrativeRowProps) => {
  const [opened, { toggle }] = useDisclosure(false)
  const id = useId()
  const { label, headline, share, days } = narrative
  return (
    <li>
      <div className={classes.narrative}>
        <UnstyledButton
          className={`${surfaces.fill} ${classes.row}`}
          onClick={toggle}
          aria-expanded={opened}
          aria-controls={id}
        >
          <Chevron isOpen={opened} side />
          <span className={classes.words}>
            <span className={classes.label}>
              {color !== undefined && <Swatch color={color} />} {label}
            </span>
            {headline !== null && (
              <span className={`${textStyles.caption} ${textStyles.clip}`}>for example “{headline}”</span>
            )}
          </span>
          <LifeStrip days={days} span={span} color={color} />
          <Box component="span" className={`${textStyles.strong} ${textStyles.tabular}`} ta="right">
            {formatShare(share.value)}{' '}
            <Box component="span" className={textStyles.fine} display="block">
              {formatShareInterval(share.low, share.high)}
            </Box>
          </Box>
        </UnstyledButton>
        <span className={`${classes.open} ${textStyles.tabular}`}>
          <EvidenceLink
            filter={{ narrative: narrative.id }}
            label={`${formatPlural(narrative.documents, 'document')} of the narrative ${label}`}
          >
            {formatPlural(narrative.documents, 'document')}
          </EvidenceLink>
        </span>
      </div>
      <Collapse expanded={opened} id={id}>
        {opened && <NarrativeDetails narrative={narrative} />}
      </Collapse>
    </li>
  )
})

const firstNarratives = 6

/** The narratives of a signal, in all four states. */
export const Narratives = ({ signalId, title }: { signalId: string; title: string }) => {
  const { data, error, refetch, isFetching } = useQuery(narrativesOptions(useClient(), signalId))
  if (data?.section === 'narratives') return <NarrativeList section={data} title={title} />
  if (error && !isFetching)
    return (
      <ErrorView
        {...describeFailure(error)}
        onRetry={error instanceof NotFoundError ? undefined : () => void refetch()}
      />
    )
  return <NarrativesSkeleton />
}

const NarrativeList = ({ section, title }: { section: NarrativesSection; title: string }) => {
  const [all, setAll] = useState(false)
  const { items, note } = section
  const span = drawnDays(section)
  if (span === null || items.length === 0)
    return (
      <NullResult name="Narratives" result="No narratives" why={note ?? 'the documents have no subject in common'} />
    )
  return (
    <Section
      id="narratives"
      title="Narratives"
      hint="What the documents are about, in groups named by what they share, with when each ran, who was first and how far it spread."
    >
      <NarrativeShares section={section} title={title} {...span} />
      <p className={`${textStyles.small} ${classes.axis}`} aria-hidden>
        <span>{formatDay(span.first)}</span>
        <span>{formatDay(span.last)}</span>
      </p>
      <ol className={`${surfaces.panel} ${surfaces.lines} ${classes.list}`}>
        {(all ? items : items.slice(0, firstNarratives)).map((narrative, index) => (
          <NarrativeRow key={narrative.id} narrative={narrative} span={span} color={narrativeColor(index)} />
        ))}
      </ol>
      {items.length > firstNarratives && <ShowAll isAll={all} total={formatCount(items.length)} onChange={setAll} />}
      <Box component="p" className={textStyles.fine} mt={10} maw="100ch" lh={1.5}>
        {`${formatPlural(section.unassigned, 'document')} of the ${formatCount(section.documentsRead)} read ${section.unassigned === 1 ? 'is' : 'are'} in none of these.`}{' '}
        {note} <Why label="How narratives are found:" text={section.method} />
      </Box>
    </Section>
  )
}

interface NarrativeRowProps {
  narrative: Narrative
  span: TimeSpan
  /** Its colour in the chart of shares. */
  color: string | undefined
}

interface LifeStripProps {
  days: Narrative['days']
  span: TimeSpan
  /** Its colour in the chart of shares. */
  color: string | undefined
}

import { Box } from '@mantine/core'
import { type NarrativesSection, NotFoundError } from '@auspex/sdk'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useClient } from '../../../lib/api.tsx'
import { describeFailure } from '../../../lib/failure.ts'
import { formatCount, formatDay, formatPlural } from '../../../lib/format.ts'
import { ErrorView } from '../../../ui/error-view.tsx'
import { Section } from '../../../ui/section.tsx'
import { ShowAll } from '../../../ui/show-all.tsx'
import { Why } from '../../../ui/why.tsx'
import { NullResult } from '../null-result.tsx'
import { narrativesOptions } from '../signals.queries.ts'
import { NarrativeRow } from './narrative-row.tsx'
import { spanOf } from './narratives.model.ts'
import { NarrativesSkeleton } from './narratives-skeleton.tsx'
import classes from './narratives.module.css'
import textStyles from '../../../ui/text-styles.module.css'
import surfaces from '../../../ui/surfaces.module.css'

const firstNarratives = 6

/** The narratives of a signal, in all four states. */
export const Narratives = ({ signalId }: { signalId: string }) => {
  const { data, error, refetch, isFetching } = useQuery(narrativesOptions(useClient(), signalId))
  if (data?.section === 'narratives') return <NarrativeList section={data} />
  if (error && !isFetching)
    return (
      <ErrorView
        {...describeFailure(error)}
        onRetry={error instanceof NotFoundError ? undefined : () => void refetch()}
      />
    )
  return <NarrativesSkeleton />
}

/** Groups without one subject are said here too, or nobody would know that there are any. */
const whyNone = ({ note, incoherent }: NarrativesSection): string =>
  incoherent > 0
    ? `${formatPlural(incoherent, 'group')} of documents ${incoherent === 1 ? 'has' : 'have'} no one subject`
    : (note ?? 'no three documents say so much alike that they make one')

const NarrativeList = ({ section }: { section: NarrativesSection }) => {
  const [all, setAll] = useState(false)
  const { items, note } = section
  const span = spanOf(items)
  if (span === null) return <NullResult name="Narratives" result="No narratives" why={whyNone(section)} />
  return (
    <Section
      id="narratives"
      title="Narratives"
      hint="Documents that tell the same thing, each group under its most central headline, with its life, who was first, and how far it went."
    >
      <p className={`${textStyles.small} ${classes.axis}`} aria-hidden>
        <span>{formatDay(span.first)}</span>
        <span>{formatDay(span.last)}</span>
      </p>
      <ol className={`${surfaces.panel} ${surfaces.lines} ${classes.list}`}>
        {(all ? items : items.slice(0, firstNarratives)).map((narrative) => (
          <NarrativeRow key={narrative.id} narrative={narrative} span={span} />
        ))}
      </ol>
      {items.length > firstNarratives && <ShowAll isAll={all} total={formatCount(items.length)} onChange={setAll} />}
      <Box component="p" className={textStyles.fine} mt={10} maw="100ch" lh={1.5}>
        {`${formatPlural(section.unassigned, 'document')} of the ${formatCount(section.documentsRead)} read ${section.unassigned === 1 ? 'is' : 'are'} in none of these.`}{' '}
        {section.incoherent > 0 &&
          `${formatPlural(section.incoherent, 'other group')} without one subject ${section.incoherent === 1 ? 'is' : 'are'} not shown. `}
        {note} <Why label="How narratives are found:" text={section.method} />
      </Box>
    </Section>
  )
}

import { Skeleton, Stack } from '@mantine/core'
import type { ProjectDashboard } from '@auspex/sdk'
import { useQuery } from '@tanstack/react-query'
import { useClient } from '../../../lib/api.tsx'
import { describeFailure } from '../../../lib/failure.ts'
import { formatInstant, formatPlural, formatSince } from '../../../lib/format.ts'
import { useNow } from '../../../lib/use-now.ts'
import { Section } from '../../../ui/section.tsx'
import { SmallFailure } from '../../../ui/small-failure.tsx'
import { dashboardOptions } from '../projects.queries.ts'
import { EventList } from './event-list.tsx'
import { MovementView } from './movement-view.tsx'
import { SourceHealth } from './source-health.tsx'
import { ToneView } from './tone-view.tsx'
import layout from '../../../ui/layout.module.css'

/** What the signals of a project did. */
export const Dashboard = ({ projectId }: { projectId: string }) => {
  const { data, error, refetch } = useQuery(dashboardOptions(useClient(), projectId))
  const now = useNow()
  if (!data)
    return error ? (
      <SmallFailure words={`${describeFailure(error).message}.`} onRetry={() => void refetch()} />
    ) : (
      <Stack gap={16} role="group" aria-busy="true" aria-label="Loading the dashboard">
        <Skeleton height={260} radius="lg" />
        <Skeleton height={180} radius="lg" />
      </Stack>
    )
  return (
    <>
      <Section title="What moved" hint={sayBasis(data, now)}>
        <MovementView dashboard={data} />
      </Section>
      <div className={layout.halves}>
        <Section
          title="Biggest events"
          hint="Of the last 90 days, those furthest above the usual number of stories first."
        >
          <EventList events={data.events} />
        </Section>
        <Section title="Tone" hint="Mean tone of each signal with its 95 % interval: the lowest and the highest.">
          <ToneView tone={data.tone} />
        </Section>
      </div>
      <Section title="Sources" hint="How each source of these signals did when it was last asked.">
        <SourceHealth sources={data.sources} />
      </Section>
    </>
  )
}

const basisWords: Record<ProjectDashboard['basis'], string> = {
  query: 'Compared with',
  'previous-visit': 'Since your last visit,',
  'first-visit': 'Compared with',
}

/** "Since your last visit, 3 days ago. 2 of 14 signals are measured; the oldest figure is from 2 hours ago." */
const sayBasis = ({ basis, since, signals, measured, refreshedAt }: ProjectDashboard, now: number) => {
  const coverage =
    measured < signals
      ? `${measured} of ${formatPlural(signals, 'signal')} are measured`
      : formatPlural(signals, 'signal')
  const age = refreshedAt === null ? '' : `; the oldest figure is from ${formatSince(refreshedAt, now)}`
  return (
    <>
      {basisWords[basis]} <span title={formatInstant(since)}>{formatSince(since, now)}</span>
      {basis === 'first-visit' && '; from your next visit on, with your last visit'}. {coverage}
      {age}.
    </>
  )
}

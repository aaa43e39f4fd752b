import type { ProjectDashboard, ProjectEvent, ProjectTone, SignalTone, ToneLabel, ProjectSource } from '@auspex/sdk'
import { Skeleton, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState, useMemo } from 'react'
import { useClient } from '../../../lib/api/api.tsx'
import { describeFailure } from '../../../lib/api/failure.ts'
import { formatPlural, formatCount, formatRatio, formatTone } from '../../../lib/numbers/format.ts'
import { formatInstant, formatSince, formatDay } from '../../../lib/time/format.ts'
import { useNow } from '../../../lib/time/use-now.ts'
import { toneOrder, toneWords, statusWords } from '../../../lib/words/words.ts'
import { DataTable, type TableColumn } from '../../../ui/data-table.tsx'
import { ShowAll } from '../../../ui/disclosure.tsx'
import { SmallFailure } from '../../../ui/error-view.tsx'
import layout from '../../../ui/layout.module.css'
import { Section, Card } from '../../../ui/page.tsx'
import surfaces from '../../../ui/surfaces.module.css'
import textStyles from '../../../ui/text-styles.module.css'
import { ToneBadge } from '../../../ui/values.tsx'
import classes from '../projects.module.css'
import { dashboardOptions } from '../projects.queries.ts'
import { Course, MovementView, SignalLink } from './movement-view.tsx'

/** Whether the sources of the signals still respond. */
const SourceHealth = ({ sources }: { sources: readonly ProjectSource[] }) => {
  const now = useNow()
  const columns = useMemo(() => columnsAt(now), [now])
  if (sources.length === 0)
    return (
      <Card>
        <p className={textStyles.text}>No source has documents of these signals yet.</p>
      </Card>
    )
  return <DataTable caption="Sources of the project" columns={columns} rows={sources} rowKey={({ source }) => source} />
}

const columnsAt = (now: number): readonly TableColumn<ProjectSource>[] => [
  { key: 'source', title: 'Source', renderCell: ({ label }) => label, sortBy: ({ label }) => label },
  {
    key: 'status',
    title: 'Last answer',
    renderCell: ({ status, reason, failing }) =>
      status === null ? (
        <span className={textStyles.quiet}>not asked</span>
      ) : (
        <span
          className={`${textStyles.state} ${textStyles.nowrap}`}
          data-state={statusWords[status].state}
          title={reason ?? statusWords[status].meaning}
        >
          {statusWords[status].label}
          {failing > 0 && ` for ${formatPlural(failing, 'signal')}`}
        </span>
      ),
    sortBy: ({ status }) => status,
  },
  {
    key: 'at',
    title: 'Asked',
    renderCell: ({ at }) =>
      at === null ? (
        <span className={textStyles.quiet}>never</span>
      ) : (
        <span title={formatInstant(at)}>{formatSince(at, now)}</span>
      ),
    sortBy: ({ at }) => at,
  },
  {
    key: 'signals',
    title: 'Signals',
    numeric: true,
    renderCell: ({ signals }) => formatCount(signals),
    sortBy: ({ signals }) => signals,
  },
  {
    key: 'documents',
    title: 'Documents',
    numeric: true,
    why: 'Added up across the signals. A document that matches two is counted twice.',
    renderCell: ({ documents }) => formatCount(documents),
    sortBy: ({ documents }) => documents,
  },
  {
    key: 'lastDay',
    title: 'Newest document',
    numeric: true,
    renderCell: ({ lastDay }) =>
      lastDay === null ? <span className={textStyles.quiet}>none</span> : formatDay(lastDay),
    sortBy: ({ lastDay }) => lastDay,
  },
]

/** At each end of the list. */
const shownAtEnd = 3

const words: Record<ToneLabel, string> = { ...toneWords, neutral: 'Mixed' }

/** How many signals have a positive tone, and the most positive and negative ones. */
const ToneView = ({ tone }: { tone: ProjectTone }) => {
  const { items } = tone
  const ends = items.length <= 2 * shownAtEnd ? items : [...items.slice(0, shownAtEnd), ...items.slice(-shownAtEnd)]
  const tones = toneOrder.filter((label) => tone[label] > 0)
  return (
    <Card>
      {tones.length === 0 ? (
        <p className={textStyles.text}>No signal is measured yet. Refresh its portfolio.</p>
      ) : (
        <>
          <div className={classes.tones} aria-hidden>
            {tones.map((label) => (
              <span key={label} style={{ flexGrow: tone[label], background: `var(--tone-${label})` }} />
            ))}
          </div>
          <ul className={classes.legend} aria-label="Signals by tone">
            {tones.map((label) => (
              <li key={label}>
                <ToneBadge tone={label} label={`${words[label]} ${formatCount(tone[label])}`} />
              </li>
            ))}
          </ul>
          <ul className={surfaces.lines} aria-label="Signals by mean tone, lowest first">
            {ends.map((item) => (
              <Tone key={item.signal.signalId} item={item} />
            ))}
          </ul>
        </>
      )}
    </Card>
  )
}

const Tone = ({ item: { signal, mean } }: { item: SignalTone }) => (
  <li className={classes.line}>
    <div className={classes.dashboardWords}>
      <SignalLink signal={signal} />
    </div>
    <Course signal={signal} />
    <span className={classes.value}>
      <span className={textStyles.figure} data-sure={mean.low > 0 || mean.high < 0}>
        {formatTone(mean.value)}
      </span>
      <span className={`${textStyles.small} ${textStyles.tabular}`}>
        {formatTone(mean.low)} to {formatTone(mean.high)}
      </span>
    </span>
  </li>
)

const shownAtFirst = 5

/** Events of the signals; each headline links to the report of its signal. */
const EventList = ({ events }: { events: readonly ProjectEvent[] }) => {
  const [isWhole, setWhole] = useState(false)
  const eventEntries = events.flatMap(({ signal, event }) => (event === null ? [] : [{ signal, event }]))
  if (eventEntries.length === 0)
    return (
      <Card>
        <p className={textStyles.text}>No events in the last 90 days with data.</p>
      </Card>
    )
  return (
    <Card>
      <ul className={surfaces.lines} aria-label="Biggest events">
        {eventEntries.slice(0, isWhole ? undefined : shownAtFirst).map(({ signal, event }) => (
          <li key={`${signal.signalId} ${event.day}`} className={classes.line}>
            <div className={classes.dashboardWords}>
              <Link
                to="/signals/$signalId"
                params={{ signalId: signal.signalId }}
                preload={false}
                className={`${textStyles.plain} ${classes.headline} ${classes.dashboardLink}`}
              >
                {event.title ?? 'No clear headline'}
              </Link>
              <span className={textStyles.note}>
                {signal.title} · {formatDay(event.day)} · {formatPlural(event.stories, 'piece')}
              </span>
            </div>
            <Course signal={signal} />
            {event.ratio !== null && (
              <span className={classes.value}>
                <span className={textStyles.figure}>{formatRatio(event.ratio)}</span>
                <span className={textStyles.small}>the usual</span>
              </span>
            )}
          </li>
        ))}
      </ul>
      {eventEntries.length > shownAtFirst && (
        <ShowAll isAll={isWhole} total={formatCount(eventEntries.length)} onChange={setWhole} />
      )}
    </Card>
  )
}

/** What happened to the signals of a project. */
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
      <Section title="What changed" hint={describeBasis(data, now)}>
        <MovementView dashboard={data} />
      </Section>
      <div className={layout.halves}>
        <Section
          title="Biggest events"
          hint="From the last 90 days that each signal covers, furthest above the usual first."
        >
          <EventList events={data.events} />
        </Section>
        <Section title="Tone" hint="The lowest and the highest average tones, each with its 95% interval.">
          <ToneView tone={data.tone} />
        </Section>
      </div>
      <Section title="Sources" hint="How each source of these signals did when it was last queried.">
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
const describeBasis = ({ basis, since, signals, measured, refreshedAt }: ProjectDashboard, now: number) => {
  const coverage =
    measured < signals
      ? `${measured} of ${formatPlural(signals, 'signal')} are measured`
      : formatPlural(signals, 'signal')
  const age = refreshedAt === null ? '' : `; the oldest figure is from ${formatSince(refreshedAt, now)}`
  return (
    <>
      {basisWords[basis]} <span title={formatInstant(since)}>{formatSince(since, now)}</span>
      {basis === 'first-visit' && '. From your next visit on, you will see what changed since your last'}. {coverage}
      {age}.
    </>
  )
}

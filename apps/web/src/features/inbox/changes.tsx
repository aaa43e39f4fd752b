import type { AuspexClient, InboxMessage, PortfolioTrend } from '@auspex/sdk'
import { getMeQueryOptions, listGroupPortfoliosQueryOptions, listInboxQueryOptions } from '@auspex/sdk/react'
import { Box, Skeleton, Stack } from '@mantine/core'
import { IconActivity, IconBell, IconMessage, IconNews, IconSend, IconTrendingUp } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useClient } from '../../lib/api/api.tsx'
import { formatPlural, formatRatio } from '../../lib/numbers/format.ts'
import { formatDay, formatSince } from '../../lib/time/format.ts'
import { useModules } from '../../lib/people/modules.ts'
import { readOpenedAt, useLastVisit } from '../../lib/storage/visits.ts'
import { useNow } from '../../lib/time/use-now.ts'
import { Section } from '../../ui/page.tsx'
import { RovingList } from '../../ui/roving-list.tsx'
import surfaces from '../../ui/surfaces.module.css'
import textStyles from '../../ui/text-styles.module.css'
import { useMarkMessage } from './inbox.queries.ts'
import classes from './inbox.module.css'

/** Something new in what a person watches. */
export interface Change {
  readonly id: string
  readonly kind: InboxMessage['kind'] | 'event'
  /** The signal it is about; null for a list of trends. */
  readonly signalId: string | null
  readonly title: string
  /** What happened, in a line. */
  readonly text: string
  /** When it was sent, or the day on which it happened. */
  readonly at: string
}

/** Messages and portfolios that are looked through for changes. */
const maxMessages = 30
const maxPortfolios = 20
/** How long they stay fresh, in milliseconds. */
const maxAgeMs = 5 * 60_000

const messagesOptions = (client: AuspexClient) =>
  listInboxQueryOptions({ perPage: maxMessages }, { request: { client }, query: { staleTime: maxAgeMs } })

/** Choices show no chart, so they need no series. */
const watchedOptions = (client: AuspexClient) =>
  listGroupPortfoliosQueryOptions(
    { perPage: maxPortfolios, series: 'none' },
    { request: { client }, query: { staleTime: maxAgeMs } },
  )

interface Changes {
  /** Newest first; undefined while they load. */
  readonly changes: readonly Change[] | undefined
  /** When the person's visit before this one ended; null if this is the first in this browser. */
  readonly lastVisit: string | null
  /** Whether there is anything that could change: a saved signal, or a message from a monitor. */
  readonly isWatching: boolean
}

/** What is new in a person's inbox and portfolios since their last visit. What cannot be loaded is left out. */
export const useChanges = (personId: string): Changes => {
  const client = useClient()
  const isOn = useModules()
  const messages = useQuery(messagesOptions(client))
  const portfolios = useQuery({ ...watchedOptions(client), enabled: isOn('portfolios') })
  const lastVisit = useLastVisit(personId)
  const isPending = messages.isPending || (portfolios.isPending && isOn('portfolios'))
  const trends = useMemo(() => portfolios.data?.items.flatMap((portfolio) => portfolio.trends) ?? [], [portfolios.data])
  const changes = useMemo(
    () => (isPending ? undefined : listChanges(messages.data?.items ?? [], trends, lastVisit)),
    [isPending, messages.data, trends, lastVisit],
  )
  return { changes, lastVisit, isWatching: trends.length > 0 || (messages.data?.items.length ?? 0) > 0 }
}

/** Unread messages, and the events of saved signals; at a first visit no event is newer than the last. */
export const listChanges = (
  messages: readonly InboxMessage[],
  trends: readonly PortfolioTrend[],
  lastVisit: string | null,
): readonly Change[] => {
  const unread = messages.filter(({ readAt, sentAt }) => readAt === null && (lastVisit === null || sentAt > lastVisit))
  const alerted = new Set(unread.map(({ signalId }) => signalId))
  const events = new Map<string, Change>()
  for (const { signalId, title, newestEvent } of trends)
    if (
      newestEvent !== null &&
      lastVisit !== null &&
      newestEvent.day >= lastVisit.slice(0, 10) &&
      !alerted.has(signalId)
    )
      events.set(signalId, {
        id: `event ${signalId}`,
        kind: 'event',
        signalId,
        title,
        text: describeEvent(newestEvent),
        at: newestEvent.day,
      })
  return [...unread.map(toChange), ...events.values()].toSorted((a, b) => b.at.localeCompare(a.at))
}

const toChange = (message: InboxMessage): Change => {
  const { id, kind, signalId, title, sentAt } = message
  return { id, kind, signalId, title, text: textOf(message), at: sentAt }
}

const textOf = ({ kind, message, alert, from }: InboxMessage): string => {
  if (kind === 'monitor') return alert?.reason ?? message ?? 'A monitor sent an alert.'
  if (kind === 'comment') return message ?? ''
  if (kind === 'signal')
    return `${from?.name ?? from?.email ?? 'A colleague'} sent you this${message ? `: ${message}` : '.'}`
  return (message ?? '').split('\n')[0] || 'New trends.'
}

const describeEvent = ({ title, ratio, stories }: NonNullable<PortfolioTrend['newestEvent']>): string => {
  const size = ratio === null ? formatPlural(stories, 'piece') : `${formatRatio(ratio)} the usual`
  return title === null ? size : `${size}: ${title}`
}

const icons = {
  signal: IconSend,
  comment: IconMessage,
  monitor: IconBell,
  trends: IconTrendingUp,
  digest: IconNews,
  event: IconActivity,
}

/** The most lines of the section; the inbox has the rest. */
const maxLines = 3

/** What changed in what the person watches, in three lines. Shows nothing to a person who watches nothing yet. */
export const SinceLastVisit = () => {
  const { data: personId } = useQuery(
    getMeQueryOptions({ request: { client: useClient() }, query: { select: ({ profile }) => profile.id } }),
  )
  return personId === undefined ? null : <ChangesSection personId={personId} />
}

const ChangesSection = ({ personId }: { personId: string }) => {
  const now = useNow()
  const { changes, lastVisit, isWatching } = useChanges(personId)
  if (changes === undefined)
    return lastVisit === null ? null : (
      <Stack gap={4} role="group" aria-busy="true" aria-label="Loading what changed">
        {[0, 1, 2].map((line) => (
          <Skeleton key={line} height={44} radius="md" />
        ))}
      </Stack>
    )
  if (!isWatching || (changes.length === 0 && lastVisit === null)) return null
  return (
    <Section
      title={lastVisit === null ? 'New for you' : 'Since your last visit'}
      hint={lastVisit === null ? undefined : describeVisit(changes.length, formatSince(lastVisit, now))}
      actions={
        changes.length > maxLines && (
          <Link className={`${textStyles.text} ${textStyles.link} ${textStyles.strong}`} to="/inbox">
            Open your inbox
          </Link>
        )
      }
    >
      {changes.length > 0 && (
        <RovingList gap={0} aria-label="What changed">
          {changes.slice(0, maxLines).map((change) => (
            <ChangeLine key={change.id} change={change} />
          ))}
        </RovingList>
      )}
    </Section>
  )
}

const describeVisit = (changes: number, visit: string): string =>
  changes === 0
    ? `Nothing new in your portfolios and monitors. You were last here ${visit}.`
    : `You were last here ${visit}.`

const ChangeLine = ({ change: { id, kind, signalId, title, text, at } }: { change: Change }) => {
  const Icon = icons[kind]
  const mark = useMarkMessage(useClient())
  const content = (
    <>
      <Icon size={17} stroke={1.7} aria-hidden />
      <span className={`${textStyles.strong} ${textStyles.breakable}`}>{title}</span>
      <span className={`${textStyles.text} ${classes.changeText}`}>{text}</span>
      <time className={`${textStyles.caption} ${textStyles.nowrap}`} dateTime={at}>
        {formatDay(at)}
      </time>
    </>
  )
  const className = `${surfaces.row} ${textStyles.plain} ${classes.changeLine}`
  return (
    <li>
      {signalId === null ? (
        <Link className={className} to="/inbox">
          {content}
        </Link>
      ) : (
        <Link
          className={className}
          to="/signals/$signalId"
          params={{ signalId }}
          preload={false}
          onClick={() => kind !== 'event' && mark.mutate({ id, read: true })}
        >
          {content}
        </Link>
      )}
    </li>
  )
}

/** The signals that changed and that the person has not opened since, with their changes. */
export const useChangedSignals = (personId: string): ReadonlyMap<string, string> => {
  const { changes } = useChanges(personId)
  return useMemo(
    () =>
      new Map(
        changes?.flatMap(({ signalId, at, text }): [string, string][] =>
          signalId === null || (readOpenedAt(personId, signalId) ?? '') > at ? [] : [[signalId, text]],
        ),
      ),
    [changes, personId],
  )
}

/** Marks a signal in which something changed. */
export const ChangeDot = ({ text }: { text: string }) => (
  <Box
    component="span"
    className={surfaces.swatch}
    bg="var(--accent)"
    w={7}
    h={7}
    ml="auto"
    role="img"
    aria-label={`New: ${text}`}
    title={text}
  />
)

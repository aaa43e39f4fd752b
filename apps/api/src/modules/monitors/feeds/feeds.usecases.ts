import { createHash, randomBytes } from 'node:crypto'
import { describeFirings, formatDay } from '@auspex/analytics'
import type {
  DeletedFeedKey,
  FeedFormat,
  FeedKey,
  FeedKeyInput,
  FeedKeyPage,
  FeedKind,
  NewFeedKey,
} from '@auspex/sdk/types'
import type { Actor, Person } from '../../../kernel/actor.ts'
import { CodedError } from '../../../kernel/errors.ts'
import { type PageRequest, toPageInfo } from '../../../kernel/page.ts'
import { runForTenant } from '../../../kernel/work.ts'
import { hasModules } from '../../people/index.ts'
import { nextTimes } from '../../../kernel/next-times.ts'
import type { ListSchedules } from '../../workflows/index.ts'
import type { DigestDependencies } from '../digests/digest-scope.ts'
import { nextDigestAt } from '../digests/send-digests.ts'
import { feedNotFound, subscriptionNotFound, tooManySubscriptions } from '../monitors.errors.ts'
import type { FeedsRepository, StoredFeedKey } from './feeds.repository.ts'
import { type CalendarEntry, type Feed, type FeedEntry, writeAtom, writeCalendar, writeJsonFeed } from './write-feed.ts'

export interface FeedDependencies extends DigestDependencies {
  feeds: FeedsRepository
  /** The schedules of workflows that a person made. */
  listSchedules: ListSchedules
}

/** Too many to guess. */
const tokenBytes = 24
const maxEntries = 50
/** Signals of a portfolio or project whose events are shown. */
const maxSignals = 200
const allItems = { page: 1, perPage: 100 }
/** How far the calendar looks ahead. */
const calendarMs = 62 * 86_400_000
const maxRuns = 62

function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

const modules: Readonly<Record<FeedKind, readonly string[]>> = {
  monitor: ['monitors', 'signals'],
  signal: ['monitors', 'signals'],
  portfolio: ['monitors', 'signals', 'portfolios'],
  project: ['monitors', 'signals', 'portfolios', 'projects'],
  calendar: ['monitors'],
}

/** Makes a secret address. Throws `feeds.not_found`, `subscriptions.too_many` and the errors of what it shows. */
export async function createFeedKey(
  { kind, itemId = null }: FeedKeyInput,
  person: Actor,
  deps: FeedDependencies,
): Promise<NewFeedKey> {
  const key: StoredFeedKey = {
    id: deps.createId('fdk'),
    userId: person.userId,
    kind,
    itemId: kind === 'calendar' ? null : itemId,
    createdAt: deps.clock.now(),
  }
  const title = await findTitle(key, person, deps)
  const token = randomBytes(tokenBytes).toString('base64url')
  if (!(await deps.feeds.insert(key, hashToken(token)))) throw tooManySubscriptions('feeds')
  return { ...present(key, title), token }
}

export async function listFeedKeys(page: PageRequest, person: Actor, deps: FeedDependencies): Promise<FeedKeyPage> {
  const { items, total } = await deps.feeds.list(person.userId, page)
  const feedKeys: FeedKey[] = []
  for (const key of items) feedKeys.push(present(key, await findVisibleTitle(key, person, deps)))
  return { items: feedKeys, page: toPageInfo(page, total) }
}

/** Throws `feeds.not_found`. */
export async function revokeFeedKey(
  id: string,
  { userId }: Actor,
  { feeds }: FeedDependencies,
): Promise<DeletedFeedKey> {
  if (!(await feeds.delete(userId, id))) throw feedNotFound()
  return { id, deleted: true }
}

export interface FeedFile {
  mediaType: string
  text: string
  etag: string
}

/** The feed as the person who made it may read it now. Throws `feeds.not_found`. */
export async function readFeedFile(
  { token, format }: { token: string; format: FeedFormat },
  deps: FeedDependencies,
): Promise<FeedFile> {
  const key = await deps.feeds.findByToken(hashToken(token))
  const owner = key === undefined ? null : await deps.people.findMember(key.userId)
  if (key === undefined || owner === null || (key.kind === 'calendar') !== (format === 'ics')) throw feedNotFound()
  if (!(await hasModules(deps.access, owner.userId, modules[key.kind]))) throw feedNotFound()
  const selfUrl = new URL(`/api/feeds/${token}/${format}`, deps.publicUrl).href
  const text = await runForTenant(owner, async () => {
    try {
      return await write(key, { owner, format, selfUrl }, deps)
    } catch (error) {
      throw error instanceof CodedError && error.kind !== 'unavailable' ? feedNotFound() : error
    }
  })
  const etag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 27)}"`
  return { mediaType: mediaTypes[format], text, etag }
}

const mediaTypes: Readonly<Record<FeedFormat, string>> = {
  atom: 'application/atom+xml',
  json: 'application/feed+json',
  ics: 'text/calendar',
}

async function write(
  key: StoredFeedKey,
  { owner, format, selfUrl }: { owner: Person; format: FeedFormat; selfUrl: string },
  deps: FeedDependencies,
): Promise<string> {
  if (format === 'ics') return writeCalendar(await readCalendar(owner, deps), deps.publicUrl.host)
  const feed = await readEntries(key, owner, deps)
  return format === 'atom' ? writeAtom(feed, selfUrl) : writeJsonFeed(feed, selfUrl)
}

async function readEntries(key: StoredFeedKey, owner: Person, deps: FeedDependencies): Promise<Feed> {
  const title = (await findTitle(key, owner, deps)) ?? 'Auspex'
  const { kind, itemId } = key
  const id = itemId ?? ''
  const page = {
    portfolio: `/portfolios/${id}`,
    project: `/projects/${id}`,
    signal: `/signals/${id}`,
    monitor: '/monitors',
    calendar: '/',
  }[kind]
  const entries =
    kind === 'monitor'
      ? await listAlerts(id, owner, deps)
      : kind === 'signal'
        ? await listDocuments(id, deps)
        : await listEvents(kind === 'portfolio' ? [id] : await portfoliosOf(id, owner, deps), owner, deps)
  const newest = entries.toSorted((a, b) => b.at.getTime() - a.at.getTime() || (a.id < b.id ? -1 : 1))
  return { title, url: new URL(page, deps.publicUrl).href, entries: newest.slice(0, maxEntries) }
}

/** The days on which the rule of a monitor was met. */
async function listAlerts(
  id: string,
  { userId }: Person,
  { monitors, publicUrl }: FeedDependencies,
): Promise<FeedEntry[]> {
  const monitor = await monitors.find(userId, id)
  if (monitor === undefined) throw subscriptionNotFound()
  const { recent, rule, signalId } = monitor
  const url = new URL(`/signals/${signalId}`, publicUrl).href
  return (recent?.firedDays ?? []).map((day) => {
    const value = recent?.values[(Date.parse(day) - Date.parse(recent.firstDay ?? day)) / 86_400_000] ?? null
    return {
      id: `${url}#alert-${id}-${day}`,
      title: `${monitor.name ?? monitor.title}: alert of ${formatDay(day)}`,
      url,
      text: describeFirings(rule, [{ day, value }]),
      at: new Date(`${day}T23:59:59Z`),
    }
  })
}

/** The newest documents of a signal. */
async function listDocuments(signalId: string, { signals, publicUrl }: FeedDependencies): Promise<FeedEntry[]> {
  return (await signals.listNewest(signalId, maxEntries)).map((document) => {
    const page = new URL(`/documents/${document.id}`, publicUrl).href
    return {
      id: page,
      title: document.title || document.outlet,
      url: document.url ?? page,
      text: `${document.outlet}. ${document.snippet ?? ''}`.trim(),
      at: new Date(document.publishedAt),
    }
  })
}

/** The events of the signals of portfolios, as they were measured last. */
async function listEvents(
  portfolioIds: readonly string[],
  owner: Person,
  { portfolios, publicUrl }: FeedDependencies,
): Promise<FeedEntry[]> {
  const visible = await portfolios.listVisible(portfolioIds, owner)
  const trendIds = visible.length === 0 ? [] : await portfolios.readings.listSignals(visible, maxSignals)
  const signals = trendIds.length === 0 ? [] : await portfolios.readings.read(trendIds)
  return signals.flatMap(({ signalId, title, reading }) =>
    (reading?.events ?? []).map((event) => {
      const url = new URL(`/signals/${signalId}`, publicUrl).href
      const stories = `${event.stories} ${event.stories === 1 ? 'story' : 'stories'}`
      const usual = event.ratio === null ? '' : `, ${event.ratio} times as many as usual`
      return {
        id: `${url}#event-${event.day}`,
        title:
          event.title === null ? `${title}: more than usual from ${formatDay(event.day)}` : `${title}: ${event.title}`,
        url,
        text: `From ${formatDay(event.day)} there were ${stories}${usual}.`,
        at: new Date(`${event.day}T00:00:00Z`),
      }
    }),
  )
}

async function portfoliosOf(id: string, owner: Person, { projects }: FeedDependencies): Promise<string[]> {
  return (await projects.get(id, owner)).portfolios.map((portfolio) => portfolio.id)
}

/** When what a person set up runs in the next weeks. */
async function readCalendar(owner: Person, deps: FeedDependencies): Promise<CalendarEntry[]> {
  // from the beginning of the day, so that the calendar is the same all day
  const from = new Date(`${deps.clock.now().toISOString().slice(0, 10)}T00:00:00Z`)
  const until = new Date(from.getTime() + calendarMs)
  const page = (path: string) => new URL(path, deps.publicUrl).href
  const { items: digests } = await deps.digests.list(owner.userId, allItems)
  const { total } = await deps.monitors.list(owner.userId, { page: 1, perPage: 1 }, { withConditions: true })
  const entries: CalendarEntry[] = []
  if (total > 0)
    entries.push({
      id: 'monitors',
      title: total === 1 ? 'Your monitor is checked' : `Your ${total} monitors are checked`,
      url: page('/monitors'),
      at: from,
      minutes: 15,
      isDaily: true,
    })
  const add = (entry: Omit<CalendarEntry, 'at' | 'minutes' | 'isDaily'>, times: readonly Date[]) => {
    for (const at of times.filter((time) => time < until))
      entries.push({ ...entry, id: `${entry.id}-${at.getTime()}`, at, minutes: 15, isDaily: false })
  }
  for (const digest of digests.filter(({ isPaused }) => !isPaused)) {
    const times: Date[] = []
    for (let at = from; at < until;) {
      at = nextDigestAt(digest, at)
      times.push(at)
    }
    add({ id: digest.id, title: `Digest (${digest.frequency})`, url: page('/monitors#digests') }, times)
  }
  if (await hasModules(deps.access, owner.userId, ['workflows']))
    for (const { id, title, schedule } of await deps.listSchedules(owner))
      add({ id, title: `Workflow: ${title}`, url: page(`/workflows/${id}`) }, nextTimes(schedule, from, maxRuns))
  return entries.toSorted((a, b) => a.at.getTime() - b.at.getTime() || (a.id < b.id ? -1 : 1))
}

/** Throws where the person cannot see what it shows; null for the calendar. */
async function findTitle(
  { kind, itemId }: StoredFeedKey,
  person: Person,
  deps: FeedDependencies,
): Promise<string | null> {
  if (kind === 'calendar') return null
  if (itemId === null) throw feedNotFound()
  switch (kind) {
    case 'portfolio':
      return (await deps.portfolios.get(itemId, person)).title
    case 'project':
      return (await deps.projects.get(itemId, person)).displayTitle
    case 'signal':
      return deps.signals.findTitle(itemId)
    case 'monitor':
    default: {
      const monitor = await deps.monitors.find(person.userId, itemId)
      if (monitor === undefined) throw subscriptionNotFound()
      return monitor.name ?? monitor.title
    }
  }
}

async function findVisibleTitle(key: StoredFeedKey, person: Person, deps: FeedDependencies): Promise<string | null> {
  if (!(await hasModules(deps.access, person.userId, modules[key.kind]))) return null
  try {
    return await findTitle(key, person, deps)
  } catch (error) {
    if (error instanceof CodedError) return null
    throw error
  }
}

function present({ userId: _owner, createdAt, ...shown }: StoredFeedKey, title: string | null): FeedKey {
  return { ...shown, title, createdAt: createdAt.toISOString() }
}

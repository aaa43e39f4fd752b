import type { Database } from '../../../adapters/database/database.port.ts'
import type { Handlers } from '../../../http/handlers.ts'
import type { Clock } from '../../../kernel/clock.ts'
import type { CreateId } from '../../../kernel/ids.ts'
import type { People } from '../people.repository.ts'
import type { ActivityEvent, ActivityHeatmap, ActivityPage, EventData } from '@auspex/sdk/types'
import { type Job, type Queue, createJob } from '../../../adapters/jobs/jobs.port.ts'
import { type Actor, hasRole, type Person } from '../../../kernel/actor.ts'
import {
  toPageRequest,
  type PageRequest,
  readPositionCursor,
  toPageInfo,
  writePositionCursor,
} from '../../../kernel/page.ts'
import {
  activityOff,
  colleagueNotFound,
  everybodyForbidden,
  activityCursorInvalid,
  eventAhead,
} from '../people.errors.ts'
import {
  type ActivityRepository,
  createActivityRepository,
  type ActivityFilter,
  type ActivityPlace,
  type StoredActivity,
} from './activity.repository.ts'

const queue: Queue = { name: 'activity-retention', isExclusive: true, schedule: '27 * * * *', pollSeconds: 60 }

/** As far back as a heatmap reaches. */
const retentionMs = 366 * 86_400_000
/** As many as lists and heatmaps can read within a second on the embedded engine. */
const maxEvents = 2_000_000
/** A statement blocks the embedded engine, so rows are deleted in small batches. */
const batchSize = 1_000

interface RetentionOptions {
  repository: ActivityRepository
  now: Date
  isStopping: () => boolean
  newest?: number
}

/** Deletes events that are too old or too many. */
export async function sweepActivity({
  repository,
  now,
  isStopping,
  newest = maxEvents,
}: RetentionOptions): Promise<void> {
  while (
    !isStopping() &&
    (await repository.deleteBefore(new Date(now.getTime() - retentionMs), batchSize)) === batchSize
  );
  while (!isStopping() && (await repository.deleteBeyond(newest, batchSize)) === batchSize);
}

/** Deletes expired events once an hour. */
function createActivityJobs({ repository, clock }: { repository: ActivityRepository; clock: Clock }): Job[] {
  return [
    createJob({
      queue,
      run: (_, { signal }) => sweepActivity({ repository, now: clock.now(), isStopping: () => signal.aborted }),
    }),
  ]
}

export interface ActivityModule {
  operations: ActivityOperations
  /** Deletes expired events. */
  jobs: readonly Job[]
}

/** People's activity in the app, as the app reports it. None of it leaves the installation. */
export function createActivityModule(deps: ActivityDependencies): ActivityModule {
  return {
    operations: createActivityOperations(deps),
    jobs: createActivityJobs({ repository: createActivityRepository(deps.database), clock: deps.clock }),
  }
}

type ActivityOperations = ReturnType<typeof createActivityOperations>

/** People's activity: their own, that of their organization, and that of everyone for administrators. */
function createActivityOperations(deps: ActivityDependencies) {
  return {
    listActivity: async ({ query }, { actor }) => {
      const filter = { ...(await findOwnFilter(query.userId, actor, deps)), searchTerm: query.searchTerm ?? null }
      const page = { ...toPageRequest(query), cursor: query.cursor }
      return { status: 200, body: await listActivity({ filter, page }, deps) }
    },

    getActivityHeatmap: async ({ query }, { actor }) => {
      const filter = await findOwnFilter(query.userId, actor, deps)
      return { status: 200, body: await countActivity({ filter, days: query.days ?? 90 }, deps) }
    },

    listGodmodeActivity: async ({ query }) => {
      const filter = { ...toFilter(query), searchTerm: query.searchTerm ?? null }
      const page = { ...toPageRequest(query), cursor: query.cursor }
      return { status: 200, body: await listActivity({ filter, page }, deps) }
    },

    getGodmodeActivityHeatmap: async ({ query }) => ({
      status: 200,
      body: await countActivity({ filter: toFilter(query), days: query.days ?? 90 }, deps),
    }),

    recordEvent: async ({ body }, { actor }) => {
      if (!deps.isRecorded) throw activityOff()
      const [event] = await recordActivity({ events: [body], pointerOf: () => '/time' }, actor, deps)
      if (event === undefined) throw new Error('An event was stored, but nobody was notified')
      return { status: 200, body: event }
    },

    recordEvents: async ({ body: { events } }, { actor }) => {
      if (!deps.isRecorded) return { status: 200, body: { stored: 0 } }
      await recordActivity({ events, pointerOf: (n) => `/events/${n}/time` }, actor, deps)
      return { status: 200, body: { stored: events.length } }
    },
  } satisfies Partial<Handlers>
}

/** Throws `users.not_found` for a person of another organization, and `identity.forbidden`. */
async function findOwnFilter(requestedUserId: string | undefined, actor: Actor, { people }: ActivityDependencies) {
  const { userId, organizationId } = actor
  if (requestedUserId === '-') {
    if (!hasRole(actor, 'godmode')) throw everybodyForbidden()
    return { userId: null, organizationId: null }
  }
  if (requestedUserId === undefined || requestedUserId === userId) return { userId, organizationId: null }
  if (organizationId === null || (await people.findColleagues(organizationId, [requestedUserId])).length === 0)
    throw colleagueNotFound()
  // what a colleague did in an earlier organization is only visible there
  return { userId: requestedUserId, organizationId }
}

function toFilter({ userId, organizationId }: { userId?: string | undefined; organizationId?: string | undefined }) {
  const toId = (id: string | undefined) => (id === undefined || id === '-' ? null : id)
  return { userId: toId(userId), organizationId: toId(organizationId) }
}

interface ActivityDependencies {
  database: Database
  people: People
  /** False stores nothing new; earlier events can still be read, and are deleted when they expire. */
  isRecorded: boolean
  clock: Clock
  createId: CreateId
}

interface ReportedEvent {
  data: EventData
  time: string
  userAgent: string
}

const dayMs = 86_400_000

/** Throws `activity.time_ahead`, which names the event, and then stores none. */
async function recordActivity(
  { events, pointerOf }: { events: readonly ReportedEvent[]; pointerOf: (n: number) => string },
  { userId, organizationId }: Person,
  deps: ActivityDependencies,
): Promise<ActivityEvent[]> {
  const receivedAt = deps.clock.now()
  const ahead = events.findIndex(({ time }) => new Date(time).getTime() > receivedAt.getTime() + dayMs)
  if (ahead !== -1) throw eventAhead(pointerOf(ahead))
  const rows = events.map(({ data, time, userAgent }) => ({
    id: deps.createId('ev'),
    userId,
    organizationId,
    data,
    at: new Date(time),
    userAgent,
    receivedAt,
  }))
  await createActivityRepository(deps.database).insert(rows)
  return presentActivity(rows, deps)
}

/** Throws `activity.cursor_invalid`. */
async function listActivity(
  { filter, page: pageInput }: { filter: ActivityFilter; page: PageRequest & { cursor?: string | undefined } },
  deps: ActivityDependencies,
): Promise<ActivityPage> {
  const activity = createActivityRepository(deps.database)
  const cursor = pageInput.cursor === undefined ? null : readPositionCursor(pageInput.cursor)
  if (pageInput.cursor !== undefined && cursor === null) throw activityCursorInvalid()
  const page = { page: cursor?.page ?? pageInput.page, perPage: pageInput.perPage }
  const [rows, total] = await Promise.all([
    activity.list(filter, page, cursor === null ? null : toPlace(cursor.position)),
    cursor?.total ?? activity.count(filter),
  ])
  const last = rows.at(-1)
  const hasMore = last !== undefined && page.page * page.perPage < total
  const next = hasMore
    ? writePositionCursor({ position: `${last.at.getTime()}.${last.position}`, page: page.page + 1, total })
    : null
  return { items: await presentActivity(rows, deps), page: toPageInfo(page, total, next) }
}

/** Counts events by hour, over the given number of days up to today. */
async function countActivity(
  { filter, days }: { filter: Omit<ActivityFilter, 'searchTerm'>; days: number },
  { database, clock }: ActivityDependencies,
): Promise<ActivityHeatmap> {
  const today = Math.floor(clock.now().getTime() / dayMs) * dayMs
  const [from, to] = [new Date(today - (days - 1) * dayMs), new Date(today + dayMs)]
  const cells = await createActivityRepository(database).countByHour({ ...filter, searchTerm: null }, { from, to })
  return {
    firstDay: from.toISOString().slice(0, 10),
    lastDay: new Date(today).toISOString().slice(0, 10),
    total: cells.reduce((sum, { events }) => sum + events, 0),
    cells,
  }
}

async function presentActivity(
  rows: readonly Omit<StoredActivity, 'position'>[],
  { people }: ActivityDependencies,
): Promise<ActivityEvent[]> {
  const names = await people.find([...new Set(rows.map(({ userId }) => userId))])
  return rows.map(({ id, userId, data, at, userAgent, receivedAt }) => ({
    id,
    userId,
    userName: names.get(userId)?.name ?? null,
    data,
    time: at.toISOString(),
    userAgent,
    receivedAt: receivedAt.toISOString(),
  }))
}

/** Throws `activity.cursor_invalid`. */
function toPlace(position: string): ActivityPlace {
  const [at, sequence] = position.split('.')
  const instant = new Date(Number(at))
  if (sequence === undefined || Number.isNaN(instant.getTime())) throw activityCursorInvalid()
  return { at: instant, position: sequence }
}

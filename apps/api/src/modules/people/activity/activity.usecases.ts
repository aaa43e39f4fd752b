import type { ActivityEvent, ActivityHeatmap, ActivityPage, EventData } from '@auspex/sdk/types'
import type { Database } from '../../../adapters/database/database.port.ts'
import type { Person } from '../../../kernel/actor.ts'
import type { Clock } from '../../../kernel/clock.ts'
import type { CreateId } from '../../../kernel/ids.ts'
import { type PageRequest, readPositionCursor, toPageInfo, writePositionCursor } from '../../../kernel/page.ts'
import type { People } from '../people.repository.ts'
import { activityCursorInvalid, eventAhead } from '../people.errors.ts'
import {
  type ActivityFilter,
  type ActivityPlace,
  createActivityRepository,
  type StoredActivity,
} from './activity.repository.ts'

export interface ActivityDependencies {
  database: Database
  people: People
  /** False stores nothing new; earlier events can still be read, and are deleted when they expire. */
  isRecorded: boolean
  clock: Clock
  createId: CreateId
}

export interface ReportedEvent {
  data: EventData
  time: string
  userAgent: string
}

const dayMs = 86_400_000

/** Throws `activity.time_ahead`, which names the event, and then stores none. */
export async function recordActivity(
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
export async function listActivity(
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
export async function countActivity(
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

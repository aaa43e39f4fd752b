import type { ActivityEvent, ActivityHeatmap, ActivityPage, EventData } from '@auspex/sdk/types'
import type { Clock } from '../../../kernel/clock.ts'
import type { CreateId } from '../../../kernel/ids.ts'
import type { Actor } from '../../../kernel/actor.ts'
import { type PageRequest, toPageInfo } from '../../../kernel/page.ts'
import { readPositionCursor, writePositionCursor } from '../../../kernel/position-cursor.ts'
import type { People } from '../people.repository.ts'
import { cursorInvalid, eventAhead } from './activity.errors.ts'
import type { ActivityFilter, ActivityPlace, ActivityRepository, StoredActivity } from './activity.repository.ts'

const dayMs = 86_400_000

export interface ReportedEvent {
  data: EventData
  time: string
  userAgent: string
}

export type ActivityUsecases = ReturnType<typeof createActivityUsecases>

/** Stores and reads people's activity. */
export function createActivityUsecases({
  repository,
  people,
  clock,
  createId,
}: {
  repository: ActivityRepository
  people: People
  clock: Clock
  createId: CreateId
}) {
  return {
    /** Throws `activity.time_ahead`, which names the event, and then stores none. */
    async record(
      actor: Actor,
      events: readonly ReportedEvent[],
      pointerOf: (n: number) => string,
    ): Promise<ActivityEvent[]> {
      const receivedAt = clock.now()
      const ahead = events.findIndex(({ time }) => new Date(time).getTime() > receivedAt.getTime() + dayMs)
      if (ahead !== -1) throw eventAhead(pointerOf(ahead))
      const { userId, organizationId } = actor
      const rows = events.map(({ data, time, userAgent }) => ({
        id: createId('ev'),
        userId,
        organizationId,
        data,
        at: new Date(time),
        userAgent,
        receivedAt,
      }))
      await repository.insert(rows)
      return present(rows)
    },

    async list(
      filter: ActivityFilter,
      pageInput: PageRequest & { cursor?: string | undefined },
    ): Promise<ActivityPage> {
      const cursor = pageInput.cursor === undefined ? null : readPositionCursor(pageInput.cursor)
      if (pageInput.cursor !== undefined && cursor === null) throw cursorInvalid()
      const page = { page: cursor?.page ?? pageInput.page, perPage: pageInput.perPage }
      const [rows, total] = await Promise.all([
        repository.list(filter, page, cursor === null ? null : toPlace(cursor.position)),
        cursor?.total ?? repository.count(filter),
      ])
      const last = rows.at(-1)
      const hasMore = last !== undefined && page.page * page.perPage < total
      const next = hasMore
        ? writePositionCursor({ position: `${last.at.getTime()}.${last.position}`, page: page.page + 1, total })
        : null
      return { items: await present(rows), page: toPageInfo(page, total, next) }
    },

    /** Over the given number of days up to today. */
    async heatmap(filter: Omit<ActivityFilter, 'searchTerm'>, days: number): Promise<ActivityHeatmap> {
      const today = Math.floor(clock.now().getTime() / dayMs) * dayMs
      const [from, to] = [new Date(today - (days - 1) * dayMs), new Date(today + dayMs)]
      const cells = await repository.countByHour({ ...filter, searchTerm: null }, { from, to })
      return {
        firstDay: from.toISOString().slice(0, 10),
        lastDay: new Date(today).toISOString().slice(0, 10),
        total: cells.reduce((sum, { events }) => sum + events, 0),
        cells,
      }
    },
  }

  async function present(rows: readonly Omit<StoredActivity, 'position'>[]): Promise<ActivityEvent[]> {
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
}

/** Throws `activity.cursor_invalid`. */
function toPlace(position: string): ActivityPlace {
  const [at, place] = position.split('.')
  const instant = new Date(Number(at))
  if (place === undefined || Number.isNaN(instant.getTime())) throw cursorInvalid()
  return { at: instant, position: place }
}

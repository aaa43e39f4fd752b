import { setImmediate as yieldTurn } from 'node:timers/promises'
import { addDays, daysBetween } from '@auspex/analytics'
import type { ProjectDashboard, SignalMovement } from '@auspex/sdk/types'
import { type Kysely, sql } from 'kysely'
import type { Person } from '../../../kernel/actor.ts'
import { sinceInFuture } from '../collections.errors.ts'
import {
  byChange,
  compareSince,
  isOtherStage,
  listEvents,
  type MeasuredSignal,
  nameSignal,
  sumUpSources,
  sumUpTone,
} from './dashboard-parts.ts'
import { type ProjectDependencies, findProject } from './projects.usecases.ts'

/** A person views a project. */
interface Visit {
  projectId: string
  userId: string
  now: Date
  /** Requests less than this apart are one visit. */
  visitMs: number
}

/** Records a visit, and resolves with the end of the person's previous one; null during the first. */
async function recordVisit({ projectId, userId, now, visitMs }: Visit, db: Kysely<object>): Promise<Date | null> {
  const isNewVisit = sql`v.seen_at < ${new Date(now.getTime() - visitMs)}::timestamptz`
  const { rows } = await sql<{ previousAt: Date | null }>`
    insert into project_visit as v (project_id, user_id, seen_at) values (${projectId}, ${userId}, ${now}::timestamptz)
    on conflict (project_id, user_id) do update set
      previous_at = case when ${isNewVisit} then v.seen_at else v.previous_at end,
      seen_at = greatest(v.seen_at, excluded.seen_at)
    returning previous_at as "previousAt"`.execute(db)
  return rows[0]?.previousAt ?? null
}

/** Requests less than this apart are one visit: reloading a screen is not a new one. */
const visitMs = 30 * 60_000
/** What counts as new to a person who was never here. */
const firstVisitDays = 7
const dayMs = 86_400_000
/** The contract's limits for the signals that are counted and the movements that are listed. */
const maxSignals = 1000
const maxMovements = 50
/** Signals read and compared before yielding to other work. */
const chunk = 100

/** What happened to the signals of a project. Throws `projects.not_found` and `projects.since_in_future`. */
export async function readDashboard(
  { id, since: requestedSince }: { id: string; since: string | undefined },
  actor: Person,
  deps: ProjectDependencies,
): Promise<ProjectDashboard> {
  const { database, portfolios, clock } = deps
  const project = await findProject(id, actor, deps)
  const now = clock.now()
  const visible = await portfolios.listVisible(project.portfolioIds, actor)
  const { readings } = portfolios
  const total = await readings.countSignals(visible)
  const trendIds = await readings.listSignals(visible, maxSignals)
  const signals: MeasuredSignal[] = []
  const movements: SignalMovement[] = []
  let steady = 0
  let unclear = 0

  for (let from = 0; from < trendIds.length; from += chunk) {
    const batch = await readings.read(trendIds.slice(from, from + chunk))
    signals.push(...batch.filter((signal): signal is MeasuredSignal => signal.reading !== null))
    await yieldTurn()
  }
  const coveredTo = findCoveredTo(signals)
  const { since, basis } = await chooseMoment()
  for (let from = 0; from < signals.length; from += chunk) {
    const measured = signals.slice(from, from + chunk)
    const stages = await readings.stagesAt(
      measured.map(({ signalId }) => signalId),
      since,
    )
    for (const signal of measured) compare(signal, stages.get(signal.signalId))
    await yieldTurn()
  }

  return {
    projectId: project.id,
    since: since.toISOString(),
    basis,
    signals: total,
    measured: signals.length,
    coveredTo,
    refreshedAt: oldest(signals.map(({ reading }) => reading.computedAt)),
    moved: movements.toSorted(byChange).slice(0, maxMovements),
    steady,
    unclear,
    events: listEvents(signals, basis === 'query' ? since.toISOString().slice(0, 10) : null),
    tone: sumUpTone(signals),
    sources: sumUpSources(signals),
  }

  async function chooseMoment(): Promise<{ since: Date; basis: ProjectDashboard['basis'] }> {
    if (requestedSince !== undefined) {
      if (Date.parse(requestedSince) > now.getTime()) throw sinceInFuture()
      return { since: new Date(requestedSince), basis: 'query' }
    }
    const previous = await recordVisit({ projectId: project.id, userId: actor.userId, now, visitMs }, database.kysely)
    return previous === null
      ? { since: new Date(now.getTime() - (firstVisitDays + daysBehind()) * dayMs), basis: 'first-visit' }
      : { since: previous, basis: 'previous-visit' }
  }

  /** Days between the last covered day and yesterday, so that a first visit shows days that are known. */
  function daysBehind(): number {
    const yesterday = addDays(now.toISOString().slice(0, 10), -1)
    return coveredTo === null ? 0 : Math.max(0, daysBetween(coveredTo, yesterday))
  }

  function compare(signal: MeasuredSignal, stageBefore: SignalMovement['stageBefore'] | undefined): void {
    const { stage, level } = signal.reading
    const comparison = compareSince(signal.reading, since.toISOString().slice(0, 10))
    if (comparison === null) {
      unclear += 1
      return
    }
    const { direction, ...numbers } = comparison
    if (direction === 'none' && !isOtherStage(stageBefore, stage)) {
      if (comparison.ratio === null) unclear += 1
      else steady += 1
      return
    }
    movements.push({
      signal: nameSignal(signal),
      direction: direction === 'none' ? 'unclear' : direction,
      ...numbers,
      stage,
      stageBefore: stageBefore ?? null,
      level,
    })
  }
}

function findCoveredTo(signals: readonly MeasuredSignal[]): string | null {
  const days = signals.flatMap(({ reading }) => reading.level?.day ?? [])
  return days.length === 0 ? null : days.reduce((a, b) => (a > b ? a : b))
}

function oldest(moments: readonly Date[]): string | null {
  const times = moments.map((moment) => moment.getTime())
  return times.length === 0 ? null : new Date(times.reduce((a, b) => Math.min(a, b))).toISOString()
}

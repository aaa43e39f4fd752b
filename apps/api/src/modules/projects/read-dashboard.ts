import { setImmediate as yieldTurn } from 'node:timers/promises'
import type { ProjectDashboard, SignalMovement } from '@auspex/sdk/types'
import type { Actor } from '../../kernel/actor.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Portfolios } from '../portfolios/index.ts'
import { listEvents, type MeasuredSignal, nameSignal, sumUpSources, sumUpTone } from './dashboard-parts.ts'
import { sinceInFuture } from './projects.errors.ts'
import type { ProjectRow, ProjectsRepository } from './projects.repository.ts'
import { byChange, compareSince, isOtherStage } from './signal-movement.ts'

export interface DashboardDependencies {
  projects: Pick<ProjectsRepository, 'visit'>
  portfolios: Pick<Portfolios, 'listVisible' | 'readings'>
  clock: Clock
}

type Person = Pick<Actor, 'userId' | 'organizationId'>

/** Requests with less between them are one visit: a screen that is drawn again is no new one. */
const visitMs = 30 * 60_000
const firstVisitMs = 7 * 86_400_000
const mostSignals = 1000
/** Signals that are read and compared before others get their turn. */
const chunk = 100
const mostMoved = 50

/** What the signals of a project did. Throws `projects.since_in_future`. */
export async function readDashboard(
  { project, since: asked }: { project: ProjectRow; since: string | undefined },
  actor: Person,
  { projects, portfolios, clock }: DashboardDependencies,
): Promise<ProjectDashboard> {
  const now = clock.now()
  const { since, basis } = await chooseMoment()
  const visible = await portfolios.listVisible(project.portfolioIds, actor)
  const { readings } = portfolios
  const total = await readings.countSignals(visible)
  const trendIds = await readings.listSignals(visible, mostSignals)
  const signals: MeasuredSignal[] = []
  const moved: SignalMovement[] = []
  let steady = 0
  let unclear = 0

  for (let from = 0; from < trendIds.length; from += chunk) {
    const read = await readings.read(trendIds.slice(from, from + chunk))
    const measured = read.filter((signal): signal is MeasuredSignal => signal.reading !== null)
    const stages = await readings.stagesAt(
      measured.map(({ signalId }) => signalId),
      since,
    )
    for (const signal of measured) compare(signal, stages.get(signal.signalId))
    signals.push(...measured)
    await yieldTurn()
  }

  return {
    projectId: project.id,
    since: since.toISOString(),
    basis,
    signals: total,
    measured: signals.length,
    refreshedAt: oldest(signals.map(({ reading }) => reading.computedAt)),
    moved: moved.toSorted(byChange).slice(0, mostMoved),
    steady,
    unclear,
    events: listEvents(signals),
    tone: sumUpTone(signals),
    sources: sumUpSources(signals),
  }

  async function chooseMoment(): Promise<Pick<ProjectDashboard, 'basis'> & { since: Date }> {
    if (asked !== undefined) {
      if (Date.parse(asked) > now.getTime()) throw sinceInFuture()
      return { since: new Date(asked), basis: 'query' }
    }
    const previous = await projects.visit({ projectId: project.id, userId: actor.userId, now, visitMs })
    return previous === null
      ? { since: new Date(now.getTime() - firstVisitMs), basis: 'first-visit' }
      : { since: previous, basis: 'previous-visit' }
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
    moved.push({
      signal: nameSignal(signal),
      direction: direction === 'none' ? 'unclear' : direction,
      ...numbers,
      stage,
      stageBefore: stageBefore ?? null,
      level,
    })
  }
}

function oldest(moments: readonly Date[]): string | null {
  const times = moments.map((moment) => moment.getTime())
  return times.length === 0 ? null : new Date(times.reduce((a, b) => Math.min(a, b))).toISOString()
}

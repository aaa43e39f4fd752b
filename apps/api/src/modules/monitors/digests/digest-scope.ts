import { isConditionRule } from '@auspex/analytics'
import type { DigestScope } from '@auspex/sdk/types'
import type { Person } from '../../../kernel/actor.ts'
import { CodedError } from '../../../kernel/errors.ts'
import type { Portfolios, Projects } from '../../collections/index.ts'
import type { FindNewComments } from '../../writing/index.ts'
import type { MonitorDependencies } from '../monitors/monitor-dependencies.ts'
import type { StoredMonitor } from '../monitors/monitors.repository.ts'
import { maxSignals } from './digest-limits.ts'
import type { DigestsRepository } from './digests.repository.ts'

/** Maximum number of monitors of a person. */
const allMonitors = { page: 1, perPage: 100 }

export interface DigestDependencies extends MonitorDependencies {
  digests: DigestsRepository
  portfolios: Portfolios
  projects: Projects
  findNewComments: FindNewComments
}

/** A signal that a digest summarizes. */
export interface DigestSignal {
  signalId: string
  title: string
  monitors: readonly StoredMonitor[]
}

interface DigestTopic {
  /** Title of the portfolio or project; null for others. */
  title: string | null
  /** Page of the app. */
  path: string
  signals: DigestSignal[]
}

/** How a title calls what has no title of its own. */
export const scopeNames: Readonly<Record<DigestScope['kind'], string>> = {
  portfolio: 'Portfolio',
  project: 'Project',
  monitors: 'Your monitors',
  following: 'What you follow',
}

/** The modules that a person needs to read what a digest summarizes. */
export function modulesOfScope({ kind }: DigestScope): string[] {
  const module = { portfolio: ['portfolios'], project: ['projects', 'portfolios'], monitors: [], following: [] }[kind]
  return ['monitors', 'signals', ...module]
}

/** Rules about conditions have no report. */
export function isOfReport({ monitors }: DigestSignal): boolean {
  return monitors.length === 0 || monitors.some(({ rule }) => !isConditionRule(rule))
}

/** What a digest sums up, as the person may see it. Throws `portfolios.not_found` and `projects.not_found`. */
export async function findTopic(scope: DigestScope, person: Person, deps: DigestDependencies): Promise<DigestTopic> {
  switch (scope.kind) {
    case 'portfolio': {
      const { title } = await deps.portfolios.get(scope.id, person)
      return { title, path: `/portfolios/${scope.id}`, signals: await signalsOf([scope.id], person, deps) }
    }
    case 'project': {
      const { displayTitle, portfolios } = await deps.projects.get(scope.id, person)
      const portfolioIds = portfolios.map(({ id }) => id)
      return {
        title: displayTitle,
        path: `/projects/${scope.id}`,
        signals: await signalsOf(portfolioIds, person, deps),
      }
    }
    case 'monitors':
      return { title: null, path: '/monitors', signals: await watchedSignals(person, deps) }
    case 'following':
    default: {
      const { off } = await deps.access.find(person.userId)
      const portfolioIds = off.has('portfolios') ? [] : await deps.portfolios.listOwn(person)
      const watched = await watchedSignals(person, deps)
      const saved = await signalsOf(portfolioIds, person, deps)
      const isWatched = new Set(watched.map(({ signalId }) => signalId))
      return {
        title: null,
        path: '/monitors',
        signals: [...watched, ...saved.filter((signal) => !isWatched.has(signal.signalId))],
      }
    }
  }
}

/** The title of what a digest summarizes, as the person may see it; null where it has none. */
export async function findScopeTitle(
  scope: DigestScope,
  person: Person,
  deps: DigestDependencies,
): Promise<string | null> {
  const { off } = await deps.access.find(person.userId)
  if (modulesOfScope(scope).some((module) => off.has(module))) return null
  try {
    if (scope.kind === 'portfolio') return (await deps.portfolios.get(scope.id, person)).title
    return scope.kind === 'project' ? (await deps.projects.get(scope.id, person)).displayTitle : null
  } catch (error) {
    if (error instanceof CodedError) return null
    throw error
  }
}

async function signalsOf(
  portfolioIds: readonly string[],
  person: Person,
  { portfolios }: DigestDependencies,
): Promise<DigestSignal[]> {
  const visible = await portfolios.listVisible(portfolioIds, person)
  const { readings } = portfolios
  const trendIds = visible.length === 0 ? [] : await readings.listSignals(visible, maxSignals)
  const read = trendIds.length === 0 ? [] : await readings.read(trendIds)
  return read.map(({ signalId, title }) => ({ signalId, title, monitors: [] }))
}

async function watchedSignals({ userId }: Person, { monitors, access }: DigestDependencies): Promise<DigestSignal[]> {
  const { off } = await access.find(userId)
  const { items } = await monitors.list(userId, allMonitors, { withConditions: !off.has('clinical') })
  return [...Map.groupBy(items, ({ signalId }) => signalId)].map(([signalId, itemsOfSignal]) => ({
    signalId,
    title: itemsOfSignal[0]?.name ?? itemsOfSignal[0]?.title ?? '',
    monitors: itemsOfSignal,
  }))
}

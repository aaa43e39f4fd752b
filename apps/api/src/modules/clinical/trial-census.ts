import type { TrialFacets, TrialField } from '@auspex/sdk/types'
import type { StudyFacts, TrialFilters, TrialRegister } from '@auspex/sources'
import type { Clock } from '../../kernel/clock.ts'
import { createSharedWork } from '../../kernel/shared-work.ts'
import { currentWork } from '../../kernel/work.ts'
import type { Outages } from '../sources/index.ts'
import { ensureReachable, settle } from './register-failure.ts'
import type { Census, TrialCensusRepository } from './trial-census.repository.ts'
import { countFacets, toCounted } from './trial-facets.ts'

export interface TrialCensusDependencies {
  census: TrialCensusRepository
  outages: Pick<Outages, 'since' | 'record'>
  /** Learns the words of studies that were read. */
  rememberTerms(studies: readonly StudyFacts[]): Promise<void>
  clock: Clock
}

const dayMs = 86_400_000
/** Requests of one answer, at one a second. */
const pagesPerAnswer = 5
/** With a page of a thousand studies a second, half a minute. */
const mostStudies = 30_000

/** Counts all studies of a search, going on where the last answer stopped. */
export function createTrialCensus(deps: TrialCensusDependencies) {
  const { census, clock } = deps
  const share = createSharedWork<Census>()

  return async (
    register: TrialRegister,
    search: { field: TrialField; words: string; filters: TrialFilters },
  ): Promise<TrialFacets> => {
    const key = `${search.field} ${search.words.toLowerCase()}`
    const progress = await share(key, () => goOn(key, search, register, deps))
    const tooMany = progress.total > mostStudies
    const counts = await countFacets(census.readPages(key), search.filters)
    return {
      total: progress.total,
      counted: progress.counted,
      isComplete: progress.nextToken === null || tooMany,
      tooMany,
      ...counts,
      origin: {
        source: register.key,
        name: register.name,
        attribution: register.attribution,
        asOf: progress.begunAt.toISOString(),
        notice: clock.now().getTime() - progress.begunAt.getTime() > dayMs ? oldCounts(register.name) : null,
      },
    }
  }
}

async function goOn(
  key: string,
  search: { field: TrialField; words: string },
  register: TrialRegister,
  deps: TrialCensusDependencies,
): Promise<Census> {
  const { census, clock } = deps
  const stored = await census.find(key)
  const isFresh = stored !== null && clock.now().getTime() - stored.begunAt.getTime() < dayMs
  if (isFresh && (stored.nextToken === null || stored.total > mostStudies)) return stored
  const signal = currentWork().signal ?? new AbortController().signal
  let progress = isFresh ? stored : null
  try {
    for (let page = 0; page < pagesPerAnswer; page += 1) {
      progress = await readPage(key, { search, register, progress, signal }, deps)
      if (progress.nextToken === null || progress.total > mostStudies) break
    }
  } catch (error) {
    // What was counted before the register fell silent is still the register's, and an older census is better than none.
    const known = progress ?? (stored?.nextToken === null ? stored : null)
    if (signal.aborted || known === null) throw error
    return known
  }
  return progress ?? { total: 0, counted: 0, nextToken: null, begunAt: clock.now() }
}

async function readPage(
  key: string,
  {
    search,
    register,
    progress,
    signal,
  }: {
    search: { field: TrialField; words: string }
    register: TrialRegister
    progress: Census | null
    signal: AbortSignal
  },
  { census, outages, rememberTerms, clock }: TrialCensusDependencies,
): Promise<Census> {
  const token = progress?.nextToken ?? null
  ensureReachable(register.name, outages)
  const answer = await register.readFacts({ ...search, filters: {}, token, signal })
  const { studies, total, nextToken } = settle(answer, { name: register.name, outages })
  const before = progress ?? {
    total: total ?? studies.length,
    counted: 0,
    nextToken: null,
    begunAt: clock.now(),
  }
  if (progress === null) {
    await census.begin(key, before, new Date(clock.now().getTime() - 30 * dayMs))
    if (before.total > mostStudies) return before
  }
  const counted = before.counted + studies.length
  await census.addPage(key, {
    studies: studies.map(toCounted),
    countedBefore: before.counted,
    counted,
    nextToken,
  })
  await rememberTerms(studies)
  // The register is written to all day: at its end the total is what was read.
  return { ...before, counted, nextToken, total: nextToken === null ? counted : before.total }
}

function oldCounts(name: string): string {
  return `${name} did not answer now. These are the counts of an earlier day.`
}

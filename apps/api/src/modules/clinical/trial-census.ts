import type { TrialFacets, TrialField } from '@auspex/sdk/types'
import type { TrialFilters, TrialRegister } from '@auspex/sources'
import { currentWork } from '../../kernel/work.ts'
import { type ClinicalDependencies, requireRegister } from './clinical-dependencies.ts'
import { ensureReachable, settle } from './query-once.ts'
import { storeTerms } from './term-suggestions.ts'
import type { Census } from './trials.repository.ts'
import { countFacets, toCounted } from './trial-facets.ts'

const dayMs = 86_400_000
/** Requests per response, at one a second. */
const pagesPerAnswer = 5
/** Half a minute, at one page of a thousand studies a second. */
const maxStudies = 30_000

/** Counts all studies of a search, continuing where the last response stopped. */
export async function countTrials(
  search: { field: TrialField; words: string; filters: TrialFilters },
  deps: ClinicalDependencies,
): Promise<TrialFacets> {
  const { census, clock } = deps
  const register = requireRegister(deps)
  const key = `${search.field} ${search.words.toLowerCase()}`
  const progress = await deps.shareCensus(key, () => continueCensus(key, search, register, deps))
  const tooMany = progress.total > maxStudies
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
      notice: clock.now().getTime() - progress.begunAt.getTime() > dayMs ? oldCountsNotice(register.name) : null,
    },
  }
}

async function continueCensus(
  key: string,
  search: { field: TrialField; words: string },
  register: TrialRegister,
  deps: ClinicalDependencies,
): Promise<Census> {
  const { census, clock } = deps
  const storedCensus = await census.find(key)
  const isFresh = storedCensus !== null && clock.now().getTime() - storedCensus.begunAt.getTime() < dayMs
  if (isFresh && (storedCensus.nextToken === null || storedCensus.total > maxStudies)) return storedCensus
  const signal = currentWork().signal ?? new AbortController().signal
  let progress = isFresh ? storedCensus : null
  try {
    for (let page = 0; page < pagesPerAnswer; page += 1) {
      progress = await readPage(key, { search, register, progress, signal }, deps)
      if (progress.nextToken === null || progress.total > maxStudies) break
    }
  } catch (error) {
    // What was counted before an outage still comes from the register, and an older census is better than none.
    const available = progress ?? (storedCensus?.nextToken === null ? storedCensus : null)
    if (signal.aborted || available === null) throw error
    return available
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
  { census, terms, outages, clock }: ClinicalDependencies,
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
    if (before.total > maxStudies) return before
  }
  const countedSoFar = before.counted + studies.length
  await census.addPage(key, {
    studies: studies.map(toCounted),
    countedBefore: before.counted,
    counted: countedSoFar,
    nextToken,
  })
  await storeTerms(studies, terms)
  // The register changes all day: at the end the total is the number of studies read.
  return { ...before, counted: countedSoFar, nextToken, total: nextToken === null ? countedSoFar : before.total }
}

function oldCountsNotice(name: string): string {
  return `${name} did not answer now. These are the counts of an earlier day.`
}

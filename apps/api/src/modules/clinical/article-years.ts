import type { PubmedTimeSeries, PubmedYear } from '@auspex/sdk/types'
import type { Literature } from '@auspex/sources'
import { currentWork } from '../../kernel/work.ts'
import { QueryRefusedError } from './query-once.ts'
import { outageFailure, type SourceFailure, sourceFailed } from './clinical.errors.ts'
import { type ClinicalDependencies, requireLiterature, type YearsOfIndex } from './clinical-dependencies.ts'
import type { YearCount } from './clinical.repository.ts'

const dayMs = 86_400_000
/** Counts of completed years change only by corrections; the current year is counted again each day. */
const maxAgeMs = { ended: 14 * dayMs, running: dayMs }
const retentionMs = 90 * dayMs
/** Requests per response: ten seconds at two a second. */
const requestsPerAnswer = 20
/** Default number of years to count, including the current one. */
const usualYears = 15

/** Articles by year, together with all articles of each year. */
export async function countYears(
  { condition, from }: { condition: string; from: number | undefined },
  deps: ClinicalDependencies,
): Promise<PubmedTimeSeries> {
  const { clock } = deps
  const literature = requireLiterature(deps)
  const running = clock.now().getUTCFullYear()
  const first = Math.min(from ?? running - usualYears + 1, running)
  const key = condition.trim().toLowerCase()
  const failures: { index: Literature; failure: SourceFailure }[] = []
  let best: YearsOfIndex | null = null
  for (const index of literature) {
    const indexCounts = await deps.shareYears(`${index.key} ${first} ${key}`, () =>
      count(index, { condition: key, first, running }, deps),
    )
    best ??= indexCounts
    if (indexCounts.failure === null || indexCounts.counts.own.size > best.counts.own.size) best = indexCounts
    if (indexCounts.failure === null) break
    failures.push({ index, failure: indexCounts.failure })
  }
  const [preferred] = literature
  if (best === null || best.counts.own.size === 0) {
    const worst = failures[0]?.failure
    if (worst !== undefined) throw sourceFailed(failures.map(({ index }) => index.name).join(' and '), worst)
  }
  const { index, counts, failure } = best ?? {
    index: preferred,
    counts: { own: new Map(), all: new Map() },
    failure: null,
  }
  const years = toYears(counts, { first, running })
  return {
    condition,
    queryTranslation: counts.own.get(running)?.queryTranslation ?? null,
    lastYearIsPartial: true,
    isComplete: years.every(({ articles, total }) => articles !== null && total !== null),
    gapReason: failure?.reason ?? null,
    years,
    origin: {
      source: index.key,
      name: index.name,
      attribution: index.attribution,
      asOf: oldestOf(counts.own, clock.now()).toISOString(),
      notice: index === preferred ? null : `${preferred.name} did not answer; this is what ${index.name} says.`,
    },
  }
}

async function count(
  index: Literature,
  { condition, first, running }: { condition: string; first: number; running: number },
  { answers, outages, rests, clock }: ClinicalDependencies,
): Promise<YearsOfIndex> {
  const now = clock.now()
  const readCounts = async (words: string) =>
    new Map((await answers.listCounts(index.key, words, first)).map((yearCount) => [yearCount.year, yearCount]))
  const counts = { own: await readCounts(condition), all: await readCounts('') }
  const needs = (storedYears: Map<number, YearCount>, year: number) => {
    const lastCountedAt = storedYears.get(year)?.countedAt.getTime() ?? Number.NEGATIVE_INFINITY
    // A year that ended after it was counted must be counted again.
    return now.getTime() - lastCountedAt >= (year === running ? maxAgeMs.running : maxAgeMs.ended)
  }
  const uncounted: { words: string; year: number; into: Map<number, YearCount> }[] = []
  for (let year = running; year >= first; year -= 1) {
    if (needs(counts.own, year)) uncounted.push({ words: condition, year, into: counts.own })
    if (needs(counts.all, year)) uncounted.push({ words: '', year, into: counts.all })
  }
  if (uncounted.length === 0) return { index, counts, failure: null }
  const key = index.key === 'pubmed' ? index.key : null
  if (key === null ? rests.isResting(index.key) : outages.since(key) !== null)
    return {
      index,
      counts,
      failure: outageFailure(index.name),
    }
  const signal = currentWork().signal ?? new AbortController().signal
  await answers.forgetCounts(new Date(now.getTime() - retentionMs))
  for (const { words, year, into } of uncounted.slice(0, requestsPerAnswer)) {
    const days = { from: `${year}-01-01`, to: `${year}-12-31` }
    const answer = await index.count({ condition: words === '' ? null : words, days, signal })
    const outage = answer.ok ? null : (answer.outage ?? null)
    if (key !== null) outages.record(key, outage ?? 'answered')
    else if (outage !== null) rests.begin(index.key)
    if (!answer.ok) {
      if (answer.status === 'bad_query') throw new QueryRefusedError(index.name, answer)
      return { index, counts, failure: answer }
    }
    const { total: articles, queryTranslation } = answer
    const yearCount: YearCount = { year, articles, queryTranslation, countedAt: now }
    await answers.saveCount(index.key, words, yearCount)
    into.set(year, yearCount)
  }
  return { index, counts, failure: null }
}

function toYears(
  { own, all }: YearsOfIndex['counts'],
  { first, running }: { first: number; running: number },
): PubmedYear[] {
  return Array.from({ length: running - first + 1 }, (_, offset) => {
    const year = first + offset
    const articles = own.get(year)?.articles ?? null
    const total = all.get(year)?.articles ?? null
    const isShareKnown = articles !== null && total !== null && total > 0 && articles <= total
    return { year, articles, total, perMillion: isShareKnown ? Number(((articles / total) * 1e6).toFixed(2)) : null }
  })
}

/** The series is dated by its oldest count; the others are newer. */
function oldestOf(counts: ReadonlyMap<number, YearCount>, now: Date): Date {
  const times = [...counts.values()].map(({ countedAt }) => countedAt.getTime())
  return times.length === 0 ? now : new Date(Math.min(...times))
}

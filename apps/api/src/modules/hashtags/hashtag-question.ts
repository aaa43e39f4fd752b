import type { HashtagCoverage, HashtagSource as ShownSource, NumbersOrigin } from '@auspex/sdk/types'
import { failedStatuses, foldHashtag, type HashtagSource, researchSetting, type HashtagQuestion } from '@auspex/sources'
import type { HashtagDependencies, VideoSet, Window, SetKey, SourceReading } from './hashtags.types.ts'
import { hashtagNotFound, hashtagSourceFailed } from './hashtags.errors.ts'
import { libraryOf } from './imports.usecases.ts'
import { outForMs } from '../../kernel/retry-after.ts'
import { currentWork } from '../../kernel/work.ts'
import type { Outages } from '../library/index.ts'
import { createSetsRepository } from './sets.repository.ts'
import { createVideosRepository } from './lists.repository.ts'

export interface Question {
  /** An organization, or a person without one. */
  owner: string
  tag: string
  geo: string | null
  period: 7 | 30 | 120
  origin: NumbersOrigin | null
}

/** The videos that figures are computed from. */
export interface Selection {
  set: VideoSet
  window: Window
  /** Whether the set also contains videos without the hashtag, so that shares and lifts can be computed. */
  hasBaseline: boolean
  source: ShownSource
  coverage: HashtagCoverage[]
  /** The last day with the hashtag in the set; null when there is none. */
  lastDay: string | null
}

type Attempt = { coverage: HashtagCoverage; retryAfterMs?: number | null; found?: Omit<Selection, 'coverage'> }

const dayMs = 86_400_000
const importFacts = {
  origin: 'import',
  name: 'Imported videos',
  isSubstitute: false,
  unit: 'video',
  attribution: 'From files of your organization',
} as const
const demoFacts = {
  origin: 'demo',
  name: 'Demo videos',
  isSubstitute: false,
  unit: 'video',
  attribution: 'Made up for the demo: nobody published them',
} as const
const research = { origin: 'research_api', name: 'TikTok research interface' } as const

/** Where a hashtag may be found, in the order in which they are queried. */
interface Place {
  origin: NumbersOrigin
  name: string
  ask: () => Promise<Attempt>
}

/** Finds the first source that has a hashtag, and reports what the others answered. Throws `hashtags.not_found` and `hashtags.source_failed`. */
export async function findVideos(question: Question, deps: HashtagDependencies): Promise<Selection> {
  const attempts: Attempt[] = []
  let shown: Attempt['found']
  for (const place of await listPlaces(question, deps)) {
    const isQueried = shown === undefined && (question.origin === null || question.origin === place.origin)
    const attempt = isQueried
      ? await place.ask()
      : { coverage: { ...notCounted(place.origin, place.name), status: 'not_asked' as const } }
    if (shown === undefined && attempt.found !== undefined) {
      shown = attempt.found
      attempt.coverage.isShown = true
    }
    attempts.push(attempt)
  }
  if (shown !== undefined) return { ...shown, coverage: attempts.map(({ coverage }) => coverage) }
  const failed = attempts.find(({ coverage }) => failedStatuses.has(coverage.status))
  if (failed === undefined) {
    const chosen = attempts.find(({ coverage }) => coverage.origin === question.origin)?.coverage
    const isMissing = chosen?.status === 'not_configured'
    throw hashtagNotFound(
      foldHashtag(question.tag),
      isMissing ? `${chosen.name} is not set up. ${chosen.reason}` : null,
    )
  }
  throw hashtagSourceFailed({
    name: failed.coverage.name,
    isLimited: failed.coverage.status === 'rate_limited',
    reason: failed.coverage.reason,
    retryAfterMs: failed.retryAfterMs ?? null,
  })
}

async function listPlaces({ owner, period, geo, ...question }: Question, deps: HashtagDependencies): Promise<Place[]> {
  const { sets, figures, sources, demoSet, clock } = deps
  const tag = foldHashtag(question.tag)
  const now = clock.now().getTime()
  const days = { from: toDay(now - (period - 1) * dayMs), to: toDay(now) }
  const demo = await demoSet()
  const library = await sets.find(libraryOf(owner))
  const holdsImports = library !== null && (await figures.holdsVideos(library.setNo))
  const windowOf = (setNo: number, country: string | null): Window => ({ setNo, tag, country, ...days })

  const inLibrary = async (): Promise<Attempt> =>
    library === null
      ? { coverage: { ...notCounted('import', importFacts.name), status: 'empty', videos: 0 } }
      : findInSet(importFacts, { set: library, window: windowOf(library.setNo, geo), hasBaseline: true }, deps)
  const atSource = async (source: HashtagSource): Promise<Attempt> => {
    const { origin, name, isSubstitute, unit, attribution } = source
    const reading = await readSource(source, { tag, geo, period, days }, deps)
    if (!reading.ok) {
      const { status, reason, retryAfterMs } = reading
      return { coverage: { ...notCounted(origin, name), status, reason }, retryAfterMs }
    }
    const facts = { origin, name, isSubstitute, unit, attribution }
    return findInSet(facts, { set: reading.set, window: windowOf(reading.set.setNo, null), hasBaseline: false }, deps)
  }
  const inDemo = async (set: VideoSet): Promise<Attempt> =>
    findInSet(demoFacts, { set, window: windowOf(set.setNo, geo), hasBaseline: true }, deps)

  return [
    { origin: 'import', name: importFacts.name, ask: inLibrary },
    ...(sources.some((source) => source.origin === research.origin)
      ? []
      : [{ ...research, ask: () => Promise.resolve({ coverage: notConfigured }) }]),
    ...(demo === null
      ? sources.map((source) => ({ origin: source.origin, name: source.name, ask: () => atSource(source) }))
      : []),
    // Demo videos are never shown together with real ones
    ...(demo === null || holdsImports
      ? []
      : [{ origin: 'demo' as const, name: demoFacts.name, ask: () => inDemo(demo) }]),
  ]
}

/** Who published a set of videos. */
type SourceFacts = Omit<ShownSource, 'asOf' | 'isComplete' | 'notice'>

/** Searches a stored set. */
async function findInSet(
  facts: SourceFacts,
  { set, window, hasBaseline }: { set: VideoSet; window: Window; hasBaseline: boolean },
  { figures }: HashtagDependencies,
): Promise<Attempt> {
  const { origin, name } = facts
  const lastDay = await figures.lastDay(set.setNo, window.tag)
  if (lastDay === null) return { coverage: { ...notCounted(origin, name), status: 'empty', videos: 0 } }
  const { videos } = await figures.totals(window)
  const source = { ...facts, asOf: set.asOf.toISOString(), isComplete: set.isComplete, notice: set.notice }
  return {
    coverage: { origin, name, status: 'ok', reason: null, videos, isShown: false },
    found: { set, window, hasBaseline, source, lastDay },
  }
}

const notConfigured: HashtagCoverage = {
  ...notCounted(research.origin, research.name),
  status: 'not_configured',
  reason: `It needs ${researchSetting.name}. ${researchSetting.how}`,
}

function notCounted(origin: NumbersOrigin, name: string): HashtagCoverage {
  return { origin, name, status: 'not_asked', reason: null, videos: null, isShown: false }
}

function toDay(epochMs: number): string {
  return new Date(epochMs).toISOString().slice(0, 10)
}

const hourMs = 3_600_000
/** A reading is valid for a day; for a week it may replace a source that does not answer, and is then deleted. */
const maxAgeMs = 24 * hourMs
const retentionMs = 7 * 24 * hourMs
/** Maximum length of a notice. */
const maxNoticeLength = 500

interface ReadingQuestion {
  tag: string
  geo: string | null
  period: number
  days: HashtagQuestion['days']
}

/** Queries a source for a hashtag once a day, across all callers, and stores the result as a separate set. */
async function readSource(
  source: HashtagSource,
  { tag, geo, period, days }: ReadingQuestion,
  deps: HashtagDependencies,
): Promise<SourceReading> {
  const { sets, shareReading, clock } = deps
  // A source without countries is queried once for all of them
  const country = source.isSubstitute ? '' : (geo ?? '')
  const key: SetKey = { owner: '', origin: source.origin, tag, geo: country, period }
  const storedSet = await sets.find(key)
  const age = storedSet === null ? Infinity : clock.now().getTime() - storedSet.asOf.getTime()
  if (storedSet !== null && age < maxAgeMs) return { ok: true, set: withPlace(storedSet, source, geo) }
  const query = { tag, geo: country || null, days }
  const reading = await shareReading(JSON.stringify(key), () => storeReading(source, { key, question: query }, deps))
  if (reading.ok) return { ok: true, set: withPlace(reading.set, source, geo) }
  if (storedSet === null || age > retentionMs) return reading
  const notice = `${source.name} did not answer now; this is what it said earlier. ${storedSet.notice ?? ''}`.trim()
  return { ok: true, set: { ...withPlace(storedSet, source, geo), notice: notice.slice(0, maxNoticeLength) } }
}

async function storeReading(
  source: HashtagSource,
  { key, question }: { key: SetKey; question: Omit<HashtagQuestion, 'signal'> },
  { database, sets, outages, clock }: HashtagDependencies,
): Promise<SourceReading> {
  const signal = currentWork().signal ?? new AbortController().signal
  const answer = await querySource(source, { ...question, signal }, outages)
  if (!answer.ok) {
    const { status, reason, retryAfterMs } = answer
    return { ok: false, status, reason, retryAfterMs }
  }
  const { videos, isComplete, firstCountedDay, notices } = answer.reading
  const asOf = clock.now()
  await sets.forgetReadings(new Date(asOf.getTime() - retentionMs))
  const notice = notices.length === 0 ? null : notices.join(' ').slice(0, maxNoticeLength)
  await database.kysely.transaction().execute(async (trx) => {
    const setNo = await createSetsRepository(trx).save(key, {
      asOf,
      isComplete,
      countedFrom: firstCountedDay,
      notice,
    })
    const repository = createVideosRepository(trx)
    await repository.clear(setNo)
    await repository.store(setNo, videos)
  })
  const set = await sets.find(key)
  if (set === null) throw new Error('a reading was not stored')
  return { ok: true, set }
}

/** A source with a known outage is not queried, so that no caller waits for a time-out (docs/decisions/sources.md). */
async function querySource(
  source: HashtagSource,
  question: HashtagQuestion,
  outages: Outages,
): ReturnType<HashtagSource['read']> {
  const key = source.origin === 'research_api' ? null : source.origin
  if (key !== null && outages.since(key) !== null)
    return { ok: false, status: 'upstream_down', reason: `${source.name} cannot be reached.`, retryAfterMs: outForMs }
  const answer = await source.read(question)
  if (key !== null) outages.record(key, answer.ok ? 'answered' : (answer.outage ?? 'answered'))
  return answer
}

/** Adds a note that the requested country was not applied. */
function withPlace(set: VideoSet, { isSubstitute, name }: HashtagSource, geo: string | null): VideoSet {
  if (geo === null || !isSubstitute) return set
  const notice = `${name} does not know countries; these are posts of all of them. ${set.notice ?? ''}`
  return { ...set, notice: notice.trim().slice(0, maxNoticeLength) }
}

import type { ClinicalOrigin } from '@auspex/sdk/types'
import type { Answer } from '@auspex/sources'
import type { Clock } from '../../kernel/clock.ts'
import { currentWork } from '../../kernel/work.ts'
import type { Outages } from '../library/index.ts'
import type { ClinicalDependencies, Reply } from './clinical-dependencies.ts'
import { outageFailure, queryRefused, sourceFailed, type SourceFailure } from './clinical.errors.ts'
import type { StoredAnswer } from './clinical.repository.ts'

/** A source as seen by a query. */
export interface AnsweringSource<T> {
  key: ClinicalOrigin['source']
  name: string
  attribution: string
  query(signal: AbortSignal): Promise<Answer<{ body: T }>>
}

export interface SourceQuery<T> {
  /** Equal for equal queries. */
  key: string
  /** In the order in which they are queried. */
  sources: readonly [AnsweringSource<T>, ...AnsweringSource<T>[]]
}

const hourMs = 3_600_000
/** An answer of the first source is valid for a day; one of a second source only as long as the first may need to recover. */
const maxAgeMs = { first: 24 * hourMs, other: hourMs / 4 }
/** Maximum age of an answer that replaces an unavailable source. */
const retentionMs = 30 * 24 * hourMs

/** Refusals that concern the query, not the source: no other source is queried, and no old answer is shown. */
export class QueryRefusedError extends Error {
  override readonly name = 'QueryRefusedError'
  readonly source: string
  readonly failure: SourceFailure & { notFound?: true }

  constructor(source: string, failure: SourceFailure & { notFound?: true }) {
    super('the source refused the query')
    this.source = source
    this.failure = failure
  }
}

/** Sends each query to the sources at most once a day, across all callers. */
export async function queryOnce<T>(query: SourceQuery<T>, deps: ClinicalDependencies): Promise<Reply<T>> {
  const { answers, shareReply, clock } = deps
  const { key, sources } = query
  const storedAnswer = await answers.findAnswer<T>(key)
  const from = sources.find((source) => source.key === storedAnswer?.source)
  if (storedAnswer !== null && from !== undefined) {
    const age = clock.now().getTime() - storedAnswer.asOf.getTime()
    const isFirst = from === sources[0]
    if (age < (isFirst ? maxAgeMs.first : maxAgeMs.other))
      return {
        body: storedAnswer.body,
        origin: toOrigin(from, storedAnswer.asOf, isFirst ? null : fallbackNotice(sources[0].name, from.name)),
        isNew: false,
      }
  }
  // Cast: each key always has one type of answer.
  return (await shareReply(key, () => querySources(query, storedAnswer, deps))) as Reply<T>
}

async function querySources<T>(
  { key, sources }: SourceQuery<T>,
  stored: StoredAnswer<T> | null,
  deps: ClinicalDependencies,
): Promise<Reply<T>> {
  const { answers, clock } = deps
  const failures: { name: string; failure: SourceFailure }[] = []
  const signal = currentWork().signal ?? new AbortController().signal
  for (const source of sources) {
    const answer = await querySource(source, signal, deps)
    if (answer.ok) {
      const asOf = clock.now()
      const { body } = answer
      await answers.saveAnswer(key, { source: source.key, body, asOf }, new Date(asOf.getTime() - retentionMs))
      return { body, origin: toOrigin(source, asOf, noticeOf(failures, source.name)), isNew: true }
    }
    if (answer.notFound === true || answer.status === 'bad_query') throw new QueryRefusedError(source.name, answer)
    failures.push({ name: source.name, failure: answer })
  }
  const [first] = sources
  const worst = failures[0] ?? {
    name: first.name,
    failure: { status: 'upstream_down', reason: null, retryAfterMs: null },
  }
  if (stored === null || clock.now().getTime() - stored.asOf.getTime() > retentionMs)
    throw sourceFailed(failures.map(({ name }) => name).join(' and ') || first.name, worst.failure)
  const source = sources.find((candidate) => candidate.key === stored.source) ?? first
  const notice = `${first.name} did not answer now. This is what ${source.name} said earlier.`
  return { body: stored.body, origin: toOrigin(source, stored.asOf, notice), isNew: false }
}

/** A source with a known outage is not queried, so that no caller waits for a time-out (docs/decisions/sources.md). */
async function querySource<T>(
  source: AnsweringSource<T>,
  signal: AbortSignal,
  { outages, rests }: ClinicalDependencies,
): Promise<Answer<{ body: T }>> {
  const key = source.key === 'europe_pmc' ? null : source.key
  const isOut = key === null ? rests.isResting(source.key) : outages.since(key) !== null
  if (isOut) return outageFailure(source.name)
  const answer = await source.query(signal)
  const outage = answer.ok ? null : (answer.outage ?? null)
  if (key !== null) outages.record(key, outage ?? 'answered')
  else if (outage !== null) rests.begin(source.key)
  return answer
}

function toOrigin(
  { key, name, attribution }: Omit<AnsweringSource<unknown>, 'query'>,
  asOf: Date,
  notice: string | null,
): ClinicalOrigin {
  return { source: key, name, attribution, asOf: asOf.toISOString(), notice }
}

function noticeOf(failures: readonly { name: string }[], name: string): string | null {
  const [first] = failures
  return first === undefined ? null : fallbackNotice(first.name, name)
}

function fallbackNotice(preferred: string, fallback: string): string {
  return `${preferred} did not answer; this is what ${fallback} says.`
}

/** How long an index is skipped after a connection failure or time-out. */
const pauseMs = 60_000

/** Outage state of indexes that are not search sources and therefore not probed. */
export interface Rests {
  isResting(key: string): boolean
  begin(key: string): void
}

export function createRests(clock: Clock): Rests {
  const restingUntil = new Map<string, number>()
  return {
    isResting: (key) => (restingUntil.get(key) ?? 0) > clock.now().getTime(),
    begin: (key) => void restingUntil.set(key, clock.now().getTime() + pauseMs),
  }
}

/** Runs a query and attributes a refusal to the given part of the request. */
export async function withQueryPointer<T>(
  location: { in: 'path' | 'query'; pointer: string },
  task: () => Promise<T>,
): Promise<T> {
  try {
    return await task()
  } catch (error) {
    if (error instanceof QueryRefusedError) throw queryRefused(error.source, location.in, location.pointer)
    throw error
  }
}

/** Throws immediately when the register is known to be down, so that no caller waits for a time-out (docs/decisions/sources.md). */
export function ensureReachable(name: string, outages: Outages): void {
  if (outages.since('clinical_trials') !== null) throw sourceFailed(name, outageFailure(name))
}

/** Returns the answer or throws its failure as the matching error; records the outcome. */
export function settle<T>(answer: Answer<T>, { name, outages }: { name: string; outages: Outages }): { ok: true } & T {
  outages.record('clinical_trials', answer.ok ? 'answered' : (answer.outage ?? 'answered'))
  if (answer.ok) return answer
  if (answer.notFound === true || answer.status === 'bad_query') throw new QueryRefusedError(name, answer)
  throw sourceFailed(name, answer)
}

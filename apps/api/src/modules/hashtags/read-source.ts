import type { HashtagSource, HashtagQuestion } from '@auspex/sources'
import { outForMs } from '../../kernel/retry-after.ts'
import { currentWork } from '../../kernel/work.ts'
import type { Outages } from '../library/index.ts'
import type { HashtagDependencies, SetKey, SourceReading, VideoSet } from './hashtags.types.ts'
import { createSetsRepository } from './sets.repository.ts'
import { createVideosRepository } from './lists.repository.ts'

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
export async function readSource(
  source: HashtagSource,
  { tag, geo, period, days }: ReadingQuestion,
  deps: HashtagDependencies,
): Promise<SourceReading> {
  const { sets, shareReading, clock } = deps
  // A source without countries is queried once for all of them
  const country = source.isSubstitute ? '' : (geo ?? '')
  const key: SetKey = { owner: '', origin: source.origin, tag, geo: country, period }
  const stored = await sets.find(key)
  const age = stored === null ? Infinity : clock.now().getTime() - stored.asOf.getTime()
  if (stored !== null && age < maxAgeMs) return { ok: true, set: withPlace(stored, source, geo) }
  const query = { tag, geo: country || null, days }
  const read = await shareReading(JSON.stringify(key), () => storeReading(source, { key, question: query }, deps))
  if (read.ok) return { ok: true, set: withPlace(read.set, source, geo) }
  if (stored === null || age > retentionMs) return read
  const notice = `${source.name} did not answer now; this is what it said earlier. ${stored.notice ?? ''}`.trim()
  return { ok: true, set: { ...withPlace(stored, source, geo), notice: notice.slice(0, maxNoticeLength) } }
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

import type { ClinicalOrigin } from '@auspex/sdk/types'
import type { DayRange, Literature } from '@auspex/sources'
import type { Clock } from '../../../kernel/clock.ts'
import { currentWork } from '../../../kernel/work.ts'
import { QueryRefusedError } from '../query-once.ts'
import { outageFailure, type SourceFailure } from '../clinical.errors.ts'
import { type AddedPapers, type ClinicalDependencies, requireLiterature } from '../clinical-dependencies.ts'

/** Counts of one index, keyed by first and last day, so that different intervals are counted separately. */
type Counts = Record<string, number>

const dayMs = 86_400_000
/** An index adds each paper once, so a completed day is final. Counts are deleted like other answers that are no longer requested. */
const retentionMs = 30 * dayMs
/** Requests per response: ten seconds at two a second. */
const requestsPerAnswer = 20

/** Counts the papers that an index added, interval by interval, the newest first; each call continues where the last one stopped. */
export async function countAddedPapers(
  words: string,
  intervals: readonly DayRange[],
  deps: ClinicalDependencies,
): Promise<AddedPapers> {
  const literature = requireLiterature(deps)
  const [preferred] = literature
  let best: AddedPapers | null = null
  for (const index of literature) {
    const key = `${index.key} ${words.toLowerCase()} ${intervals[0]?.from} ${intervals.at(-1)?.to}`
    const paperCounts = await deps.sharePapers(key, () => count(index, { words, intervals, usual: preferred }, deps))
    best ??= paperCounts
    if (paperCounts.failure === null) return paperCounts
    if (paperCounts.own.size > best.own.size) best = paperCounts
  }
  return best ?? { own: new Map(), all: new Map(), failure: null, origin: toOrigin(preferred, preferred, deps.clock) }
}

async function count(
  index: Literature,
  { words, intervals, usual }: { words: string; intervals: readonly DayRange[]; usual: Literature },
  { answers, outages, clock }: ClinicalDependencies,
): Promise<AddedPapers> {
  const keyOf = (range: string) => `added by interval ${index.key} ${range}`
  const readCounts = async (range: string): Promise<Counts> => ({
    ...(await answers.findAnswer<Counts>(keyOf(range)))?.body,
  })
  const series = [
    {
      key: keyOf(words.toLowerCase()),
      condition: words,
      counts: await readCounts(words.toLowerCase()),
      isChanged: false,
    },
    { key: keyOf(''), condition: null, counts: await readCounts(''), isChanged: false },
  ] as const
  const [subjectSeries, all] = series
  const uncounted = intervals
    .toReversed()
    .flatMap((added) =>
      series.filter(({ counts }) => counts[nameOf(added)] === undefined).map((counted) => ({ counted, added })),
    )
  const outageKey = index.key === 'pubmed' ? index.key : null
  const signal = currentWork().signal ?? new AbortController().signal
  let failure: SourceFailure | null =
    uncounted.length > 0 && outageKey !== null && outages.since(outageKey) !== null ? outageFailure(index.name) : null
  for (const { counted, added } of failure === null ? uncounted.slice(0, requestsPerAnswer) : []) {
    const answer = await index.count({ condition: counted.condition, days: null, added, signal })
    if (outageKey !== null) outages.record(outageKey, answer.ok ? 'answered' : (answer.outage ?? 'answered'))
    if (!answer.ok) {
      if (answer.status === 'bad_query') throw new QueryRefusedError(index.name, answer)
      failure = answer
      break
    }
    counted.counts[nameOf(added)] = answer.total
    Object.assign(counted, { isChanged: true })
  }
  const asOf = clock.now()
  for (const { key, counts, isChanged } of series)
    if (isChanged)
      await answers.saveAnswer(key, { source: index.key, body: counts, asOf }, new Date(asOf.getTime() - retentionMs))
  const toMap = (counts: Counts) =>
    new Map(
      intervals.flatMap((added) => {
        const papers = counts[nameOf(added)]
        return papers === undefined ? [] : [[added.from, papers] as const]
      }),
    )
  return { own: toMap(subjectSeries.counts), all: toMap(all.counts), failure, origin: toOrigin(index, usual, clock) }
}

function nameOf({ from, to }: DayRange): string {
  return `${from} ${to}`
}

function toOrigin(index: Literature, usual: Literature, clock: Clock): ClinicalOrigin {
  return {
    source: index.key,
    name: index.name,
    attribution: index.attribution,
    asOf: clock.now().toISOString(),
    notice: index === usual ? null : `${usual.name} did not answer; this is what ${index.name} says.`,
  }
}

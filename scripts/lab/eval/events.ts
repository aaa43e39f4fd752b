import { findEvents, findInflections } from '@auspex/analytics'
import { noiseSeries, seededRandom } from './changepoints/planted-series.ts'
import type { EvalData, EvalRow, EvalTask } from './eval.types.ts'
import { type Judgement, judgeTopic } from './events/judge-event.ts'
import { type KnownEvent, readKnownEvents } from './events/known-events.ts'
import { type ArchiveTopic, readArchive } from './events/read-archive.ts'
import { dealAtRandom } from './events/shuffled-topic.ts'

const task = 'events'
const corpora = ['forum_reddit_2006_2013', 'forum_hn_stackexchange', 'news_gdelt_2017_2021']
const noiseCount = 400
/** Tolerated share of false marks in series in which nothing happens. */
const falseMarks = { atMost: 0.05 }

/** Checks that known events are found in real archives, on the right day and with a name, and that hardly any are found where nothing happens. */
export const events: EvalTask = {
  name: task,
  run: async (data) => [...(await archiveRows(data)), noiseRow()],
}

async function archiveRows(data: EvalData): Promise<EvalRow[]> {
  const known = readKnownEvents()
  const queries = [...new Set(known.map(({ query }) => query))]
  const paths = corpora.map((name) => data.path(`corpora/${name}.jsonl.gz`)).filter((path) => path !== null)
  const archive = paths.length < corpora.length ? null : await readArchive(paths, queries)
  const judged = archive === null ? null : judgeAll(archive, known)
  return [
    {
      ...row(`list of ${known.length} known events, ${queries.length} queries`),
      measure: 'part that the archives show: 5 documents and twice the usual in a week',
      value: judged === null ? null : partOf(judged, ({ isVisible }) => isVisible),
      bar: { atLeast: 1 },
    },
    ...[false, true].flatMap((isHeldOut) => halfRows(known, judged, isHeldOut)),
    {
      ...row(`${queries.length} topics, their documents dealt at random over the sources' totals`),
      measure: 'part that shows any event',
      value: archive === null ? null : shuffledPart([...archive.values()]),
      bar: falseMarks,
    },
  ]
}

function halfRows(known: readonly KnownEvent[], judged: readonly Judgement[] | null, isHeldOut: boolean): EvalRow[] {
  const size = known.filter((event) => event.isHeldOut === isHeldOut).length
  const half = judged?.filter((judgement) => judgement.known.isHeldOut === isHeldOut) ?? null
  const marked = half?.filter(({ daysOff }) => daysOff !== null) ?? null
  const data = `${size} events, ${isHeldOut ? 'held out' : 'tuning half'}`
  return [
    {
      ...row(data),
      measure: 'marked within 7 days',
      value: half === null ? null : partOf(half, ({ daysOff }) => daysOff !== null),
      bar: { atLeast: 0.9 },
      baseline:
        half === null ? null : { name: 'findInflections', value: partOf(half, ({ isInflection }) => isInflection) },
    },
    {
      ...row(data),
      measure: 'days off, median',
      value: marked === null ? null : median(marked.map(({ daysOff }) => Math.abs(daysOff ?? 0))),
      bar: { atMost: 1 },
    },
    {
      ...row(data),
      measure: 'headline of a marked event names it',
      value: marked === null ? null : partOf(marked, ({ isNamed }) => isNamed),
      bar: { atLeast: 0.85 },
    },
  ]
}

function row(data: string): Omit<EvalRow, 'measure' | 'value'> {
  return { task, data, bar: null, baseline: null }
}

function judgeAll(archive: ReadonlyMap<string, ArchiveTopic>, known: readonly KnownEvent[]): Judgement[] {
  return [...Map.groupBy(known, ({ query }) => query)].flatMap(([query, ofQuery]) => {
    const topic = archive.get(query)
    return topic === undefined ? [] : judgeTopic(topic, ofQuery)
  })
}

function shuffledPart(topics: readonly ArchiveTopic[]): number {
  return partOf(topics, ({ series }, at) => findEvents(dealAtRandom(series, seededRandom(at * 7_919 + 11))).length > 0)
}

function noiseRow(): EvalRow {
  const firstDay = '2020-01-01'
  const series = Array.from({ length: noiseCount }, (_, seed) => noiseSeries(seededRandom(seed * 7_919 + 3)))
  return {
    task,
    data: `${noiseCount} series of counts with a weekly pattern and no change`,
    measure: 'part that shows any event',
    value: partOf(series, (counts) => findEvents({ firstDay, sources: [{ counts }] }).length > 0),
    bar: falseMarks,
    baseline: {
      name: 'findInflections',
      value: partOf(series, (counts) => findInflections({ firstDay, counts }).length > 0),
    },
  }
}

function partOf<Item>(items: readonly Item[], holds: (item: Item, at: number) => boolean): number {
  return items.filter(holds).length / items.length
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}

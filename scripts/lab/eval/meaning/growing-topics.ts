import type { LibraryRow } from './meaning.ts'
import {
  addDays,
  type ClusterableDocument,
  clusterNearDuplicates,
  cosine,
  createTermCounter,
  createTopicFinder,
  daysBetween,
  leastGrowth,
  isContextTerm,
  meanVector,
  tokens,
  type WordReader,
} from '@auspex/analytics'
import type { DocumentKind } from '@auspex/sdk/types'
import { readFileSync } from 'node:fs'
import { type EvalRow, mean, readJsonLines, shareOf } from '../../figures.ts'

/** A date, and what a reader named as growing before it. */
interface ReadDate {
  date: string
  windowDays: number
  topics: string[]
  rows: (LibraryRow & { kind: string })[]
}

/** A topic with the stories of both windows that hold one of its terms. */
interface CountedTopic {
  name: string
  terms: string[]
  stories: number
  previous: number
  growth: number
  /** The stories of the last window. */
  storyIds: ReadonlySet<string>
}

/** Entries of a date that a reader judges. */
const shownTopics = 10
/** Topics of a page of the app. */
const listedTopics = 60
/** Fewer stories are not listed, as in the product. */
const minStories = 6
/** A single word in headlines of this part of the outlets with twenty headlines or more, and of this part of the weeks of its archive, is general. */
const [generalOutlets, generalWeeks, minOutletTitles] = [0.2, 0.5, 20]
/** Two topics of a date whose names have this cosine, and that share this part of the stories of the smaller one, are one topic twice. */
const [sameMeaning, sameStories] = [0.75, 0.3]

/** Growing topics of ten dates beside those that a reader named, which are printed for a reader to judge. */
export async function growingTopics(corpora: readonly string[], reader: WordReader): Promise<EvalRow[]> {
  const dates = await readDates(corpora)
  const topicsByDate = dates.map((date) => findTopics(date, reader))
  const isGeneral = await createGeneralTest(
    corpora,
    topicsByDate.flatMap((topics) => topics.slice(0, shownTopics).map(({ name }) => name)),
  )
  dates.forEach(({ date, topics: named }, at) => {
    console.log(`\n## ${date} (${named.join(', ')})`)
    for (const { name, terms, stories, previous } of topicsByDate[at]?.slice(0, shownTopics) ?? [])
      console.log(`${[name, ...terms.slice(1)].join(' · ')} | ${previous} → ${stories}`)
  })
  const recallOf = (limit: number) =>
    mean(
      dates.map(({ topics }, at) =>
        shareOf(topics, (topic) => isFound(topic, topicsByDate[at]?.slice(0, limit) ?? [])),
      ),
    )
  const firstTopics = topicsByDate.flatMap((topics) => topics.slice(0, shownTopics))
  const data = `${dates.length} dates, ${firstTopics.length} topics of at most ${shownTopics * dates.length}`
  return [
    { data, measure: 'named by a reader and among the first ten, mean', value: recallOf(shownTopics) },
    { data, measure: `the same among the first ${listedTopics}`, value: recallOf(listedTopics) },
    {
      data,
      measure: `a single word in ${generalOutlets * 100} % of outlets and ${generalWeeks * 100} % of weeks`,
      value: shareOf(firstTopics, ({ name, terms }) => terms.length === 1 && isGeneral(name)),
    },
    {
      data,
      measure: 'the same without names, which headlines write with a capital',
      value: shareOf(firstTopics, ({ name, terms }) => terms.length === 1 && !/\p{Lu}/u.test(name) && isGeneral(name)),
      bar: { atMost: 0.05 },
    },
    {
      data,
      measure: 'topics of the meaning and the stories of another of the date',
      value: shareOf(
        topicsByDate.flatMap((topics) =>
          topics.slice(0, shownTopics).map((topic, at) => ({ topic, others: topics.slice(0, at) })),
        ),
        ({ topic, others }) => others.some((other) => isSame(topic, other, reader)),
      ),
      bar: { atMost: 0.1 },
    },
  ]
}

async function readDates(corpora: readonly string[]): Promise<ReadDate[]> {
  const lines = readFileSync(new URL('labels/explore-dates.tsv', import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .slice(1)
  const dates = lines.map((line): ReadDate => {
    const [date = '', windowDays = '', topics = ''] = line.split('\t')
    return { date, windowDays: Number(windowDays), topics: topics.split(' | '), rows: [] }
  })
  for (const corpus of corpora) {
    for await (const row of readJsonLines<LibraryRow & { kind: string }>(corpus)) {
      const day = row.published_at.slice(0, 10)
      for (const { date, windowDays, rows } of dates)
        if (day <= date && day > addDays(date, -2 * windowDays)) rows.push(row)
    }
  }
  return dates
}

/** As the product finds them, with each kind of document as one archive that covers both windows. */
function findTopics({ date, windowDays, rows }: ReadDate, reader: WordReader): CountedTopic[] {
  const windows = {
    asOf: date,
    windowDays,
    from: addDays(date, 1 - 2 * windowDays),
    middle: addDays(date, 1 - windowDays),
  }
  const kinds = [...new Set(rows.map(({ kind }) => kind))]
  const kindOf = (kind: string): DocumentKind =>
    kind === 'news' ? 'article' : kind === 'forum_comment' ? 'comment' : 'post'
  const groups = [...new Set(kinds.map(kindOf))].map((kind) => ({
    source: 'imported' as const,
    kind,
    runs: [{ from: 0, to: 2 * windowDays }],
  }))
  const clusters = clusterNearDuplicates(
    rows.map(({ id, url, source, published_at, title }): ClusterableDocument => ({
      id,
      url,
      outlet: source,
      publishedDay: published_at.slice(0, 10),
      tokens: tokens(title ?? ''),
    })),
  )
  const outlets = new Map([...new Set(rows.map(({ source }) => source))].map((outlet, at) => [outlet, at]))
  const headlines = rows
    .map(({ id, source, kind, published_at, title }) => ({
      day: published_at.slice(0, 10),
      source: 'imported' as const,
      kind: kindOf(kind),
      outletId: outlets.get(source) ?? 0,
      clusterId: clusters.get(id) ?? id,
      title: title ?? '',
    }))
    .filter(({ kind, title }) => kind !== 'comment' && title !== '')
  const last = headlines.filter(({ day }) => day >= windows.middle)
  const counter = createTermCounter(windows, groups)
  last.forEach(counter.add)
  counter.forgetRare()
  headlines.filter(({ day }) => day < windows.middle).forEach(counter.add)
  const finder = createTopicFinder({
    grown: counter.grown().terms,
    reader,
    storiesWith: counter.storiesWith,
    storiesBefore: counter.storiesBefore(),
  })
  last.forEach(finder.add)
  const steps = finder.topics()
  let step = steps.next()
  while (step.done !== true) step = steps.next()
  const all = countStories(rows, clusters, windows.middle, () => true)
  return step.value
    .map(({ terms, searches }): CountedTopic => {
      const phrases = searches.map((search) => ` ${search} `)
      const { stories, previous, storyIds } = countStories(rows, clusters, windows.middle, (text) =>
        phrases.some((phrase) => text.includes(phrase)),
      )
      const added = previous === 0 ? 0.5 : 0
      const ratio = (stories + added) / all.stories / ((previous + added) / all.previous)
      return {
        name: terms[0] ?? '',
        terms,
        stories,
        previous,
        growth: leastGrowth({ stories, previous, ratio }),
        storyIds,
      }
    })
    .filter(({ stories, growth }) => stories >= minStories && growth > 0)
    .toSorted((a, b) => b.growth - a.growth)
    .slice(0, listedTopics)
}

/** Stories of each window with a document whose title or text satisfies a condition. */
function countStories(
  rows: ReadDate['rows'],
  clusters: ReadonlyMap<string, string>,
  middle: string,
  isIn: (text: string) => boolean,
): { stories: number; previous: number; storyIds: ReadonlySet<string> } {
  const storyIds = { stories: new Set<string>(), previous: new Set<string>() }
  for (const row of rows)
    if (isIn(textOf(row)))
      storyIds[row.published_at.slice(0, 10) >= middle ? 'stories' : 'previous'].add(clusters.get(row.id) ?? row.id)
  return { stories: storyIds.stories.size, previous: storyIds.previous.size, storyIds: storyIds.stories }
}

const texts = new WeakMap<LibraryRow, string>()

function textOf(row: LibraryRow): string {
  const cachedText = texts.get(row) ?? ` ${tokens(`${row.title ?? ''} . ${row.body ?? ''}`).join(' ')} `
  texts.set(row, cachedText)
  return cachedText
}

/** Whether the words of a topic are in the name or terms of a found one, as a word or phrase. */
function isFound(topic: string, found: readonly CountedTopic[]): boolean {
  const words = ` ${tokens(topic).join(' ')} `
  return found.some(({ terms }) => terms.some((term) => ` ${tokens(term).join(' ')} `.includes(words)))
}

function isSame(one: CountedTopic, other: CountedTopic, reader: WordReader): boolean {
  const [first, second] = [one, other].map(({ name }) => meanVector(reader, tokens(name)))
  const shared = [...one.storyIds].filter((story) => other.storyIds.has(story)).length
  return (
    cosine(first ?? null, second ?? null) >= sameMeaning &&
    shared >= sameStories * Math.min(one.storyIds.size, other.storyIds.size)
  )
}

/** Whether a single word is in so many outlets and weeks of the archives that hold it that it names nothing. */
async function createGeneralTest(
  corpora: readonly string[],
  names: readonly string[],
): Promise<(name: string) => boolean> {
  const words = new Set(names.map((name) => tokens(name)).flatMap((found) => (found.length === 1 ? found : [])))
  const general = new Set<string>()
  for (const corpus of corpora) {
    const titles = new Map<string, number>()
    const weeks = new Set<number>()
    const spreadByWord = new Map(
      [...words].map((word) => [word, { outlets: new Set<string>(), weeks: new Set<number>() }]),
    )
    for await (const { title, source, published_at } of readJsonLines<LibraryRow>(corpus)) {
      const week = Math.floor(daysBetween('2000-01-03', published_at.slice(0, 10)) / 7)
      titles.set(source, (titles.get(source) ?? 0) + 1)
      weeks.add(week)
      for (const word of new Set(tokens(title ?? ''))) {
        spreadByWord.get(word)?.outlets.add(source)
        spreadByWord.get(word)?.weeks.add(week)
      }
    }
    const large = new Set([...titles].filter(([, count]) => count >= minOutletTitles).map(([outlet]) => outlet))
    for (const [word, { outlets, weeks: heldWeeks }] of spreadByWord) {
      const inLarge = [...outlets].filter((outlet) => large.has(outlet)).length
      if (inLarge >= generalOutlets * large.size && heldWeeks.size >= generalWeeks * weeks.size && isContextTerm(word))
        general.add(word)
    }
  }
  return (name) => general.has(tokens(name).join(' '))
}

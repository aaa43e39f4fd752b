import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import {
  createWordReader,
  decodeWordVectors,
  type GroupedTopic,
  groupTexts,
  groupTopic,
  type WordReader,
} from '@auspex/analytics'
import { createRandom } from '@auspex/contract/random'
import { type EvalData, type EvalRow, type EvalTask, mean, median, shareOf } from '../../figures.ts'
import { isHeldOut, type LabelledText, readLabelled } from '../story-clusters.ts'
import { growingTopics } from './growing-topics.ts'
import { createCohesion, kMeansTerms } from './term-cohesion.ts'
import { searchHelp } from './search-help.ts'
import { type EvaluatedTopic, readTopics } from './topics.ts'

/** A row of a corpus of the library. */
export interface LibraryRow {
  id: string
  url: string | null
  source: string
  published_at: string
  title: string | null
  body: string | null
  lang: string | null
}

/** What training costs. */
export interface Training {
  seconds: number
  megabytes: number
  documents: number
  terms: number
}

export const corpusFiles = ['forum_hn_stackexchange', 'forum_reddit_2006_2013', 'news_gdelt_2017_2021']

/**
 * Groups by meaning, on labelled texts and on thirty topics of real archives, with word vectors learned from those archives. Set AUSPEX_MEANING_GROUPS to print the groups of the
 * topics too, and AUSPEX_MEANING_SEED to print documents and names drawn with this seed, for a reader to mark. All thresholds were chosen on the halves of the labelled sets that are not held out, and by reading topics.
 */
export const meaning: EvalTask = {
  name: 'meaning',
  run: async (data) => {
    const corpora = corpusFiles.map((file) => data.path(`corpora/${file}.jsonl.gz`)).filter((path) => path !== null)
    const { reader, rows } = corpora.length < corpusFiles.length ? { reader: null, rows: [] } : train(corpora)
    if (reader === null) return [...rows, ...labelledSets(data, reader)]
    // what helps a search, without the rest
    if (process.env['AUSPEX_SEARCH_HELP'] !== undefined) return searchHelp(corpora, reader)
    return [
      ...rows,
      ...labelledSets(data, reader),
      ...(await topicRows(corpora, reader)),
      ...(await growingTopics(corpora, reader)),
      ...(await searchHelp(corpora, reader)),
    ]
  },
}

/** What the words of the corpora mean, and what learning it costs. */
export function train(corpora: readonly string[]): { reader: WordReader | null; rows: EvalRow[] } {
  const folder = mkdtempSync(join(tmpdir(), 'auspex-meaning-'))
  const file = join(folder, 'vectors')
  const output = execFileSync(process.execPath, [
    fileURLToPath(new URL('train-library.ts', import.meta.url)),
    file,
    ...corpora,
  ])
  const training = JSON.parse(output.toString()) as Training // train-library.ts prints it
  const vectors = decodeWordVectors(readFileSync(file))
  rmSync(folder, { recursive: true })
  const count = (value: number) => value.toLocaleString('en')
  const data = `corpora (${count(training.documents)} distinct documents, ${count(training.terms)} terms)`
  return {
    reader: vectors === null ? null : createWordReader(vectors),
    rows: [
      { data, measure: 'seconds to read and learn', value: training.seconds, bar: { atMost: 90 } },
      { data, measure: 'MB of the whole process', value: training.megabytes, bar: { atMost: 600 } },
    ],
  }
}

/** The half of a set on which nothing was tuned: even labels where there are many, else even rows. */
type Half = (text: LabelledText, row: number) => boolean

const isEvenRow: Half = (_, row) => row % 2 === 0

const sets: readonly { file: string; isHeld: Half; atLeast: number }[] = [
  { file: 'googlenews_snippets', isHeld: isHeldOut, atLeast: 0.85 },
  { file: 'search_snippets_8', isHeld: isEvenRow, atLeast: 0.5 },
  { file: 'stackoverflow_20', isHeld: isEvenRow, atLeast: 0.65 },
  { file: 'wikiref220_stories', isHeld: isEvenRow, atLeast: 0.78 },
]

function labelledSets(data: EvalData, reader: WordReader | null): EvalRow[] {
  return sets.flatMap(({ file, isHeld, atLeast }): EvalRow[] => {
    const path = data.path(`clustering/${file}.tsv.gz`)
    if (path === null || reader === null) return [{ data: file, measure: 'NMI', value: null, bar: { atLeast } }]
    const all = readLabelled(path)
    return [
      { name: 'held-out half', texts: all.filter(isHeld) },
      { name: 'whole', texts: all },
    ].map(({ name, texts }): EvalRow => {
      const groups = groupTexts(
        texts.map(({ text }) => ({ title: text, body: null })),
        reader,
      )
      const labels = texts.map(({ label }) => label)
      const counts = `${new Set(groups).size} found, ${new Set(labels).size} labels`
      return {
        data: `${file}, ${name} (${texts.length.toLocaleString('en')} texts)`,
        measure: `NMI, ${counts}`,
        value: normalizedMutualInformation(labels, [...groups].map(String)),
        bar: { atLeast },
      }
    })
  })
}

/** Mutual information over the mean of the entropies (Strehl & Ghosh 2002, with the arithmetic mean), in [0, 1]. */
function normalizedMutualInformation(one: readonly string[], other: readonly string[]): number {
  const [first, second] = [entropy(one), entropy(other)]
  const both = entropy(one.map((label, at) => `${label}\n${other[at]}`))
  return first + second === 0 ? 1 : (2 * (first + second - both)) / (first + second)
}

function entropy(labels: readonly string[]): number {
  const shares = [...Map.groupBy(labels, (label) => label).values()].map(({ length }) => length / labels.length)
  return -shares.reduce((sum, share) => sum + share * Math.log(share), 0)
}

const timedRuns = 5
const timedDocuments = 3_000

async function topicRows(corpora: readonly string[], reader: WordReader): Promise<EvalRow[]> {
  const topics = await readTopics(corpora)
  const grouped = topics.map(({ documents, own }) => groupTopic({ documents, own, reader }))
  const shares = topics.map(({ documents }, at) => 1 - (grouped[at]?.otherIds.length ?? 0) / documents.length)
  const ourTerms = grouped.map(({ groups }) => groups.map(({ terms }) => terms))
  const theirTerms = topics.map(({ documents, own }, at) =>
    kMeansTerms(documents, own, grouped[at]?.groups.length ?? 1),
  )
  const cohesion = await createCohesion(corpora, [...ourTerms.flat(), ...theirTerms.flat()])
  const cohesionOf = (terms: readonly (readonly (readonly string[])[])[]) =>
    mean(terms.map((groups) => mean(groups.map(cohesion))))
  const [ours, theirs] = [cohesionOf(ourTerms), cohesionOf(theirTerms)]
  const steadiness = topics.map((topic) => stability(topic, reader))
  const large = topics.filter(({ documents }) => documents.length >= timedDocuments)
  const milliseconds = large.map(({ documents, own }) =>
    median(
      Array.from({ length: timedRuns }, () => {
        const startedAt = performance.now()
        groupTopic({ documents, own, reader })
        return performance.now() - startedAt
      }),
    ),
  )
  if (process.env['AUSPEX_MEANING_GROUPS'] !== undefined) printGroups(topics, grouped)
  const seed = Number(process.env['AUSPEX_MEANING_SEED'])
  if (seed > 0) printDraws(topics, grouped, seed)
  const data = `${topics.length} topics`
  const heldOut = shares.filter((_, at) => topics[at]?.isHeldOut)
  return [
    { data, measure: 'documents in a named group, median', value: median(shares), bar: { atLeast: 0.7 } },
    { data, measure: 'documents in a named group, least', value: Math.min(...shares), bar: { atLeast: 0.45 } },
    {
      data: `${heldOut.length} of them, not read while tuning`,
      measure: 'documents in a named group, median',
      value: median(heldOut),
      bar: { atLeast: 0.7 },
    },
    { data, measure: 'groups of a topic, median', value: median(grouped.map(({ groups }) => groups.length)) },
    { data, measure: 'mean NPMI of the terms', value: ours, baseline: { name: 'k-means on TF-IDF', value: theirs } },
    { data, measure: 'mean NPMI over that of k-means', value: ours / theirs, bar: { atLeast: 1.5 } },
    {
      data,
      measure: 'documents that keep their group with 5 % new ones, mean',
      value: mean(steadiness.map(({ kept }) => kept)),
      bar: { atLeast: 0.9 },
    },
    { data, measure: 'the same, least of the topics', value: Math.min(...steadiness.map(({ kept }) => kept)) },
    {
      data,
      measure: 'the same without the groups of before, by overlap',
      value: mean(steadiness.map(({ fresh }) => fresh)),
    },
    {
      data,
      measure: 'topics whose groups are equal in another order',
      value: shareOf(topics, (topic) => isRepeatable(topic, reader)),
      bar: { atLeast: 1 },
    },
    {
      data: `${large.length} topics of 3,000 documents`,
      measure: 'ms, slowest topic',
      value: Math.max(...milliseconds),
      bar: { atMost: 600 },
    },
  ]
}

function groupsById({ groups, otherIds }: GroupedTopic): Map<string, string | null> {
  const inGroups = groups.flatMap(({ id, documentIds }) =>
    documentIds.map((document): [string, string] => [document, id]),
  )
  return new Map<string, string | null>([...inGroups, ...otherIds.map((id): [string, null] => [id, null])])
}

/** The part of the documents of groups that are in the same group after 5 % new documents: with the groups of before, and grouped afresh. */
function stability({ documents, own }: EvaluatedTopic, reader: WordReader): { kept: number; fresh: number } {
  const { next } = createRandom(1)
  const before = groupsById(groupTopic({ documents: documents.filter(() => next() >= 0.05), own, reader }))
  const after = groupsById(groupTopic({ documents, own, reader, before }))
  const regrouped = groupsById(groupTopic({ documents, own, reader }))
  const ids = [...before].filter(([, group]) => group !== null).map(([id]) => id)
  // a fresh group continues the group of before with which it shares most documents
  const largest = new Map<string, string>()
  const overlaps = [...Map.groupBy(ids, (id) => `${regrouped.get(id)}\n${before.get(id)}`)].toSorted(
    ([, a], [, b]) => b.length - a.length,
  )
  const matchedOld = new Set<string>()
  for (const [pair] of overlaps) {
    const [fresh = '', old = ''] = pair.split('\n')
    if (fresh === 'null' || largest.has(fresh) || matchedOld.has(old)) continue
    largest.set(fresh, old)
    matchedOld.add(old)
  }
  return {
    kept: shareOf(ids, (id) => after.get(id) === before.get(id)),
    fresh: shareOf(ids, (id) => largest.get(regrouped.get(id) ?? '') === before.get(id)),
  }
}

function isRepeatable({ documents, own }: EvaluatedTopic, reader: WordReader): boolean {
  const [one, other] = [documents, documents.toReversed()].map((order) =>
    JSON.stringify(groupTopic({ documents: order, own, reader })),
  )
  return one === other
}

function printGroups(found: readonly EvaluatedTopic[], grouped: readonly GroupedTopic[]): void {
  found.forEach(({ query, documents }, at) => {
    const { groups = [], otherIds = [] } = grouped[at] ?? {}
    console.log(
      `\n## ${query}: ${documents.length} documents, other ${((100 * otherIds.length) / documents.length).toFixed(0)} %`,
    )
    for (const { share, name, terms } of groups)
      console.log(`${(100 * share).toFixed(1)} % ${name} | ${terms.join(', ')}`)
  })
}

const drawnDocuments = 300
const drawnNames = 200
const typicalTitles = 4

/** For a reader to mark in the brackets: whether each drawn document belongs where it was put, and whether each drawn name is right and tells its group apart. */
function printDraws(found: readonly EvaluatedTopic[], grouped: readonly GroupedTopic[], seed: number): void {
  const random = createRandom(seed)
  const draw = <Item>(items: readonly Item[], count: number) =>
    items
      .map((item) => ({ item, at: random.next() }))
      .toSorted((a, b) => a.at - b.at)
      .slice(0, count)
      .map(({ item }) => item)
  const documents = draw(
    found.flatMap((topic, at) => topic.documents.map((document) => ({ at, document }))),
    drawnDocuments,
  )
  console.log(`\n# Documents drawn with seed ${seed}`)
  found.forEach(({ query }, at) => {
    const ofTopic = documents.filter((one) => one.at === at)
    const { groups = [] } = grouped[at] ?? {}
    if (ofTopic.length === 0) return
    console.log(`\n## ${query}`)
    groups.forEach(({ name, terms }, number) => console.log(`${number + 1}. ${name} | ${terms.join(', ')}`))
    for (const { document } of ofTopic) {
      const number = groups.findIndex(({ documentIds }) => documentIds.includes(document.id))
      const text = `${document.title} | ${document.body ?? ''}`.replaceAll(/\s+/gu, ' ').slice(0, 220)
      console.log(`[ ] ${number < 0 ? 'other' : number + 1}: ${text}`)
    }
  })
  const names = draw(
    found.flatMap((topic, at) => (grouped[at]?.groups ?? []).map((group) => ({ topic, group }))),
    drawnNames,
  )
  console.log(`\n# Names drawn with seed ${seed}`)
  for (const { topic, group } of names) {
    const titles = new Map(topic.documents.map(({ id, title }) => [id, title]))
    console.log(`\n[ ] ${topic.query}: ${group.name} | ${group.terms.join(', ')}`)
    for (const id of group.documentIds.slice(0, typicalTitles)) console.log(`      ${titles.get(id)?.slice(0, 120)}`)
  }
}

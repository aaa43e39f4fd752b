import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { type ClusterableDocument, clusterNearDuplicates, tokens } from '@auspex/analytics'
import { createRandom } from '@auspex/contract/random'
import { type EvalData, type EvalRow, type EvalTask, readJsonLines } from '../figures.ts'

/** Checks that copies of real titles are found. */
export const storyClusters: EvalTask = {
  name: 'story-clusters',
  run: nearDuplicates,
}

async function nearDuplicates(data: EvalData): Promise<EvalRow[]> {
  const path = data.path('corpora/forum_hn_stackexchange.jsonl.gz')
  const row = { data: 'own edited copies of 3,000 real titles', measure: 'pair F1' }
  const bar = { atLeast: 0.9 }
  if (path === null) return [{ ...row, value: null, bar }]
  const copies = editedCopies((await readTitles(path)).slice(0, 3_000), 20_261_121)
  const truth = copies.map(({ story }) => story)
  const clusters = clusterNearDuplicates(copies.map(({ document }) => document))
  const clusterIds = copies.map(({ document }) => clusters.get(document.id) ?? document.id)
  const words = copies.map(({ document }) => document.tokens)
  const equal = words.map((title) => title.join(' '))
  const counted = { ...row, data: `${row.data} (${copies.length.toLocaleString('en')})` }
  return [
    { ...counted, value: pairF1(truth, clusterIds), bar },
    { ...counted, measure: 'pair F1 of equal titles', value: pairF1(truth, equal) },
  ]
}

/** Distinct titles of a corpus with six words or more, as folded words, in file order. */
async function readTitles(path: string): Promise<string[][]> {
  const titles = new Set<string>()
  for await (const { title } of readJsonLines<{ title: string | null }>(path)) titles.add(title ?? '')
  return [...titles].map(tokens).filter((words) => words.length >= 6)
}

/**
 * Each title with up to three copies, altered as by syndication: an outlet's name at the end, a kicker before it, one word dropped, one replaced by a
 * word of another title, two neighbours swapped, the end cut off, or nothing changed.
 */
function editedCopies(titles: readonly string[][], seed: number): { story: string; document: ClusterableDocument }[] {
  const { below } = createRandom(seed)
  const vocabulary = titles.flat()
  const swap = (title: readonly string[], at: number) =>
    title.with(at, title[at + 1] ?? '').with(at + 1, title[at] ?? '')
  const edits: ((title: readonly string[]) => string[])[] = [
    (title) => [...title, 'the', 'daily', 'herald'],
    (title) => ['breaking', ...title],
    (title) => title.toSpliced(below(title.length), 1),
    (title) => title.with(below(title.length), vocabulary[below(vocabulary.length)] ?? ''),
    (title) => swap(title, below(title.length - 1)),
    (title) => title.slice(0, Math.max(5, Math.ceil(title.length * 0.75))),
    (title) => [...title],
  ]
  return titles.flatMap((title, story) =>
    Array.from({ length: 1 + below(4) }, (_, copy) => {
      const edit = copy === 0 ? undefined : edits[below(edits.length)]
      const document = { id: `${story}-${copy}`, url: null, outlet: `o${copy}`, publishedDay: '2026-03-01' }
      return { story: `${story}`, document: { ...document, tokens: edit === undefined ? title : edit(title) } }
    }),
  )
}

export interface LabelledText {
  label: string
  text: string
}

/** Rows of a gzipped TSV file whose header has `label` and `text`; rows that lack either are skipped. */
export function readLabelled(path: string): LabelledText[] {
  const [header = [], ...rows] = gunzipSync(readFileSync(path))
    .toString('utf8')
    .split('\n')
    .map((line) => line.split('\t'))
  const [label, text] = [header.indexOf('label'), header.indexOf('text')]
  return rows
    .map((cells) => ({ label: cells[label] ?? '', text: cells[text] ?? '' }))
    .filter((row) => row.label !== '' && row.text !== '')
}

export function isHeldOut({ label }: LabelledText): boolean {
  return Number(label) % 2 === 0
}

/** F1 over pairs: of those joined, how many belong together; of those that belong together, how many were joined. */
export function pairF1(truth: readonly string[], clusters: readonly string[]): number {
  const both = countPairs(truth.map((label, at) => `${label}\n${clusters[at]}`))
  return harmonic(both / countPairs(clusters), both / countPairs(truth))
}

/** B³ F1 of Bagga & Baldwin (1998): precision and recall of each item's own cluster, averaged over items. */
export function bCubedF1(truth: readonly string[], clusters: readonly string[]): number {
  const both = countOf(truth.map((label, at) => `${label}\n${clusters[at]}`))
  const [inTruth, inFound] = [countOf(truth), countOf(clusters)]
  let [precision, recall] = [0, 0]
  truth.forEach((label, at) => {
    const shared = both.get(`${label}\n${clusters[at]}`) ?? 0
    precision += shared / (inFound.get(clusters[at] ?? '') ?? 1)
    recall += shared / (inTruth.get(label) ?? 1)
  })
  return harmonic(precision / truth.length, recall / truth.length)
}

function harmonic(a: number, b: number): number {
  return a + b > 0 ? (2 * a * b) / (a + b) : 0
}

function countPairs(labels: readonly string[]): number {
  return [...countOf(labels).values()].reduce((pairs, size) => pairs + (size * (size - 1)) / 2, 0)
}

function countOf(labels: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const label of labels) counts.set(label, (counts.get(label) ?? 0) + 1)
  return counts
}

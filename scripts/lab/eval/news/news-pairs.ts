import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createNewsStream, createWordReader, decodeWordVectors, type WordReader } from '@auspex/analytics'
import { type EvalRow, type EvalTask, readJsonLines, shareOf } from '../../figures.ts'
import { corpusFiles, type LibraryRow, train } from '../meaning/meaning.ts'

/** Two items of news, and whether they tell one event. */
export interface LabelledPair {
  label: string
  items: readonly [PairedItem, PairedItem]
}

interface PairedItem {
  day: string
  outlet: string
  title: string
}

const labels = join(import.meta.dirname, '../meaning/labels')

/**
 * Pairs of news items of one event in other words, and of two events that are written alike: how many are in one story, when all are placed in one
 * stream, with what the words of the corpora mean. The open half was tuned on; AUSPEX_LOCKED=1 measures the locked one, which nobody read.
 */
export const newsPairs: EvalTask = {
  name: 'news-pairs',
  run: async (data) => {
    const corpora = corpusFiles.map((file) => data.path(`corpora/${file}.jsonl.gz`))
    const paths = corpora.flatMap((path) => path ?? [])
    const parts = process.env['AUSPEX_LOCKED'] === '1' ? ['locked'] : ['open']
    const reader = paths.length < corpora.length ? null : learn(paths)
    const rows: EvalRow[] = []
    for (const part of parts) {
      const pairs = await readPairs(part, paths)
      for (const [method, used] of [
        ['word vectors', reader],
        ['words alone', null],
      ] as const)
        rows.push(...judge(pairs, { data: `${part} pairs, ${method}`, reader: used, isKnown: reader !== null }))
    }
    return rows
  },
}

/** The vectors of the corpora; AUSPEX_WORD_VECTORS names a file of `train-library.ts`, which saves learning them again. */
export function learn(corpora: readonly string[]): WordReader | null {
  const file = process.env['AUSPEX_WORD_VECTORS']
  if (file === undefined || !existsSync(file)) return train(corpora).reader
  const vectors = decodeWordVectors(readFileSync(file))
  return vectors && createWordReader(vectors)
}

/** The pairs of a part, with the titles of the corpora that they name. */
export async function readPairs(part: string, corpora: readonly string[]): Promise<LabelledPair[]> {
  const [, ...lines] = readFileSync(join(labels, `news-pairs.${part}.tsv`), 'utf8')
    .trim()
    .split('\n')
  const rows = lines.map((line) => line.split('\t'))
  const titles = new Map<string, string>()
  const wantedTitles = new Set(rows.flatMap((row) => [row[3] ?? '', row[6] ?? '']))
  for (const corpus of corpora)
    for await (const { id, title } of readJsonLines<LibraryRow>(corpus))
      if (wantedTitles.has(`@${id}`)) titles.set(`@${id}`, title ?? '')
  return rows.map(([label = '', ...cells]) => {
    const toItem = (at: number): PairedItem => {
      const [day = '', outlet = '', text = ''] = cells.slice(at, at + 3)
      return { day, outlet, title: titles.get(text) ?? text }
    }
    return { label, items: [toItem(0), toItem(3)] }
  })
}

function judge(
  pairs: readonly LabelledPair[],
  { data, reader, isKnown }: { data: string; reader: WordReader | null; isKnown: boolean },
): EvalRow[] {
  const stream = createNewsStream({ readers: new Map(reader === null ? [] : [['en', reader]]) })
  const articles = pairs.flatMap(({ items }, pair) =>
    items.map(({ day, outlet, title }, at) => ({
      id: `${pair} ${at}`,
      outlet,
      title,
      lead: null,
      language: 'en',
      publishedAt: `${day}T12:00:00Z`,
    })),
  )
  const { storyOf } = stream.place(articles.toSorted((a, b) => (a.publishedAt < b.publishedAt ? -1 : 1)))
  const isJoined = (pair: LabelledPair) => {
    const at = pairs.indexOf(pair)
    return storyOf.get(`${at} 0`) === storyOf.get(`${at} 1`)
  }
  const row = (measure: string, judgedPairs: readonly LabelledPair[], bar?: EvalRow['bar']): EvalRow => ({
    data: `${data} (${judgedPairs.length})`,
    measure,
    value: isKnown ? shareOf(judgedPairs, isJoined) : null,
    bar: reader === null ? undefined : bar,
  })
  const different = pairs.filter(({ label }) => label !== 'same')
  return [
    row(
      'joined: one event in other words',
      pairs.filter(({ label }) => label === 'same'),
      { atLeast: 0.6 },
    ),
    row('joined: all that differ', different, { atMost: 0.03 }),
    ...[...Map.groupBy(different, ({ label }) => label)].map(([label, labelled]) => row(`joined: ${label}`, labelled)),
  ]
}

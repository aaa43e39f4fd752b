import { tokens } from '@auspex/analytics'
import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'

export interface LabelledText {
  label: string
  text: string
}

/** Rows of a gzipped TSV file whose header has `label` and `text`; rows that lack either are skipped. */
export function readLabelled(path: string): LabelledText[] {
  const [header = '', ...lines] = unzip(path).split('\n')
  const names = header.split('\t')
  const label = names.indexOf('label')
  const text = names.indexOf('text')
  return lines
    .map((line) => line.split('\t'))
    .map((cells) => ({ label: cells[label] ?? '', text: cells[text] ?? '' }))
    .filter((row) => row.label !== '' && row.text !== '')
}

/** Distinct titles of a gzipped JSON Lines corpus with six words or more, as folded words, in file order. */
export function readTitles(path: string): string[][] {
  const titles = unzip(path)
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => (JSON.parse(line) as { title: string | null }).title ?? '') // the shape of a corpus row
  return [...new Set(titles)].map(tokens).filter((words) => words.length >= 6)
}

/** At most `size` of the items, evenly spaced. */
export function evenSample<T>(items: readonly T[], size: number): T[] {
  if (items.length <= size) return [...items]
  return Array.from({ length: size }, (_, n) => items[Math.floor((n * items.length) / size)]).filter(
    (item) => item !== undefined,
  )
}

function unzip(path: string): string {
  return gunzipSync(readFileSync(path)).toString('utf8')
}

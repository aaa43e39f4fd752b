/** A row of a corpus as lists of words. Written without any code of the product, so that it can judge it. */
export interface NaiveRow {
  id: string
  title: readonly string[]
  body: readonly string[]
  outlet: string
  author: string | null
  kind: string
  country: string | null
  day: string
  score: number | null
}

export type Matcher = (row: NaiveRow) => boolean

/** The format of the corpora. */
export interface RawRow {
  id: string
  source: string
  kind: string
  title: string | null
  body: string | null
  author: string | null
  published_at: string
  country: string | null
  engagement: { score?: number | null } | null
}

export function readRow(raw: RawRow): NaiveRow {
  return {
    id: raw.id,
    title: toWords(raw.title),
    body: toWords(raw.body),
    outlet: raw.source,
    author: raw.author,
    kind: raw.kind,
    country: raw.country,
    day: new Date(raw.published_at).toISOString().slice(0, 10),
    score: raw.engagement?.score ?? null,
  }
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }

function toPlainText(text: string): string {
  return text
    .replaceAll(/<\/?[a-z][^<>]*>/gi, ' ')
    .replaceAll(/&(amp|lt|gt|quot|apos|nbsp);/g, (_, name: string) => entities[name] ?? ' ')
    .replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))
}

/** Scripts written without spaces end a word. The queries contain no words in them, so each of their letters counts as a word here. */
const unspacedScripts = '\\p{scx=Han}\\p{scx=Hira}\\p{scx=Kana}\\p{sc=Thai}\\p{sc=Lao}\\p{sc=Khmer}\\p{sc=Myanmar}'
const letter = `[[\\p{L}\\p{N}]--[${unspacedScripts}]]`
const letters = new RegExp(`[${unspacedScripts}]|${letter}(?:${letter}|\\p{M}|\u00AD|['’](?=${letter}))*`, 'gv')

/** Lower-case words without accents and without a possessive 's. */
export function toWords(text: string | null): string[] {
  return (toPlainText(text ?? '').match(letters) ?? []).map((word) =>
    word
      .normalize('NFKD')
      .toLowerCase()
      .replaceAll(/[\u0300-\u036F\u00AD]/g, '')
      .replaceAll('’', "'")
      .replace(/(?:'s)+$/, ''),
  )
}

function fields(row: NaiveRow) {
  return [row.title, row.body]
}

/** Positions where the words are adjacent; a star marks a prefix. */
function places(phrase: string, words: readonly string[]): { from: number; to: number }[] {
  const phraseWords = phrase.split(' ')
  const found: { from: number; to: number }[] = []
  for (let from = 0; from + phraseWords.length <= words.length; from++) {
    const fits = phraseWords.every((want, at) => {
      const word = words[from + at] ?? ''
      return want.endsWith('*') ? word.startsWith(want.slice(0, -1)) : word === want
    })
    if (fits) found.push({ from, to: from + phraseWords.length - 1 })
  }
  return found
}

export function has(phrase: string): Matcher {
  return (row) => fields(row).some((words) => places(phrase, words).length > 0)
}

export function near(one: string, other: string, distance: number): Matcher {
  return (row) =>
    fields(row).some((words) =>
      places(one, words).some((a) =>
        places(other, words).some(
          (b) => (b.from > a.to && b.from - a.to <= distance) || (a.from > b.to && a.from - b.to <= distance),
        ),
      ),
    )
}

export function both(...parts: Matcher[]): Matcher {
  return (row) => parts.every((part) => part(row))
}

export function either(...parts: Matcher[]): Matcher {
  return (row) => parts.some((part) => part(row))
}

export function not(part: Matcher): Matcher {
  return (row) => !part(row)
}

/** Maximum number of indexed tokens of a document, title first; the rest of a longer text is not searchable. */
export const maxIndexedTokens = 12_000

/** Positions left empty between title and body, so that no phrase spans the two. */
const fieldGap = 16
const maxPosition = 16_383
/** Maximum number of indexed positions of one word in a document; later ones are part of no phrase. */
const maxPositionsPerLexeme = 256
const maxLexemeBytes = 2_046

/** A document's words by field, as returned by `tokens`. */
export interface DocumentTokens {
  title: readonly string[]
  body: readonly string[]
}

/** Limits a document to the words that the index contains, so that matching in memory and in the database agree. */
export function indexedTokens({ title, body }: DocumentTokens): DocumentTokens {
  if (title.length + body.length <= maxIndexedTokens) return { title, body }
  const keptTitle = title.slice(0, maxIndexedTokens)
  return { title: keptTitle, body: body.slice(0, maxIndexedTokens - keptTitle.length) }
}

/**
 * Writes a PostgreSQL tsvector literal (cast it with `::tsvector`): title words with weight A, body words with D.
 *
 * PostgreSQL's own parser is never used, so words mean the same at ingest, at search and in highlighting. Respects the
 * limits of the type: positions to 16,383, 256 positions a lexeme, lexemes below 2,047 bytes.
 * https://www.postgresql.org/docs/current/textsearch-limitations.html
 */
export function toTsvector(titleTokens: readonly string[], bodyTokens: readonly string[]): string {
  const { title, body } = indexedTokens({ title: titleTokens, body: bodyTokens })
  const positions = new Map<string, string[]>()
  addPositions(positions, { words: title, first: 1, weight: 'A' })
  addPositions(positions, { words: body, first: title.length + fieldGap + 1, weight: '' })
  const lexemes: string[] = []
  for (const [word, places] of positions) lexemes.push(`${quoteLexeme(word)}:${places.join(',')}`)
  return lexemes.join(' ')
}

function addPositions(
  positions: Map<string, string[]>,
  { words, first, weight }: { words: readonly string[]; first: number; weight: 'A' | '' },
): void {
  let position = first
  for (const word of words) {
    if (position > maxPosition) return
    const place = `${position}${weight}`
    position++
    const places = positions.get(word)
    if (places !== undefined) {
      if (places.length < maxPositionsPerLexeme) places.push(place)
    } else if (fitsLexeme(word)) {
      positions.set(word, [place])
    }
  }
}

/** Whether a word is short enough to be indexed. */
function fitsLexeme(word: string): boolean {
  // A UTF-16 unit is at most three bytes of UTF-8, so short words need no encoding.
  return word.length * 3 <= maxLexemeBytes || new TextEncoder().encode(word).length <= maxLexemeBytes
}

/** Quotes a word for a tsvector or tsquery literal: quotes and backslashes are doubled. */
export function quoteLexeme(word: string): string {
  return `'${word.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`
}

/** Ends each word; no word of `tokens` contains it. */
export const wordEnd = '\n'
/** Separates title and body, so that no phrase spans the two. */
export const fieldBorder = '\u001E'
/** Replaces a word that is not indexed, so that the positions after it do not change. */
const storedPlace = '\u001D'

/**
 * Writes the words of a document in order, each between two line ends: a phrase is a substring of this text. It contains the same words at the same
 * distances as `toTsvector`, so that engines without a tsvector find the same documents.
 */
export function toWordText(titleTokens: readonly string[], bodyTokens: readonly string[]): string {
  const { title, body } = indexedTokens({ title: titleTokens, body: bodyTokens })
  // most texts are so short that no word can occur too often: counting takes 4 µs a post, and writing 2
  if (title.length + body.length <= maxPositionsPerLexeme) return join(title.map(hold), body.map(hold))
  const seen = new Map<string, number>()
  const place = (word: string) => {
    const times = (seen.get(word) ?? 0) + 1
    seen.set(word, times)
    return times <= maxPositionsPerLexeme ? hold(word) : storedPlace
  }
  return join(title.map(place), body.map(place))
}

function hold(word: string): string {
  return fitsLexeme(word) ? word : storedPlace
}

function join(title: readonly string[], body: readonly string[]): string {
  return `${wordEnd}${[...title, fieldBorder, ...body].join(wordEnd)}${wordEnd}`
}

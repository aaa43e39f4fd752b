/** A document that was deleted, with what is needed to find its quotations. */
export interface DeletedDocument {
  documentId: string
  /** By its source, which is usually its author, or by an operator of this installation. */
  way: 'source' | 'operator'
  deletedAt: string
  title: string
  body: string | null
  url: string | null
  /** Null also while other documents of the same author are in the library: the name is not only this document's. */
  author: string | null
  /** Null also while other documents of the same outlet are in the library. */
  outlet: string | null
}

/** Removes quotations of deleted documents from stored texts and values. */
export interface Redaction {
  documents: readonly DeletedDocument[]
  /** Strings of which every value that quotes one of the documents contains at least one, so that a database can preselect rows. */
  markers: readonly string[]
  redactText(text: string): RedactedText
  /** A JSON value with its quotations replaced; the same object when it has none. */
  redactValue<T>(value: T): T
}

export interface RedactedText {
  text: string
  /** Where an offset of the original text is now. */
  move(offset: number): number
}

/** A word, or a character of a script that is written without spaces. */
const words = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]|[\p{L}\p{N}]+/gu

/** Words in a row that count as a quotation of a title or a body: fewer occur by chance. */
const titleRun = 6
const bodyRun = 8
/** A shorter text is found only as a whole, and only from this many words on. */
const shortestWhole = 4

const monthNames = 'January February March April May June July August September October November December'.split(' ')

/** The note that stands in place of a quotation. */
export function describeDeletion({ way, deletedAt }: Pick<DeletedDocument, 'way' | 'deletedAt'>): string {
  const [year, month, day] = deletedAt.slice(0, 10).split('-').map(Number)
  const date = `${day} ${monthNames[(month ?? 1) - 1]} ${year}`
  return way === 'source'
    ? `A document quoted here was deleted at its source on ${date}.`
    : `A document quoted here was deleted by an operator on ${date}.`
}

/** What stands in place of an author or an outlet all of whose documents were deleted. */
const [formerAuthor, formerOutlet] = ['a deleted author', 'a deleted outlet']

export function createRedaction(documents: readonly DeletedDocument[]): Redaction {
  const byId = new Map(documents.map((document) => [document.documentId, document]))
  const passages = indexPassages(documents)
  const addresses = documents.flatMap((document) => (document.url === null ? [] : [{ url: document.url, document }]))
  const authors = new Set(documents.flatMap(({ author }) => author ?? []))
  const outlets = new Set(documents.flatMap(({ outlet }) => outlet ?? []))

  function redactText(text: string): RedactedText {
    const quotations = [
      ...findPassages(text, passages),
      ...addresses.flatMap(({ url, document }) => findAll(text, url, describeDeletion(document))),
    ]
    const isNameHere = (name: string) => quotations.length > 0 || !isPlainWord(name)
    const spans = mergeSpans([
      ...quotations,
      ...[...authors].filter(isNameHere).flatMap((author) => findName(text, author, formerAuthor)),
      ...[...outlets].filter(isNameHere).flatMap((outlet) => findName(text, outlet, formerOutlet)),
    ])
    return replaceSpans(
      text,
      spans.map((span) => withoutSecondStop(text, span)),
    )
  }

  function redact(value: unknown): unknown {
    if (typeof value === 'string') return redactString(value)
    if (Array.isArray(value)) return redactItems(value)
    if (typeof value !== 'object' || value === null) return value
    return redactObject(value as Record<string, unknown>)
  }

  function redactItems(items: readonly unknown[]): unknown {
    const redacted = items.map((item) => redact(item))
    return redacted.every((item, index) => item === items[index]) ? items : redacted
  }

  function redactObject(object: Record<string, unknown>): unknown {
    const owner = ownerOf(object)
    const entries = Object.entries(object).map(([key, value]) => [key, redactField(key, value, owner)] as const)
    return entries.every(([key, value]) => value === object[key]) ? object : Object.fromEntries(entries)
  }

  /** The deleted document that an object is about. */
  function ownerOf({ documentId, id }: Record<string, unknown>): DeletedDocument | null {
    const named = typeof documentId === 'string' ? documentId : id
    return typeof named === 'string' ? (byId.get(named) ?? null) : null
  }

  function redactField(key: string, value: unknown, owner: DeletedDocument | null): unknown {
    if (typeof value !== 'string') return redact(value)
    if (owner !== null && ['title', 'quote', 'text', 'body', 'passage', 'excerpt'].includes(key))
      return value === '' ? value : describeDeletion(owner)
    if (key === 'author' && authors.has(value)) return null
    if (owner !== null && (key === 'author' || key === 'url')) return null
    if (addresses.some(({ url }) => url === value)) return null
    return redactString(value)
  }

  function redactString(value: string): string {
    return value.length < 4 ? value : redactText(value).text
  }

  return {
    documents,
    markers: [...new Set(documents.flatMap((document) => markersOf(document)))],
    redactText,
    // a value keeps its shape: only strings are replaced
    redactValue: <T>(value: T) => redact(value) as T,
  }
}

/** A note is a sentence with its full stop: the one of the words that it replaces goes, or its own before that of the sentence around it. */
function withoutSecondStop(text: string, span: Span): Span {
  if (!span.note.endsWith('.')) return span
  const rest = text.slice(span.end)
  if (/^[.!?…](?!\p{L})/u.test(rest)) return { ...span, end: span.end + 1 }
  return /^[”"’']\s?[.!?]/u.test(rest) ? { ...span, note: span.note.slice(0, -1) } : span
}

/** What a stored quotation has beside it: the id, the address, the author, or a long run of plain characters of the title. */
function markersOf({ documentId, title, url, author, outlet }: DeletedDocument): string[] {
  const runs = title.match(/[\p{L}\p{N} ]+/gu) ?? []
  const longest = runs.reduce((best, run) => (run.length > best.length ? run : best), '').trim()
  return [documentId, longest.length >= 12 ? longest.slice(0, 60) : null, url, author, outlet].filter(
    (marker) => marker !== null && marker.length >= 3,
  ) as string[]
}

interface Span {
  start: number
  end: number
  note: string
}

/** Runs of words of the documents, each with the note for it. */
type Passages = ReadonlyMap<number, ReadonlyMap<string, string>>

function indexPassages(documents: readonly DeletedDocument[]): Passages {
  const passages = new Map<number, Map<string, string>>()
  const add = (run: readonly string[], note: string) => {
    const sameLength = passages.get(run.length) ?? new Map<string, string>()
    sameLength.set(run.join(' '), note)
    passages.set(run.length, sameLength)
  }
  for (const document of documents)
    for (const [text, length] of [
      [document.title, titleRun],
      [document.body ?? '', bodyRun],
    ] as const) {
      const textWords = wordsOf(text).map(({ word }) => word)
      const note = describeDeletion(document)
      if (textWords.length < length && textWords.length >= shortestWhole) add(textWords, note)
      for (let at = 0; at + length <= textWords.length; at += 1) add(textWords.slice(at, at + length), note)
    }
  return passages
}

function wordsOf(text: string): { word: string; start: number; end: number }[] {
  return [...text.matchAll(words)].map(({ 0: word, index }) => ({
    word: word.toLowerCase(),
    start: index,
    end: index + word.length,
  }))
}

function findPassages(text: string, passages: Passages): Span[] {
  const textWords = wordsOf(text)
  const spans: Span[] = []
  for (const [length, runs] of passages)
    for (let at = 0; at + length <= textWords.length; at += 1) {
      const run = textWords.slice(at, at + length)
      const note = runs.get(run.map(({ word }) => word).join(' '))
      const [first, last] = [run[0], run.at(-1)]
      if (note !== undefined && first !== undefined && last !== undefined)
        spans.push({ start: first.start, end: last.end, note })
    }
  return spans
}

function findAll(text: string, part: string, note: string): Span[] {
  const spans: Span[] = []
  for (let start = text.indexOf(part); start !== -1; start = text.indexOf(part, start + part.length))
    spans.push({ start, end: start + part.length, note })
  return spans
}

/**
 * Whether a name could be any word: an author may be called Apple or People, and sentences about these must not change when that author deletes a post.
 * Such a name is taken for the author's only beside a quotation.
 */
function isPlainWord(name: string): boolean {
  return /^\p{L}+$/u.test(name)
}

/** Where a name stands as words of its own. */
function findName(text: string, name: string, substitute: string): Span[] {
  if (name.length < 3) return []
  return findAll(text, name, substitute).filter(
    ({ start, end }) => !/[\p{L}\p{N}]/u.test(text[start - 1] ?? '') && !/[\p{L}\p{N}]/u.test(text[end] ?? ''),
  )
}

function mergeSpans(spans: readonly Span[]): Span[] {
  const merged: Span[] = []
  for (const span of spans.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    const last = merged.at(-1)
    if (last !== undefined && span.start <= last.end + 1 && (span.note === last.note || span.start < last.end))
      last.end = Math.max(last.end, span.end)
    else merged.push({ ...span })
  }
  return merged
}

function replaceSpans(text: string, spans: readonly Span[]): RedactedText {
  if (spans.length === 0) return { text, move: (offset) => offset }
  let [redacted, at] = ['', 0]
  for (const { start, end, note } of spans) {
    redacted += text.slice(at, start) + note
    at = end
  }
  const move = (offset: number) => {
    let moved = offset
    for (const { start, end, note } of spans) {
      if (start >= offset) break
      // an offset inside of a quotation becomes the end of its note
      moved += offset < end ? note.length - (offset - start) : note.length - (end - start)
    }
    return moved
  }
  return { text: redacted + text.slice(at), move }
}

import { scoreTone, styleOfKind } from '@auspex/analytics'
import type { Database } from '../../adapters/database/database.port.ts'
import { yieldToEventLoop } from '../../adapters/database/turns/yield-to-event-loop.ts'
import { decode, kindCodes, toneCodes } from './document-codes.ts'
import type { DocumentFilter } from './document-filter.ts'
import type { StoredDocument } from './documents.repository.ts'
import { type DocumentId, toDocumentId } from './document-id.ts'
import type { ReadRows } from './matching-rows.ts'
import { toneText } from './prepare-document.ts'
import { recentTones, type TopicTone } from './recent-tones.ts'
import type { ScorableText, TopicLibrary, TopicReading } from './topic-reading.port.ts'

/**
 * Texts per statement, statements in flight while texts are scored, so that neither waits for the other, and texts scored per turn of the event loop.
 */
const [textsPerRead, maxReadsAhead, textsPerTurn] = [500, 2, 100]

/**
 * Returns the tone of a stored text without the words of a query: scored again as when it was stored, because their contribution to the stored sum
 * cannot be subtracted (negation, "but").
 */
export function toneWithout(
  { title, body, lang, kind }: { title: string; body: string | null; lang: string | null; kind: string },
  words: ReadonlySet<string>,
): TopicTone {
  const { score, label } = scoreTone(toneText(title, body), lang, { style: styleOfKind(kind), without: words })
  return { tone: score === null ? null : Math.fround(score), label }
}

/** Returns documents with their tone when some words (`DocumentFilter.withoutTone`) carry none. */
export function tonedWithout(
  documents: StoredDocument[],
  words: DocumentFilter['withoutTone'] = null,
): StoredDocument[] {
  if (words == null || words.length === 0) return documents
  const without = new Set(words)
  return documents.map((document) => {
    const { tone, label } = toneWithout(document, without)
    return { ...document, tone, toneLabel: label }
  })
}

/** The parts of the library that tones are read from. */
type TonedLibrary = {
  database: Database
  store: TopicReading
}

/** The same for many documents, by stored id. */
export async function readTopicTones(
  library: TonedLibrary,
  ids: readonly string[],
  words: readonly string[],
): Promise<ReadonlyMap<string, TopicTone>> {
  const recent = recentTones(library.database, words)
  const tones = new Map<string, TopicTone>()
  const earlier = recent.find()
  for (const id of ids) {
    const tone = earlier.get(id)
    if (tone !== undefined) tones.set(id, tone)
  }
  const unscored = tones.size === 0 ? ids : ids.filter((id) => !tones.has(id))
  const scored = await scoreTexts(library, unscored, new Set(words))
  recent.add(scored)
  for (const [id, tone] of scored) tones.set(id, tone)
  return tones
}

async function scoreTexts(
  library: TonedLibrary,
  ids: readonly string[],
  without: ReadonlySet<string>,
): Promise<Map<string, TopicTone>> {
  const tones = new Map<string, TopicTone>()
  for await (const texts of readTexts(library, ids)) {
    for (const [index, { id, kind, ...text }] of texts.entries()) {
      if (index % textsPerTurn === 0) await yieldToEventLoop()
      tones.set(id, toneWithout({ ...text, kind: decode(kindCodes, kind) }, without))
    }
  }
  return tones
}

async function* readTexts(
  { store }: TonedLibrary,
  ids: readonly string[],
): AsyncGenerator<ScorableText[], void, undefined> {
  const ahead: Promise<ScorableText[]>[] = []
  for (let from = 0; from < ids.length || ahead.length > 0;) {
    for (; ahead.length < maxReadsAhead && from < ids.length; from += textsPerRead) {
      const reading = store.texts(ids.slice(from, from + textsPerRead))
      reading.catch(() => {}) // a failure is handled where it is awaited
      ahead.push(reading)
    }
    const next = await ahead.shift()
    if (next !== undefined) yield next
  }
}

/** Reads the matching documents with their tone towards the topic. */
export async function readMatching(
  library: TopicLibrary,
  filter: DocumentFilter,
  { sampleFraction }: { sampleFraction: number },
): Promise<ReadRows> {
  const { rows } = await library.store.matching(filter, { sampleFraction })
  await scoreAgain(library, rows, filter)
  return rows
}

/** Replaces the rows' tones by tones towards the topic if a query word carries no tone; otherwise leaves them unchanged. */
export async function scoreAgain(
  library: TonedLibrary,
  rows: ReadRows,
  { withoutTone }: DocumentFilter,
): Promise<void> {
  if (withoutTone == null || withoutTone.length === 0) return
  const ids = Array.from(rows.id.subarray(0, rows.length), String)
  const tones = await readTopicTones(library, ids, withoutTone)
  for (const [index, id] of ids.entries()) {
    const scored = tones.get(id)
    if (scored === undefined) continue // removed just now
    rows.tone[index] = scored.tone ?? Number.NaN
    rows.toneLabel[index] = toneCodes[scored.label]
  }
}

/** Replaces the filter's tone by the ids of documents with that tone when some words carry none, because the stored tone includes those words. */
export async function replaceToneByIds<Filter extends DocumentFilter & { ids?: readonly DocumentId[] | null }>(
  library: TopicLibrary,
  filter: Filter,
): Promise<Filter> {
  const { tone, withoutTone, ids } = filter
  if (tone == null || withoutTone == null || withoutTone.length === 0) return filter
  const rows = await readMatching(library, { ...filter, tone: null }, { sampleFraction: 1 })
  const isListed = ids == null ? () => true : (id: DocumentId) => ids.includes(id)
  const matching = Array.from(rows.id.subarray(0, rows.length), (id) => toDocumentId(String(id))).filter(
    (id, index) => rows.toneLabel[index] === toneCodes[tone] && isListed(id),
  )
  return { ...filter, tone: null, ids: matching }
}

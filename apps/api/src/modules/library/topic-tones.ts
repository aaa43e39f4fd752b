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

const textsPerRead = 500
/** Statements in flight while texts are scored, so that neither waits for the other. */
const maxReadsAhead = 2
/** Texts scored per turn of the event loop. */
const textsPerTurn = 100

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
interface TonedLibrary {
  database: Database
  store: TopicReading
}

/** The tones of many documents without the words of a query, by stored id. Those that were scored recently are not read again. */
export async function readTopicTones(
  library: TonedLibrary,
  ids: readonly string[],
  words: readonly string[],
): Promise<ReadonlyMap<string, TopicTone>> {
  const cache = recentTones(library.database, words)
  const tones = new Map<string, TopicTone>()
  const cachedTones = cache.find()
  for (const id of ids) {
    const tone = cachedTones.get(id)
    if (tone !== undefined) tones.set(id, tone)
  }
  const unscoredIds = tones.size === 0 ? ids : ids.filter((id) => !tones.has(id))
  const newTones = await scoreTexts(library, unscoredIds, new Set(words))
  cache.add(newTones)
  for (const [id, tone] of newTones) tones.set(id, tone)
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

/** Reads the texts in batches, the next of them while one is used. */
async function* readTexts(
  { store }: TonedLibrary,
  ids: readonly string[],
): AsyncGenerator<ScorableText[], void, undefined> {
  const pending: Promise<ScorableText[]>[] = []
  for (let from = 0; from < ids.length || pending.length > 0;) {
    for (; pending.length < maxReadsAhead && from < ids.length; from += textsPerRead) {
      const batch = store.texts(ids.slice(from, from + textsPerRead))
      batch.catch(() => {}) // a failure is handled where it is awaited
      pending.push(batch)
    }
    const batch = await pending.shift()
    if (batch !== undefined) yield batch
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
    const topicTone = tones.get(id)
    if (topicTone === undefined) continue // removed just now
    rows.tone[index] = topicTone.tone ?? Number.NaN
    rows.toneLabel[index] = toneCodes[topicTone.label]
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
  const allowedIds = ids == null ? null : new Set(ids)
  const matchingIds = Array.from(rows.id.subarray(0, rows.length), (id) => toDocumentId(String(id))).filter(
    (id, index) => rows.toneLabel[index] === toneCodes[tone] && (allowedIds === null || allowedIds.has(id)),
  )
  return { ...filter, tone: null, ids: matchingIds }
}

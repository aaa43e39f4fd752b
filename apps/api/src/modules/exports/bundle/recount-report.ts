import type { SignalReport, SourceKey } from '@auspex/sdk/types'
import {
  type BackgroundCounts,
  countByStory,
  countFacts,
  countStories,
  encodeCountry,
  type FactsRow,
  fromDocumentId,
  type MatchingRows,
  type ReportFacts,
  storiesToRead,
  toCodes,
  toDocumentId,
} from '../../documents/index.ts'
import { buildReport, restoreSignalQuery, type SourceHolding } from '../../signals/index.ts'
import type { BundleDocument, BundleInputs, BundleText, SourceDayRow } from './bundle.types.ts'
import { countTerms, entityRows, termRows } from './count-contexts.ts'

/** Everything of a bundle that numbers can be computed from; the report itself is not among it. */
export interface RecountInput {
  inputs: BundleInputs
  documents: readonly BundleDocument[]
  texts: readonly BundleText[]
  terms: readonly { id: string; terms: string[] }[]
  background: BackgroundCounts
  sourceDays: readonly SourceDayRow[]
}

const sampleBuckets = 16n

/** Makes the report again from a bundle's documents with the report builder itself. Pure. */
export function recountReport(bundle: RecountInput): Omit<SignalReport, 'computeMs' | 'stale'> {
  const { inputs, documents, texts } = bundle
  const { revision, sampled, readIds, holdings, computedAt, software: _by, createdAt: _at, ...rest } = inputs
  const bodies = new Map(texts.map(({ id, body }) => [id, body]))
  const byId = new Map(documents.map((document) => [document.id, document]))
  const labels = new Map(holdings.map(({ source, label }) => [source, label]))
  return buildReport({
    ...rest,
    node: restoreSignalQuery(rest.echo).node,
    facts: recountFacts(bundle, { revision, sampled }),
    holdings: holdings.map((holding) => toHolding(holding, bundle.sourceDays)),
    documents: readIds.flatMap((id) => {
      const document = byId.get(id)
      if (document === undefined) return []
      const {
        publishedMicros: _micros,
        outletNumber: _outlet,
        authorNumber: _author,
        entities: _entities,
        ...shown
      } = document
      return { ...shown, body: bodies.get(id) ?? null }
    }),
    labelOf: (source) => labels.get(source) ?? source,
    computedAt: new Date(computedAt),
  })
}

function recountFacts(
  { documents, terms, background }: RecountInput,
  { revision, sampled }: { revision: number; sampled: boolean },
): ReportFacts {
  const read = sampled ? documents.filter(({ id }) => isSampled(id)) : documents
  const rows = toRows(read)
  const told = new Map(readStories(read).map(({ id, documents: telling }) => [id, telling]))
  const words = terms.flatMap((one) => {
    const telling = told.get(one.id)
    return telling === undefined ? [] : [{ ...one, documents: telling }]
  })
  const names = read.flatMap(({ entities }, place) => entities.map((name) => [place, name] as const))
  const stories = countStories(rows)
  const row: FactsRow = {
    revision,
    rows: null,
    entities: entityRows(countByStory(rows, names), stories, background),
    entity_stories: stories,
    entity_library: background.entityDocuments,
    terms: termRows(countTerms(words), words.length, background),
    term_stories: words.length,
    term_documents: words.reduce((sum, { documents: telling }) => sum + telling, 0),
    term_library: background.termDocuments,
  }
  return countFacts({ rows, row, sampled, names: namesOf(read) })
}

/** The documents whose words a report reads, one a story, with how many tell it. */
export function readStories(
  documents: readonly Pick<BundleDocument, 'id' | 'storyCluster'>[],
): { id: string; documents: number }[] {
  const rows = {
    length: documents.length,
    id: BigInt64Array.from(documents, ({ id }) => storedId(id)),
    cluster: BigInt64Array.from(documents, ({ storyCluster }) => storedId(storyCluster)),
  }
  return storiesToRead(rows).map(({ id, documents: telling }) => ({ id: toDocumentId(String(id)), documents: telling }))
}

/** Whether the 1/8 sample holds the document. */
export function isSampled(id: string): boolean {
  return (storedId(id) & 127n) < sampleBuckets
}

function storedId(id: string): bigint {
  return BigInt(fromDocumentId(id) ?? -1)
}

function toRows(documents: readonly BundleDocument[]): MatchingRows {
  const codes = documents.map(toCodes)
  return {
    length: documents.length,
    id: BigInt64Array.from(documents, ({ id }) => storedId(id)),
    cluster: BigInt64Array.from(documents, ({ storyCluster }) => storedId(storyCluster)),
    micros: Float64Array.from(documents, ({ publishedMicros }) => publishedMicros),
    outlet: Int32Array.from(documents, ({ outletNumber }) => outletNumber),
    author: Int32Array.from(documents, ({ authorNumber }) => authorNumber ?? 0),
    score: Float64Array.from(documents, ({ engagement }) => engagement?.score ?? Number.NaN),
    comments: Float64Array.from(documents, ({ engagement }) => engagement?.comments ?? Number.NaN),
    // the library holds tones with single precision
    tone: Float64Array.from(documents, ({ tone }) => (tone.score === null ? Number.NaN : Math.fround(tone.score))),
    source: Uint8Array.from(codes, ({ source }) => source),
    kind: Uint8Array.from(codes, ({ kind }) => kind),
    toneLabel: Uint8Array.from(codes, ({ toneLabel }) => toneLabel),
    country: Uint16Array.from(documents, ({ country }) => encodeCountry(country)),
    countryBasis: Uint8Array.from(codes, ({ countryBasis }) => countryBasis),
  }
}

function namesOf(documents: readonly BundleDocument[]) {
  return {
    outlets: new Map(documents.map(({ outletNumber, outlet }) => [outletNumber, outlet])),
    authors: new Map(
      documents.flatMap(({ authorNumber, author }): [number, string][] =>
        authorNumber === null || author === null ? [] : [[authorNumber, author]],
      ),
    ),
  }
}

function toHolding(holding: BundleInputs['holdings'][number], sourceDays: readonly SourceDayRow[]): SourceHolding {
  const { label: _label, ...rest } = holding
  const own = sourceDays.filter(([source]: [SourceKey, ...unknown[]]) => source === holding.source)
  return { ...rest, days: new Map(own.map(([, day, documents]) => [day, documents])) }
}

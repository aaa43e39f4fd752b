import type { SignalReport, SourceKey } from '@auspex/sdk/types'
import {
  type BackgroundCounts,
  countFacts,
  encodeCountry,
  type FactsRow,
  fromDocumentId,
  type MatchingRows,
  type ReportFacts,
  toCodes,
} from '../../documents/index.ts'
import { buildReport, restoreSignalQuery, type SourceHolding } from '../../signals/index.ts'
import type { BundleDocument, BundleInputs, BundleText, SourceDayRow } from './bundle.types.ts'
import { countNames, entityRows, termDocuments, termRows } from './count-contexts.ts'

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
  const lowest = new Set(lowestIds(read))
  const words = terms.filter(({ id }) => lowest.has(id))
  const row: FactsRow = {
    revision,
    rows: null,
    entities: entityRows(countNames(read.map(({ entities }) => entities)), read.length, background),
    entity_library: background.entityDocuments,
    terms: termRows(countNames(words.map((one) => one.terms)), words.length, background),
    term_documents: words.length,
    term_library: background.termDocuments,
  }
  return countFacts({ rows: toRows(read), row, sampled, names: namesOf(read) })
}

/** The ids whose words a report reads: the lowest ones. */
export function lowestIds(documents: readonly { id: string }[]): string[] {
  return documents
    .map(({ id }) => ({ id, stored: storedId(id) }))
    .toSorted((a, b) => (a.stored < b.stored ? -1 : 1))
    .slice(0, termDocuments)
    .map(({ id }) => id)
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

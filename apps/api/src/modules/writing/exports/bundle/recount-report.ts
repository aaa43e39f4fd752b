import { createWordReader, decodeWordVectors, presentReport } from '@auspex/analytics'
import type { SignalReport, SourceKey } from '@auspex/sdk/types'
import { runAtOnce } from '../../../../adapters/database/turns/steps.ts'
import {
  type BackgroundCounts,
  countFacts,
  countStories,
  countTerms,
  createDayDocuments,
  type DocumentId,
  encodeCountry,
  entityRows,
  type FactsRow,
  type LibraryGroup,
  type DocumentTitle,
  fromDocumentId,
  isInSample,
  type MatchingRows,
  type ReportFacts,
  countDistinctStories,
  sampleStories,
  countDistinctiveNames,
  termRows,
  toCodes,
  toDocumentId,
} from '../../../library/index.ts'
import {
  buildEvents,
  buildReport,
  type CountInput,
  countSections,
  describedDocuments,
  type ReportInput,
  restoreSignalQuery,
  toHoldings,
} from '../../../reports/index.ts'
import type { BundleDocument, BundleInputs, BundleText, SourceDayRow } from './bundle.types.ts'

/** Everything in a bundle that numbers can be computed from; excludes the report itself. */
export interface RecountInput {
  inputs: BundleInputs
  documents: readonly BundleDocument[]
  texts: readonly BundleText[]
  terms: readonly { id: string; terms: string[] }[]
  /** What the words of titles mean (`encodeWordVectors`), in Base64; empty where the library did not know. */
  words: string
  background: BackgroundCounts
  sourceDays: readonly SourceDayRow[]
}

/** Rebuilds the report from a bundle's documents with the report builder itself. */
export function recountReport(bundle: RecountInput): Omit<SignalReport, 'computeMs' | 'stale'> {
  const { inputs, documents, texts } = bundle
  const {
    revision,
    sampleFraction,
    readIds,
    holdings: labelled,
    computedAt: at,
    software: _by,
    createdAt: _at,
    ...rest
  } = inputs
  const bodies = new Map(texts.map(({ id, body }) => [id, body]))
  const byId = new Map(documents.map((document) => [document.id, document]))
  const labels = new Map(labelled.map(({ source, label }) => [source, label]))
  const labelOf = (source: SourceKey) => labels.get(source) ?? source
  const sample = documents.filter(({ id }) => isSampled(id, sampleFraction))
  const computedAt = new Date(at)
  const facts = recountFacts(bundle, { read: sample, revision, sampleFraction })
  const countInput: CountInput = {
    facts,
    dayDocuments: createDayDocuments(toRows(sample)),
    echo: rest.echo,
    holdings: toHoldings(
      labelled.map((holding) => toHeldGroup(holding, bundle.sourceDays)),
      rest.echo.asOf ?? at.slice(0, 10),
    ),
    outletWeeks: rest.outletWeeks,
    carriers: rest.carriers,
    labelOf,
    computedAt,
  }
  const { node } = restoreSignalQuery(rest.echo)
  const sections = runAtOnce(countSections(countInput))
  const vectors = bundle.words === '' ? null : decodeWordVectors(Buffer.from(bundle.words, 'base64'))
  const words = vectors && createWordReader(vectors)
  const titles = describedDocuments(sections.events).flatMap((id) => toTitle(id, byId.get(id)))
  const input: ReportInput = {
    ...rest,
    ...countInput,
    facts,
    words,
    // a bundle contains all documents or is not made at all
    shards: null,
    node,
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
  }
  const described = runAtOnce(buildEvents(sections.events, { titles, node, words }))
  const {
    computeMs: _computeMs,
    stale: _stale,
    ...report
  } = presentReport({
    ...runAtOnce(buildReport(input, { ...sections, ...described })),
    computeMs: 0,
    stale: false,
  })
  return report
}

function toTitle(id: DocumentId, document: BundleDocument | undefined): DocumentTitle[] {
  if (document === undefined) return []
  const { title, language: lang, outlet, publishedAt, engagement } = document
  const [score, comments] = [engagement?.score ?? null, engagement?.comments ?? null]
  const reactions = score === null && comments === null ? null : (score ?? 0) + (comments ?? 0)
  return [{ documentId: id, title, lang, outlet, publishedAt, reactions }]
}

function recountFacts(
  { terms, background }: RecountInput,
  { read, revision, sampleFraction }: { read: readonly BundleDocument[]; revision: number; sampleFraction: number },
): ReportFacts {
  const rows = toRows(read)
  const storiesById = new Map(readStories(read).map((story) => [story.id, story]))
  const words = terms.flatMap((term) => {
    const story = storiesById.get(term.id)
    return story === undefined ? [] : [{ ...story, ...term }]
  })
  const names = read.flatMap(({ entities }, index) => entities.map((name) => [index, name] as const))
  const stories = countStories(rows)
  const row: FactsRow = {
    revision,
    rows: null,
    entities: entityRows(countDistinctiveNames(rows, names), stories, background),
    entity_stories: stories,
    entity_library: background.entityDocuments,
    terms: termRows(countTerms(words), countDistinctStories(words), {
      terms: new Map(Object.entries(background.terms)),
      termDocuments: background.termDocuments,
    }),
    term_stories: countDistinctStories(words),
    term_documents: words.reduce((sum, { documents: documentCount }) => sum + documentCount, 0),
    term_library: background.termDocuments,
  }
  return countFacts({ rows, row, sampleFraction, names: namesOf(read) })
}

/** The documents whose text a report reads, one per story, with its number of documents. */
export function readStories(
  documents: readonly { id: string; storyCluster: string; outletNumber: number }[],
): { id: string; story: number; documents: number; outlet: number }[] {
  const rows = {
    length: documents.length,
    id: BigInt64Array.from(documents, ({ id }) => storedId(id)),
    cluster: BigInt64Array.from(documents, ({ storyCluster }) => storedId(storyCluster)),
    outlet: Int32Array.from(documents, ({ outletNumber }) => outletNumber),
  }
  return sampleStories(rows).map(({ id, ...reading }) => ({ ...reading, id: toDocumentId(String(id)) }))
}

/** Whether a sample of this fraction of the library contains the document. */
export function isSampled(id: string, sampleFraction: number): boolean {
  return isInSample(storedId(id), sampleFraction)
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
    // the library stores tones with single precision
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

function toHeldGroup(
  { source, kind, complete }: BundleInputs['holdings'][number],
  sourceDays: readonly SourceDayRow[],
): LibraryGroup {
  const groupDays = sourceDays.filter(([from, of]) => from === source && of === kind)
  return { sourceKey: source, kind, complete, days: new Map(groupDays.map(([, , day, documents]) => [day, documents])) }
}

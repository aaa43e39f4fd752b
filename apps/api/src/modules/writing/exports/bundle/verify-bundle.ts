import { checkText, formulas, isExactQuote, type QuotableDocument } from '@auspex/analytics'
import type { Claim, EvidenceFilter, SignalReport } from '@auspex/sdk/types'
import { type BundleDocument, type BundleInputs, type BundleManifest, fileNames } from './bundle.types.ts'
import type { Bundle } from './read-bundle.ts'
import { readme } from './write-bundle.ts'
import { recountReport } from './recount-report.ts'
import { restoreSignalQuery } from '../../../reports/index.ts'

/** The result of recounting a bundle. */
export interface Verification {
  numbers: { equal: number; total: number }
  quotes: { exact: number; total: number }
  /** Sentences of the summary that are supported by their claims. */
  statements: { supported: number; total: number }
  /** Counts in claims compared with a plain count of the documents that their evidence names. */
  counts: { equal: number; total: number }
  differences: Difference[]
  /** Sentences that this version words differently, with the same numbers: another version may have written them, or a forger. */
  rewordings: Difference[]
  changedFiles: string[]
  /** What stands on documents that were deleted since; null when none of the bundle's was. */
  deleted: DeletedPart | null
}

/** The part of a bundle that documents deleted since stand behind. */
export interface DeletedPart {
  /** Deleted documents that are in the bundle, or that its report names. */
  documentIds: string[]
  /** Those of them that were taken out of the bundle's files. */
  removedIds: string[]
  /** Quotations of them, and sentences that quote them; they are not among the other quotations and sentences. */
  quotes: number
  statements: number
  /** What cannot be proved without the documents that were taken out. */
  unproved: Difference[]
}

const chatterKinds = new Set(['post', 'comment', 'question', 'answer'])

/**
 * Recounts a bundle from its documents and compares every number, quotation and sentence, then what the manifest and the human-readable files repeat.
 */
export function verifyBundle(
  { manifest, report, claims, copies, material, changedFiles }: Bundle,
  deletedIds: ReadonlySet<string> = new Set(),
): Verification {
  const recounted = recountReport(material)
  const { computeMs: _computeMs, stale: _stale, ...shown } = report
  const comparison = compareValues(shown, recounted, '')
  const ledger = compareValues(claims, recounted.summary.claims, '/claims')
  const quotable = quotableDocuments(material)
  const allQuotes = claims.flatMap(({ quote }) => (quote === null ? [] : [quote]))
  const quotes = allQuotes.filter(({ documentId }) => !deletedIds.has(documentId))
  const inexact = quotes.filter((quote) => !isExactQuote(quote, quotable))
  const deletedClaims = new Set(
    claims.flatMap(({ id, quote }) => (quote !== null && deletedIds.has(quote.documentId) ? [id] : [])),
  )
  const statements = shown.summary.statements.filter(({ claimIds }) => !claimIds.some((id) => deletedClaims.has(id)))
  const unsupported = statements.filter((statement) => !isSupported(statement, claims, quotable))
  const countClaims = countedClaims(claims, report)
  const wrong = countClaims.filter(({ evidence, value }) => count(material.documents, evidence) !== value)
  const allDifferences = [
    ...compareManifest({ manifest, report, inputs: material.inputs, documents: material.documents }),
    ...compareCopies(copies, manifest, report),
    ...comparison.differences,
    ...ledger.differences,
    ...inexact.map(({ text, documentId }) => ({ pointer: `quotation of ${documentId}`, shown: text, counted: null })),
    ...unsupported.map(({ text }) => ({ pointer: 'sentence', shown: text, counted: null })),
    ...wrong.map(({ id, value, evidence }) => ({
      pointer: `claim ${id}`,
      shown: value,
      counted: count(material.documents, evidence),
    })),
  ]
  const deleted = findDeleted({ report, claims, material, deletedIds })
  const isUnproved = (difference: Difference) =>
    deleted !== null && deleted.removedIds.length > 0 && isAboutCounts(difference)
  const differences = allDifferences.filter((difference) => !isUnproved(difference))
  const isTrimmed = (name: string) => deleted !== null && deleted.removedIds.length > 0 && trimmedFiles.has(name)
  return {
    numbers: { equal: comparison.equal + ledger.equal, total: comparison.total + ledger.total },
    quotes: { exact: quotes.length - inexact.length, total: quotes.length },
    statements: {
      supported: statements.length - unsupported.length,
      total: statements.length,
    },
    counts: { equal: countClaims.length - wrong.length, total: countClaims.length },
    differences: differences.filter((difference) => !isRewording(difference)),
    rewordings: differences.filter(isRewording),
    changedFiles: changedFiles.filter((name) => !isTrimmed(name)),
    deleted: deleted && {
      ...deleted,
      quotes: allQuotes.length - quotes.length,
      statements: shown.summary.statements.length - statements.length,
      unproved: allDifferences.filter(isUnproved),
    },
  }
}

/** Files from which a deleted document can be taken. */
const trimmedFiles = new Set<string>([fileNames.documents, fileNames.texts, fileNames.terms])

/** Whether a difference is explained by documents that are not there to be counted; changed words of the report are not. */
function isAboutCounts({ pointer, shown, counted }: Difference): boolean {
  return (
    !pointer.startsWith('quotation') &&
    pointer !== 'sentence' &&
    (typeof shown !== 'string' || counted === null || counted === undefined)
  )
}

function findDeleted({
  report,
  claims,
  material,
  deletedIds,
}: {
  report: SignalReport
  claims: readonly Claim[]
  material: Bundle['material']
  deletedIds: ReadonlySet<string>
}): Pick<DeletedPart, 'documentIds' | 'removedIds'> | null {
  const present = new Set(material.documents.map(({ id }) => id))
  const named = new Set(JSON.stringify([report, claims, material.inputs.readIds]).match(/doc_[a-z0-9]+/gu))
  const documentIds = [...deletedIds].filter((id) => present.has(id) || named.has(id))
  if (documentIds.length === 0) return null
  return { documentIds, removedIds: documentIds.filter((id) => !present.has(id)) }
}

/** Whether nothing differs, not even a word. */
export function isVerified({ differences, rewordings, changedFiles }: Verification): boolean {
  return differences.length === 0 && rewordings.length === 0 && changedFiles.length === 0
}

/** The places of sentences that the software writes about its numbers, unlike titles, quotations and names, which come from documents. */
const proseField = /\/(?:reason|gapReason|note|method)$|^\/summary\/statements\/\d+\/text$|^\/formulas\.json\/\d+\/\w+$/

function isRewording({ pointer, shown, counted }: Difference): boolean {
  return (
    typeof shown === 'string' &&
    typeof counted === 'string' &&
    proseField.test(pointer) &&
    numbersIn(shown).join(' ') === numbersIn(counted).join(' ')
  )
}

function numbersIn(text: string): readonly string[] {
  return text.match(/\d+(?:[.,]\d+)*/g) ?? []
}

function compareCopies(
  copies: Bundle['copies'],
  { software, createdAt }: Bundle['manifest'],
  report: SignalReport,
): Difference[] {
  return [
    ...compareValues(copies.readme, readme({ report, software, createdAt }), '/README.txt').differences,
    ...compareValues(copies.runs, report.coverage.runs, '/runs.json').differences,
    ...compareValues(copies.formulas, Object.values(formulas), '/formulas.json').differences,
  ]
}

function quotableDocuments({ documents, texts }: Bundle['material']): ReadonlyMap<string, QuotableDocument> {
  const bodies = new Map(texts.map(({ id, body }) => [id, body]))
  return new Map(documents.map(({ id, title }) => [id, { id, title, body: bodies.get(id) ?? null }]))
}

function isSupported(
  { text, claimIds }: SignalReport['summary']['statements'][number],
  claims: readonly Claim[],
  quotable: ReadonlyMap<string, QuotableDocument>,
): boolean {
  const statementClaims = claims.filter(({ id }) => claimIds.includes(id))
  return statementClaims.length === claimIds.length && checkText(text, statementClaims, quotable).ok
}

/** Claims that count documents exactly; estimates from a sample cannot be recounted. */
function countedClaims(claims: readonly Claim[], { counts }: SignalReport) {
  if (counts.sampled) return []
  return claims.flatMap(({ id, kind, numbers, evidence }) => {
    const number = kind === 'count' ? numbers.find(({ unit }) => unit === 'documents') : undefined
    return number === undefined || number.low !== null ? [] : [{ id, value: number.value, evidence }]
  })
}

/** The parts of an evidence filter that the documents of a bundle can be counted by: their contexts are not in it. */
type CountablePart = Exclude<keyof EvidenceFilter, 'context'>

/** For each part, whether a document is what the part names. */
const filterParts: Readonly<Record<CountablePart, (value: string) => (document: BundleDocument) => boolean>> = {
  tone: (label) => (document) => document.tone.label === label,
  source: (source) => (document) => document.source === source,
  outlet: (outlet) => (document) => document.outlet === outlet,
  author: (author) => (document) => document.author === author,
  kind: (kind) => (document) => document.kind === kind,
  group: (group) => (document) => chatterKinds.has(document.kind) === (group === 'chatter'),
  country: (country) => (document) => document.country === country,
  storyCluster: (cluster) => (document) => document.storyCluster === cluster,
  from: (day) => (document) => document.publishedAt.slice(0, 10) >= day,
  to: (day) => (document) => document.publishedAt.slice(0, 10) <= day,
  ids: (list) => {
    const ids = new Set(list.split(','))
    return (document) => ids.has(document.id)
  },
}

/**
 * Number of documents that match an evidence filter: a second count that shares no code with the first. Bundles of earlier versions have null where
 * later ones have nothing.
 */
function count(documents: readonly BundleDocument[], filter: EvidenceFilter): number {
  const conditions = Object.entries(filterParts).flatMap(([part, isNamedBy]) => {
    const value = filter[part as CountablePart] // by the type of the table
    return value == null ? [] : [isNamedBy(value)]
  })
  return documents.filter((document) => conditions.every((isMet) => isMet(document))).length
}

interface ManifestFacts {
  manifest: BundleManifest
  report: SignalReport
  inputs: BundleInputs
  documents: readonly BundleDocument[]
}

/**
 * Compares everything in the manifest with the report and its inputs. The query is parsed again from its terms, to detect a title that was changed
 * everywhere.
 */
function compareManifest({ manifest, report, inputs, documents }: ManifestFacts): Difference[] {
  const { format: _format, version: _version, files: _files, ...stated } = manifest
  const { signalId, echo: query } = restoreSignalQuery(inputs.echo)
  const { provenance, revision: libraryRevision, computedAt, software, createdAt, sampleFraction } = inputs
  const expected = { software, signalId, query, provenance, libraryRevision, computedAt, createdAt, sampleFraction }
  const shown = {
    software,
    createdAt,
    signalId: report.signalId,
    query: report.query,
    provenance: report.provenance,
    libraryRevision: report.libraryRevision,
    computedAt: report.computedAt,
    sampleFraction: report.counts.sampleFraction,
  }
  const documentCount = documents.length
  return [
    ...compareValues(stated, { ...expected, documents: documentCount }, '/manifest').differences,
    ...compareValues(stated, { ...shown, documents: documentCount }, '/manifest').differences,
    ...compareProvenance(provenance, documents),
  ].filter((difference, index, all) => all.findIndex(({ pointer }) => pointer === difference.pointer) === index)
}

/** Each document records whether it is a demo document. */
function compareProvenance(shown: BundleInputs['provenance'], documents: readonly BundleDocument[]): Difference[] {
  const strange = documents.find(({ source }) => (source === 'demo') !== (shown === 'demo'))
  if (strange === undefined) return []
  const actual = strange.source === 'demo' ? 'a document made up for the demo' : 'a real document'
  return [{ pointer: '/manifest/provenance', shown, counted: actual }]
}

/** A place where two values differ. */
interface Difference {
  /** JSON pointer, or a description where there is none. */
  pointer: string
  shown: unknown
  counted: unknown
}

interface ValueComparison {
  /** Number of equal numbers, and of all numbers in the first value. */
  equal: number
  total: number
  differences: Difference[]
}

/** Compares two JSON values leaf by leaf: numbers must be equal to the last bit, texts to the last character. */
function compareValues(shown: unknown, counted: unknown, pointer: string): ValueComparison {
  if (typeof shown === 'object' && shown !== null) return compareObjects(shown, counted, pointer)
  const isNumber = typeof shown === 'number'
  const isSame = Object.is(shown, counted) || (shown === 0 && counted === 0) // JSON has no negative zero
  return {
    equal: isNumber && isSame ? 1 : 0,
    total: isNumber ? 1 : 0,
    differences: isSame ? [] : [{ pointer, shown, counted: summarise(counted) }],
  }
}

function compareObjects(shown: object, counted: unknown, pointer: string): ValueComparison {
  const other = typeof counted === 'object' && counted !== null ? counted : {}
  const sum: ValueComparison = { equal: 0, total: 0, differences: [] }
  if (Array.isArray(shown) !== Array.isArray(counted))
    sum.differences.push({ pointer, shown: summarise(shown), counted: summarise(counted) })
  // undefined fields are not serialized
  const keys = new Set([
    ...Object.keys(shown),
    ...Object.keys(other).filter((key) => propertyOf(other, key) !== undefined),
  ])
  for (const key of keys) {
    const part = compareValues(propertyOf(shown, key), propertyOf(other, key), `${pointer}/${key}`)
    sum.equal += part.equal
    sum.total += part.total
    sum.differences.push(...part.differences)
  }
  return sum
}

function propertyOf(object: object, key: string): unknown {
  return (object as Record<string, unknown>)[key] // undefined when absent
}

function summarise(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  return Array.isArray(value) ? 'a list' : 'an object'
}

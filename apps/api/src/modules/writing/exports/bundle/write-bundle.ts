import { encodeWordVectors, formulas, selectWords, tokens, type WordReader } from '@auspex/analytics'
import type { SignalReport } from '@auspex/sdk/types'
import { Zip, ZipDeflate } from 'fflate'
import { createHash } from 'node:crypto'
import {
  countNames,
  type DocumentFilter,
  type DocumentsModule,
  minEntityHits,
  minTermHits,
} from '../../../library/index.ts'
import type { ReportInput } from '../../../reports/index.ts'
import { batchSize, presentedDocuments } from '../document-rows.ts'
import { bundleFormat, type BundleInputs, type BundleManifest, bundleVersion, fileNames } from './bundle.types.ts'
import { isSampled, readStories } from './recount-report.ts'

export interface BundleSource {
  report: SignalReport
  input: ReportInput
  filter: DocumentFilter
  /** All matching documents, newest first. */
  ids: readonly string[]
  software: string
  createdAt: Date
}

export interface BundleDependencies {
  documents: DocumentsModule
}

const encoder = new TextEncoder()

/** Writes a bundle as a ZIP stream: at most one batch of documents is in memory. */
export async function* writeBundle(source: BundleSource, deps: BundleDependencies): AsyncGenerator<Uint8Array> {
  const pieces: Uint8Array[] = []
  const zip = new Zip((error, piece) => {
    if (error !== null) throw error
    pieces.push(piece)
  })
  const files: BundleManifest['files'] = {}
  for await (const { name, parts } of listFiles(source, deps)) {
    const entry = new ZipDeflate(name, { level: 6 })
    entry.mtime = source.createdAt
    zip.add(entry)
    const hash = createHash('sha256')
    let bytes = 0
    for await (const part of parts) {
      const encoded = encoder.encode(part)
      hash.update(encoded)
      bytes += encoded.length
      entry.push(encoded)
      yield* pieces.splice(0)
    }
    entry.push(new Uint8Array(), true)
    files[name] = { sha256: hash.digest('hex'), bytes }
    yield* pieces.splice(0)
  }
  const manifest = new ZipDeflate(fileNames.manifest, { level: 6 })
  manifest.mtime = source.createdAt
  zip.add(manifest)
  manifest.push(encoder.encode(toJson(toManifest(source, files))), true)
  zip.end()
  yield* pieces.splice(0)
}

interface BundleFile {
  name: string
  parts: AsyncIterable<string> | Iterable<string>
}

async function* listFiles(source: BundleSource, deps: BundleDependencies): AsyncGenerator<BundleFile> {
  const { report, input, filter, ids } = source
  const { documents } = deps
  const entityHits = new Map<string, number>()
  const titleWords = new Set<string>()
  const storyDocuments: { id: string; storyCluster: string; outletNumber: number }[] = []
  const sampledIds = ids.filter((id) => isSampled(id, report.counts.sampleFraction))
  yield {
    name: fileNames.readme,
    parts: [readme({ report, software: source.software, createdAt: source.createdAt.toISOString() })],
  }
  yield { name: fileNames.report, parts: [toJson(report)] }
  yield { name: fileNames.inputs, parts: [toJson(toInputs(source))] }
  yield { name: fileNames.claims, parts: [toJson(report.summary.claims)] }
  yield { name: fileNames.runs, parts: [toJson(report.coverage.runs)] }
  yield { name: fileNames.formulas, parts: [toJson(Object.values(formulas))] }
  yield { name: fileNames.sourceDays, parts: sourceDays(input) }
  yield { name: fileNames.documents, parts: documentLines() }
  yield { name: fileNames.texts, parts: input.documents.map(({ id, body }) => `${JSON.stringify({ id, body })}\n`) }
  yield { name: fileNames.words, parts: [encodeWords(input.words, titleWords)] }
  const words = await documents.lists.readTerms(readStories(storyDocuments).map(({ id }) => id))
  yield { name: fileNames.terms, parts: words.map((word) => `${JSON.stringify(word)}\n`) }
  const background = await documents.vocabulary.readBackground({
    isDemo: input.provenance === 'demo',
    entities: namesOf(entityHits, minEntityHits),
    terms: namesOf(countNames(words.map(({ terms }) => terms)), minTermHits),
  })
  yield { name: fileNames.background, parts: [toJson(background)] }

  async function* documentLines(): AsyncGenerator<string> {
    const sampled = new Set(sampledIds)
    let at = 0
    for await (const batch of presentedDocuments({ ids, node: input.node, filter }, documents)) {
      const facts = new Map(
        (await documents.lists.readFacts(ids.slice(at, at + batchSize))).map(({ id, ...fact }) => [id, fact]),
      )
      at += batchSize
      const lines = batch.map((document) => {
        const fact = facts.get(document.id)
        for (const word of tokens(document.title)) titleWords.add(word)
        if (sampled.has(document.id)) {
          storyDocuments.push({
            id: document.id,
            storyCluster: document.storyCluster,
            outletNumber: fact?.outletNumber ?? 0,
          })
          for (const name of fact?.entities ?? []) entityHits.set(name, (entityHits.get(name) ?? 0) + 1)
        }
        return `${JSON.stringify({ ...document, ...fact })}\n`
      })
      yield lines.join('')
    }
  }
}

/** What the words of titles mean, in Base64; empty where the library does not know. */
function encodeWords(reader: WordReader | null, words: ReadonlySet<string>): string {
  return reader === null ? '' : Buffer.from(encodeWordVectors(selectWords(reader.vectors, words))).toString('base64')
}

function namesOf(hits: ReadonlyMap<string, number>, minHits: number): string[] {
  return [...hits].filter(([, n]) => n >= minHits).map(([name]) => name)
}

function* sourceDays({ holdings }: ReportInput): Generator<string> {
  yield 'source,kind,day,documents\r\n'
  for (const { source, kind, days } of holdings)
    yield [...days]
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([day, documents]) => `${source},${kind},${day},${documents}\r\n`)
      .join('')
}

function toInputs({ input, software, createdAt }: BundleSource): BundleInputs {
  const {
    node: _node,
    facts,
    shards: _shards,
    holdings,
    documents,
    labelOf,
    computedAt,
    words: _words,
    ...rest
  } = input
  return {
    ...rest,
    computedAt: computedAt.toISOString(),
    software,
    createdAt: createdAt.toISOString(),
    revision: facts.revision,
    sampleFraction: facts.sampleFraction,
    // the recount separates the archives of a kind again
    holdings: holdings
      .filter(({ fromDay }) => fromDay === null)
      .map(({ source, kind, complete }) => ({ source, kind, complete, label: labelOf(source) })),
    readIds: documents.map(({ id }) => id),
  }
}

function toManifest(
  { report, ids, software, createdAt }: BundleSource,
  files: BundleManifest['files'],
): BundleManifest {
  return {
    format: bundleFormat,
    version: bundleVersion,
    software,
    signalId: report.signalId,
    query: report.query,
    provenance: report.provenance,
    libraryRevision: report.libraryRevision,
    computedAt: report.computedAt,
    createdAt: createdAt.toISOString(),
    documents: ids.length,
    sampleFraction: report.counts.sampleFraction,
    files,
  }
}

function toJson(value: unknown): string {
  return `${JSON.stringify(value, null, 1)}\n`
}

export interface ReadmeFacts {
  report: SignalReport
  software: string
  /** When the bundle was created. */
  createdAt: string
}

/** The README for someone who opens a bundle years later. */
export function readme({ report, software, createdAt }: ReadmeFacts): string {
  const { query, computedAt, counts, provenance } = report
  return [
    `Auspex report bundle: ${query.subject ?? query.title}`,
    `Measured ${computedAt}, ${counts.documents} documents${provenance === 'demo' ? ', made up for the demo' : ''}.`,
    `Made ${createdAt} by Auspex ${software}.`,
    '',
    'report.json       the report as it was shown',
    'claims.json       what its summary claims, each with numbers, evidence and formula',
    'documents.jsonl   every matching document: what was counted, with the passage that matched; one object a line',
    'texts.jsonl       the texts that the summary was read from, so that quotations can be checked',
    'terms.jsonl       words of the documents that contexts were counted in',
    'word-vectors.txt  what the words of titles mean to the library, in Base64; headlines of events were chosen with it',
    'background.json   how common names and words are in the library',
    'source-days.csv   documents that the library held of each source and day: the denominators of shares',
    'runs.json         what each source was asked and how it answered',
    'inputs.json       everything else that the report was made of',
    'formulas.json     the measures with their references; in full in docs/measures.md of the project',
    'manifest.json     versions, the query, and SHA-256 of every file',
    '',
    'To count everything again, in a checkout of Auspex:  npm run verify -- <this file>',
    'Texts belong to who published them; addresses are in documents.jsonl.',
    '',
  ].join('\n')
}

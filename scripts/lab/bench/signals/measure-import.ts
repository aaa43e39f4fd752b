import { setTimeout as delay } from 'node:timers/promises'
import { getSignalReport, getStatus } from '@auspex/sdk'
import { measureAnew, timeStored } from './measure-reports.ts'
import { benchDocuments } from './documents.ts'
import type { ProbedServer } from './probed-server.ts'

export interface ImportFigures {
  documents: number
  perSecond: number
}

/** Imports documents through the API as the import command does: prepares the next batch while the server stores one. */
export async function measureImport(
  server: ProbedServer,
  wanted: { name: string; files: readonly string[]; documents: number; skip?: number },
): Promise<ImportFigures> {
  const { name, files, documents, skip = 0 } = wanted
  const target = await server.target()
  const batches: Parameters<typeof target.store>[1][] = []
  let line = 0
  let remainingSkip = skip
  for await (const batch of benchDocuments({ files, documents: skip + documents })) {
    if (remainingSkip > 0) {
      remainingSkip -= batch.length
      continue
    }
    batches.push({
      firstLine: line + 1,
      lastLine: (line += batch.length),
      documents: batch.map(toImported),
      rejected: [],
    })
  }
  const { importId } = await target.start({ name, sha256: sha256Of(name), bytes: line })
  const started = performance.now()
  for (const batch of batches) await target.store(importId, batch)
  const seconds = (performance.now() - started) / 1000
  await target.finish(importId)
  await target.close()
  return { documents: line, perSecond: line / seconds }
}

function toImported<Document extends object>(document: Document) {
  return { ...document, sourceKey: 'imported' as const }
}

function sha256Of(name: string): string {
  return Buffer.from(name).toString('hex').padEnd(64, '0').slice(0, 64)
}

export interface ReportsDuringImport {
  /** Server time of uncached reports, in ms. */
  anew: number[]
  /** Duration of the entire request for the stored report, which an open page would send. */
  stored: number[]
}

const storedPerRound = 4
const pauseMs = 150

/** Requests reports until `work` ends: one uncached, then stored ones, with pauses in which the import continues. */
export async function reportsDuring(
  server: ProbedServer,
  { work, term }: { work: Promise<unknown>; term: string },
): Promise<ReportsDuringImport> {
  const over = work.then(
    () => true,
    () => true,
  )
  const reports: ReportsDuringImport = { anew: [], stored: [] }
  while (!(await Promise.race([over, delay(pauseMs, false)]))) {
    const id = await measureAnew(server, term)
    reports.anew.push((await getSignalReport(id, {}, { client: server.client })).computeMs)
    for (let time = 0; time < storedPerRound; time += 1) {
      await delay(pauseMs)
      reports.stored.push((await timeStored(server, id)).ms)
    }
  }
  return reports
}

export interface EnrichmentFigures {
  documents: number
  perSecond: number
  /** How many different counts the status showed meanwhile. */
  steps: number
}

/** Waits until the names and stories of all documents are processed. */
export async function measureEnrichment(server: ProbedServer, atMostMs: number): Promise<EnrichmentFigures> {
  const started = performance.now()
  const seenCounts = new Set<number>()
  let enrichment = (await getStatus({ client: server.client })).enrichment
  const first = enrichment.done
  while (enrichment.pending > 0 && performance.now() - started < atMostMs) {
    await delay(250)
    enrichment = (await getStatus({ client: server.client })).enrichment
    seenCounts.add(enrichment.done)
  }
  const documents = enrichment.done - first
  return { documents, perSecond: documents / ((performance.now() - started) / 1000), steps: seenCounts.size }
}

import type { ExportKind, Portfolio } from '@auspex/sdk/types'
import type { Person } from '../../../kernel/actor.ts'
import type { Clock } from '../../../kernel/clock.ts'
import { CodedError } from '../../../kernel/errors.ts'
import type { Portfolios, ReadSignal } from '../../collections/index.ts'
import { type MeasuredSignal, type Projects, sumUpSources } from '../../collections/index.ts'
import type { People } from '../../people/index.ts'
import { collectionColumns, type CollectionRow, toCoverage } from './collection-rows.ts'
import { toCollectionAnalysis, toCollectionSeries } from './analysis/collection-analysis.ts'
import { isSeriesFormat, writeAnalysis, writeParquet, writeSeries } from './analysis/write-analysis.ts'
import { ExportRefusedError } from '../writing.errors.ts'
import type { FileRequest } from './exports.types.ts'
import { toPrintedCollection, toPrintedPortfolio } from './print/collection/printed-collection.ts'
import { writeStoryHtml } from './print/story/write-story-html.ts'
import { byteOrderMark, writeCsv, writeJsonLines } from './write-rows.ts'

export interface CollectionFileDependencies {
  portfolios: Portfolios
  projects: Projects
  people: People
  clock: Clock
}

/** A longer file is no longer readable. */
const maxPrintedSignals = 2000
/** Signals whose readings are in memory at once. */
const batchSize = 100

interface Collection {
  noun: 'Portfolio' | 'Project'
  title: string
  updatedAt: string
  portfolioIds: readonly string[]
}

/** Makes the file of a portfolio or a project from the readings of its signals' last refresh. */
export async function* makeCollectionFile(
  { userId, kind, itemId, format }: FileRequest,
  deps: CollectionFileDependencies,
): AsyncGenerator<Uint8Array> {
  const person = await deps.people.findMember(userId)
  if (person === null) throw new ExportRefusedError('The person who requested it no longer exists.')
  const collection = await findCollection({ kind, id: itemId }, person, deps)
  if (format === 'xlsx' || format === 'pptx') {
    yield await writeAnalysis(await toAnalysis(collection, person, deps), format)
    return
  }
  if (format === 'html' || format === 'pdf') {
    const page = await toPage(collection, person, deps)
    if (format === 'html') yield new TextEncoder().encode(writeStoryHtml(page, new Map()))
    else {
      const { writeStoryPdf } = await import('./print/story/write-story-pdf.ts')
      yield* writeStoryPdf(page, new Map())
    }
    return
  }
  if (format === 'csv-excel') yield byteOrderMark
  const batches = readRows(collection, person, deps)
  if (isSeriesFormat(format)) yield* writeSeries(readSeries(batches), format)
  else if (format === 'parquet') yield* writeParquet(batches, collectionColumns)
  else yield* format === 'jsonl' ? writeJsonLines(batches) : writeCsv(batches, collectionColumns)
}

async function* readSeries(batches: AsyncIterable<CollectionRow[]>) {
  for await (const rows of batches) yield toCollectionSeries(rows)
}

async function findCollection(
  { kind, id }: { kind: ExportKind; id: string },
  person: Person,
  { portfolios, projects }: CollectionFileDependencies,
): Promise<Collection> {
  const storedPortfolio = kind === 'portfolio' ? await nullIfDeleted(portfolios.get(id, person)) : null
  if (storedPortfolio !== null)
    return {
      noun: 'Portfolio',
      title: storedPortfolio.title,
      updatedAt: storedPortfolio.updatedAt,
      portfolioIds: [storedPortfolio.id],
    }
  const project = kind === 'project' ? await nullIfDeleted(projects.get(id, person)) : null
  if (project === null) throw new ExportRefusedError(`The ${kind} was deleted, or is no longer shared with you.`)
  const { displayTitle: title, updatedAt } = project
  return { noun: 'Project', title, updatedAt, portfolioIds: project.portfolios.map((each) => each.id) }
}

/** Reads one portfolio after another, because all days of a large project do not fit in memory. */
async function* readPortfolios(
  { portfolioIds }: Collection,
  person: Person,
  { portfolios }: CollectionFileDependencies,
) {
  for (const id of portfolioIds) {
    const portfolio = await nullIfDeleted(portfolios.get(id, person))
    if (portfolio !== null) yield { portfolio, signals: await readSignals(portfolio, portfolios) }
  }
}

async function readSignals({ trends }: Portfolio, { readings }: Portfolios): Promise<ReadSignal[]> {
  const signals: ReadSignal[] = []
  for (let from = 0; from < trends.length; from += batchSize)
    signals.push(...(await readings.read(trends.slice(from, from + batchSize).map(({ id }) => id))))
  return signals
}

async function* readRows(
  collection: Collection,
  person: Person,
  deps: CollectionFileDependencies,
): AsyncGenerator<CollectionRow[]> {
  for await (const { portfolio, signals } of readPortfolios(collection, person, deps)) yield toRows(portfolio, signals)
}

async function toPage(collection: Collection, person: Person, deps: CollectionFileDependencies) {
  const { portfolios, sources } = await readWhole(collection, person, deps)
  const cards = portfolios.map(({ title, rows }) =>
    toPrintedPortfolio(collection.noun === 'Portfolio' ? 'Signals' : title, rows),
  )
  return toPrintedCollection({ ...collection, printedAt: deps.clock.now().toISOString(), cards, sources })
}

async function toAnalysis(collection: Collection, person: Person, deps: CollectionFileDependencies) {
  const content = await readWhole(collection, person, deps)
  return toCollectionAnalysis({ ...collection, createdAt: deps.clock.now().toISOString(), ...content })
}

/** All signals at once, for files that are read from beginning to end. Throws `ExportRefusedError` if they are too many for that. */
async function readWhole(collection: Collection, person: Person, deps: CollectionFileDependencies) {
  const portfolios: { title: string; rows: CollectionRow[] }[] = []
  /** Each signal once, even if several portfolios contain it. */
  const measured = new Map<string, MeasuredSignal>()
  let count = 0
  for await (const { portfolio, signals } of readPortfolios(collection, person, deps)) {
    count += portfolio.trends.length
    if (count > maxPrintedSignals)
      throw new ExportRefusedError(
        `It has more than ${maxPrintedSignals.toLocaleString('en')} signals, too many for a document; export it as CSV.`,
      )
    for (const { reading, ...signal } of signals)
      if (reading !== null) measured.set(signal.signalId, { ...signal, reading })
    portfolios.push({ title: portfolio.title, rows: toRows(portfolio, signals) })
  }
  return { portfolios, sources: sumUpSources([...measured.values()]) }
}

function toRows({ id: portfolioId, title: portfolio, trends }: Portfolio, signals: readonly ReadSignal[]) {
  const readings = new Map(signals.map(({ trendId, reading }) => [trendId, reading]))
  return trends.map(({ counts: _counts, ...trend }): CollectionRow => {
    const sources = readings.get(trend.id)?.sources ?? []
    return {
      portfolioId,
      portfolio,
      ...trend,
      coverage: toCoverage(trend),
      sources: sources.map(({ source, label, documents, lastDay, status, reason }) => ({
        source,
        label,
        documents,
        lastDay,
        status,
        reason,
      })),
    }
  })
}

/** Null for an item that was deleted or unshared since. */
async function nullIfDeleted<Thing>(lookup: Promise<Thing>): Promise<Thing | null> {
  return lookup.catch((error: unknown) => {
    if (error instanceof CodedError && (error.kind === 'not_found' || error.kind === 'forbidden')) return null
    throw error
  })
}

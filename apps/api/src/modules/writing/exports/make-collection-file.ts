import type { Portfolio } from '@auspex/sdk/types'
import type { Clock } from '../../../kernel/clock.ts'
import { CodedError } from '../../../kernel/errors.ts'
import type { Portfolios, ReadSignal } from '../../collections/index.ts'
import { type MeasuredSignal, type Projects, sumUpSources } from '../../collections/index.ts'
import type { People } from '../../people/index.ts'
import { collectionColumns, type CollectionRow, toCoverage } from './collection-rows.ts'
import { ExportRefusal } from './exports.errors.ts'
import type { Person, StoredExport } from './exports.types.ts'
import { toPrintedCollection, toPrintedPortfolio } from './print/collection/printed-collection.ts'
import type { PrintedCard } from './print/story/printed-story.ts'
import { writeStoryHtml } from './print/story/write-story-html.ts'
import { writeStoryPdf } from './print/story/write-story-pdf.ts'
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
export function createMakeCollectionFile({ portfolios, projects, people, clock }: CollectionFileDependencies) {
  return async function* makeCollectionFile({
    userId,
    kind,
    itemId,
    format,
  }: Pick<StoredExport, 'userId' | 'kind' | 'itemId' | 'format'>): AsyncGenerator<Uint8Array> {
    const person = await people.findMember(userId)
    if (person === null) throw new ExportRefusal('Who asked for it is not known any more.')
    const collection = await find(person, kind, itemId)
    if (format === 'html' || format === 'pdf') {
      const page = await toPage(person, collection)
      if (format === 'pdf') yield* writeStoryPdf(page, new Map())
      else yield new TextEncoder().encode(writeStoryHtml(page, new Map()))
      return
    }
    if (format === 'csv-excel') yield byteOrderMark
    const batches = readRows(person, collection)
    yield* format === 'jsonl' ? writeJsonLines(batches) : writeCsv(batches, collectionColumns)
  }

  async function find(person: Person, kind: StoredExport['kind'], id: string): Promise<Collection> {
    const found = kind === 'portfolio' ? await whileThere(portfolios.get(id, person)) : null
    if (found !== null)
      return { noun: 'Portfolio', title: found.title, updatedAt: found.updatedAt, portfolioIds: [found.id] }
    const project = kind === 'project' ? await whileThere(projects.get(id, person)) : null
    if (project === null) throw new ExportRefusal(`The ${kind} was deleted, or is no longer shared with you.`)
    const { displayTitle: title, updatedAt } = project
    return { noun: 'Project', title, updatedAt, portfolioIds: project.portfolios.map((each) => each.id) }
  }

  /** One portfolio after another: all days of a large project do not fit in memory at once. */
  async function* readPortfolios(person: Person, { portfolioIds }: Collection) {
    for (const id of portfolioIds) {
      const portfolio = await whileThere(portfolios.get(id, person))
      if (portfolio !== null) yield { portfolio, signals: await readSignals(portfolio) }
    }
  }

  async function readSignals({ trends }: Portfolio): Promise<ReadSignal[]> {
    const signals: ReadSignal[] = []
    for (let from = 0; from < trends.length; from += batchSize)
      signals.push(...(await portfolios.readings.read(trends.slice(from, from + batchSize).map(({ id }) => id))))
    return signals
  }

  async function* readRows(person: Person, collection: Collection): AsyncGenerator<CollectionRow[]> {
    for await (const { portfolio, signals } of readPortfolios(person, collection)) yield toRows(portfolio, signals)
  }

  async function toPage(person: Person, collection: Collection) {
    const cards: PrintedCard[] = []
    /** Each signal once, even if several portfolios contain it. */
    const measured = new Map<string, MeasuredSignal>()
    let printed = 0
    for await (const { portfolio, signals } of readPortfolios(person, collection)) {
      printed += portfolio.trends.length
      if (printed > maxPrintedSignals)
        throw new ExportRefusal(
          `It has more than ${maxPrintedSignals.toLocaleString('en')} signals, too many to be read as pages; export it as CSV.`,
        )
      for (const { reading, ...signal } of signals)
        if (reading !== null) measured.set(signal.signalId, { ...signal, reading })
      const title = collection.noun === 'Portfolio' ? 'Signals' : portfolio.title
      cards.push(toPrintedPortfolio(title, toRows(portfolio, signals)))
    }
    const printedAt = clock.now().toISOString()
    return toPrintedCollection({ ...collection, printedAt, cards, sources: sumUpSources([...measured.values()]) })
  }
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

/** Null for a thing that was deleted or unshared meanwhile. */
async function whileThere<Thing>(found: Promise<Thing>): Promise<Thing | null> {
  return found.catch((error: unknown) => {
    if (error instanceof CodedError && (error.kind === 'not_found' || error.kind === 'forbidden')) return null
    throw error
  })
}

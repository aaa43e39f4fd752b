import { maxComparedLength } from '@auspex/contract/import-lines'
import { type DailyReport, minReportDocuments, presentReport, suggestMore } from '@auspex/analytics'
import type { ImportDocument, PublishedDocument, SearchState, SignalQuery, SignalReport } from '@auspex/sdk/types'
import { seedOf } from '../generate/generator.ts'
import { type Fields, isFields, objectsIn } from '../state/fields.ts'
import type { Store } from '../state/store.ts'
import { toImported } from './documents.ts'
import { measureReport, toSourceRuns } from './report.ts'
import type { MeasuredSignal } from './series.ts'
import {
  type FoundDocument,
  World,
  contentKey,
  narrowQuery,
  newSignalId,
  readWorldQuery,
  type WorldPart,
  type WorldQuery,
} from './world.ts'

export interface SignalsOptions {
  store: Store
  now: () => number
  seed: () => number
}

/** The collection of documents, which are made on demand. */
export const documentsCollection = 'documents'

/** Signals by id. They belong to nobody: equal questions of all people have one. */
export const signalsCollection = 'signals'

const maxReports = 100

interface MeasuredReport {
  daily: DailyReport
  shown: SignalReport
}

/** The signals that stored items name, and their measures. */
export class Signals {
  readonly #store: Store
  readonly #world: World
  readonly #seed: () => number
  readonly #reports = new Map<string, MeasuredReport>()
  readonly #queries = new Map<string, WorldQuery | null>()
  /** The mentions in each item: a change replaces the item, and reading all of them for each new query took most of the time of seeding thousands. */
  readonly #mentionsOf = new WeakMap<Fields, readonly Mention[]>()
  /** The ids of saved signals by identity: most are not what `newSignalId` makes of it, but those of the contract's examples. */
  readonly #savedIds = new Map<string, string>()

  constructor({ store, now, seed }: SignalsOptions) {
    this.#store = store
    this.#seed = seed
    this.#world = new World({
      now,
      stored: () =>
        store.rows(documentsCollection).map(({ item, isExample = false, importIds }) => ({
          document: item as unknown as PublishedDocument, // checked when it was added
          isOfEveryTopic: !isExample && importIds === undefined,
        })),
    })
  }

  /**
   * Adds documents of an import to the library. Of each that it has already, which then belongs to both imports, it returns the stored title if the
   * texts differ; null for all others.
   */
  addDocuments(
    given: readonly ImportDocument[],
    { organizationId, userId, importId }: { organizationId: string; userId: string; importId: string },
  ): { isNew: boolean; differingTitle: string | null }[] {
    return given.map((line) => {
      const document = toImported(line)
      const { id, title, snippet } = document
      const textHash = seedOf(0, line.body?.slice(0, maxComparedLength) ?? '')
      const row = this.#store.find(documentsCollection, id)
      if (row === undefined) {
        const own = { organizationId, userId, importIds: [importId], textHash, progress: null }
        this.#store.add(documentsCollection, { id, item: { ...document }, ...own })
        return { isNew: true, differingTitle: null }
      }
      if (row.importIds !== undefined) row.importIds = [...new Set([...row.importIds, importId])]
      const hasSameText = row.textHash === undefined ? row.item['snippet'] === snippet : row.textHash === textHash
      const isSame = row.item['title'] === title && hasSameText
      return { isNew: false, differingTitle: isSame ? null : String(row.item['title']) }
    })
  }

  /** How many documents go with an import, and how many stay because another named them too; null where it named none that are stored. */
  countDocuments(importId: string): { going: number; staying: number } | null {
    const named = this.#store.rows(documentsCollection).filter(({ importIds }) => importIds?.includes(importId))
    const staying = named.filter(({ importIds = [] }) => importIds.length > 1).length
    return named.length === 0 ? null : { going: named.length - staying, staying }
  }

  /** Removes the documents that only this import named. */
  removeDocuments(importId: string): void {
    for (const row of this.#store.rows(documentsCollection)) {
      if (row.importIds?.includes(importId) !== true) continue
      row.importIds = row.importIds.filter((id) => id !== importId)
      if (row.importIds.length === 0) this.#store.remove(documentsCollection, row)
    }
  }

  /** A monitor of any person: whether the caller may see it was decided before. */
  findMonitor(id: string): Fields | null {
    return this.#store.find('monitorSubscriptions', id)?.item ?? null
  }

  get today(): string {
    return this.#world.today
  }

  /** The query of a signal: as it was typed first, or the title under which an item names it. Null for an unknown signal. */
  queryOf(id: string): WorldQuery | null {
    const saved = this.#store.find(signalsCollection, id)
    if (saved !== undefined) return this.#read(saved.item)
    let title: string | null = null
    for (const mention of this.#mentions()) {
      if (mention.id !== id) continue
      if (mention.query !== null) return mention.query
      title ??= mention.title
    }
    return title === null ? null : readWorldQuery({ query_term: title })
  }

  /** The id of a query's signal: equal queries have the same, however they are typed. */
  idOf(query: WorldQuery): string {
    return this.knownIdOf(query) ?? newSignalId(query.identity)
  }

  /** The id of a query that somebody has searched; null for a new one. */
  knownIdOf({ identity }: WorldQuery): string | null {
    for (const id of [newSignalId(identity), this.#savedIds.get(identity) ?? ''])
      if (this.#store.find(signalsCollection, id) !== undefined) return id
    for (const { id, query } of this.#mentions()) if (query?.identity === identity) return id
    return null
  }

  /** Makes the signal of a query known, and returns its id. The first save sets its wording. */
  save(query: WorldQuery): string {
    const id = this.idOf(query)
    this.#savedIds.set(query.identity, id)
    if (this.#store.find(signalsCollection, id) === undefined) {
      const row = { id, item: { ...query.echo }, organizationId: '', userId: '', progress: null }
      this.#store.add(signalsCollection, row)
    }
    return id
  }

  /** The documents of a signal, or of a part of it; null for an unknown signal. */
  measure(id: string, part: WorldPart = {}): MeasuredSignal | null {
    const query = this.queryOf(id)
    if (query === null) return null
    // days that run backwards have no documents; operations that refuse them say so in the contract
    if (part.from != null && part.to != null && part.from > part.to)
      return { ...this.measureQuery(query, id), documents: [] }
    if (this.isBefore(query, part.to)) return { ...this.measureQuery(query, id), documents: [] }
    const narrowed = narrowQuery(query, part)
    if (narrowed.identity === query.identity) return this.measureQuery(query, id)
    // a part is a signal itself, in the wording in which it was opened first
    const partId = this.save(narrowed)
    return this.measureQuery(this.queryOf(partId) ?? narrowed, partId)
  }

  /** Whether a part of a query ends before the first document of the whole, which may begin long after the first day of its search. */
  isBefore(query: WorldQuery, to: string | null | undefined): boolean {
    if (to == null) return false
    const { documents, firstDay } = this.measureQuery(query)
    return to < (documents[0]?.day ?? firstDay)
  }

  measureQuery(query: WorldQuery, id = this.idOf(query)): MeasuredSignal {
    this.#world.seed = this.#seed()
    return { ...this.#world.find(query), query, world: this.#world, signalId: id }
  }

  /** The report as it is shown: the same object as long as nothing in it has changed. */
  report(signal: MeasuredSignal): SignalReport {
    return this.#measured(signal).shown
  }

  /** The report with its series by day. */
  dailyReport(signal: MeasuredSignal): DailyReport {
    return this.#measured(signal).daily
  }

  #measured(signal: MeasuredSignal): MeasuredReport {
    const { signalId, query, world, documents } = signal
    const added = documents.flatMap((each) => (each.added === undefined ? [] : contentKey(each.added)))
    const key = [
      this.#seed(),
      world.today,
      signalId,
      query.echo.title,
      query.identity,
      documents.length,
      ...added,
    ].join(' ')
    let report = this.#reports.get(key)
    if (report === undefined) {
      const daily = measureReport(signal)
      report = { daily, shown: presentReport(daily) }
      if (this.#reports.size >= maxReports) this.#reports.delete(this.#reports.keys().next().value ?? '')
      this.#reports.set(key, report)
    }
    return report
  }

  /** A document of any known signal. */
  findDocument(id: string): { document: FoundDocument; signal: MeasuredSignal } | null {
    const seen = new Set<string>()
    for (const { query } of this.#mentions()) {
      if (query === null || seen.has(query.identity)) continue
      seen.add(query.identity)
      const signal = this.measureQuery(query)
      const document = signal.documents.find((each) => each.id === id)
      if (document !== undefined) return { document, signal }
    }
    return null
  }

  /** What a finished search for a query says: it failed if too few documents match for a report. */
  search(query: WorldQuery): Omit<SearchState, 'request_id' | 'startedAt' | 'finishedAt'> {
    const signal = this.measureQuery(query, this.save(query))
    const { echo } = query
    const sources = toSourceRuns(signal)
    const matched = signal.documents.length
    const isSparse = matched < minReportDocuments
    return {
      signal_id: signal.signalId,
      cached: false,
      query: echo,
      sources,
      matched,
      needed: minReportDocuments,
      status: isSparse ? 'failed' : 'complete',
      message: isSparse ? 'data-too-sparse' : null,
      suggestions: isSparse ? suggestMore({ echo, runs: sources, demoEnded: false, isDemo: false }) : [],
    }
  }

  /** Items repeat the same queries, and parsing takes longer than finding them. */
  #read(input: SignalQuery): WorldQuery | null {
    const key = JSON.stringify(input)
    let query = this.#queries.get(key)
    if (query === undefined) {
      query = readWorldQuery(input)
      this.#queries.set(key, query)
    }
    return query
  }

  *#mentions(): Generator<Mention> {
    for (const name of this.#store.names())
      for (const { item } of this.#store.rows(name)) {
        let mentions = this.#mentionsOf.get(item)
        if (mentions === undefined) {
          mentions = [...mentionsIn(item)].map(({ query, ...rest }) => ({
            ...rest,
            query: query === null ? null : this.#read(query),
          }))
          this.#mentionsOf.set(item, mentions)
        }
        yield* mentions
      }
  }
}

interface Mention<Query = WorldQuery> {
  id: string
  query: Query | null
  title: string | null
}

function* mentionsIn(item: Fields): Generator<Mention<SignalQuery>> {
  for (const fields of objectsIn(item)) {
    const { query, title } = fields
    const id = fields['signal_id'] ?? fields['signalId']
    if (typeof id === 'string' && id.startsWith('sig_'))
      yield {
        id,
        query: isFields(query) && isQuery(query) ? query : null,
        title: typeof title === 'string' ? title : null,
      }
  }
}

function isQuery(fields: Fields): fields is SignalQuery & Fields {
  return 'query_term' in fields
}

import { refusal } from '@auspex/contract/refusals'
import type {
  Category,
  ListCategoryTrendsParams,
  Provenance,
  RelatedTopic,
  TrendCountryList,
  TrendList,
} from '@auspex/sdk/types'
import type { Database } from '../../../adapters/database/database.port.ts'
import { createJob, type Job, type Queue } from '../../../adapters/jobs/jobs.port.ts'
import type { Handlers } from '../../../http/handlers.ts'
import type { Clock } from '../../../kernel/clock.ts'
import { CodedError } from '../../../kernel/errors.ts'
import type { Redaction } from '../../../kernel/redaction.ts'
import type { DocumentsModule } from '../../library/index.ts'
import type { TrendScope } from './find-trends.ts'
import { compareLibrary, type Comparison, type ComparisonPart } from './library-comparison.ts'
import { createSnapshots } from './snapshots.ts'
import type { StoredStory } from './story-clusters.ts'
import type { TrendsDependencies } from './trends-dependencies.ts'
import { createTrendsRepository, type Snapshot } from './trends.repository.ts'
import {
  type Catalogue,
  getTrendsAge,
  listCategoryTrends,
  listRelatedTopics,
  listStories,
  listTrendCountries,
  listTrends,
  readCatalogue,
  readTrends,
  refreshTrends,
} from './trends.usecases.ts'

const queue: Queue = { name: 'trends', isExclusive: true, schedule: '* * * * *' }

/** Searches change the library all day; for four-week windows, measuring this often is enough. */
const minIntervalMs = 10 * 60_000

export interface TrendsModuleDependencies {
  database: Database
  documents: DocumentsModule
  provenance: () => Promise<Provenance>
  categories: readonly Category[]
  clock: Clock
}

/** The public interface of this module. */
export interface Trends {
  /** Chooses what to compare; null when there are not two windows of documents. */
  compare(part?: ComparisonPart): Promise<Comparison | null>
  /** The first of the stored trends. */
  list(limit: number, country?: string | null): Promise<TrendList>
  /** How the terms of a category changed, certain growth first. */
  listOf(category: Category, country?: string | null): Promise<TrendList>
  /** All stored trends and when they were computed. */
  listed(country: string | null): Promise<Snapshot<TrendList>>
  /** The terms of all categories, counted in the whole library. */
  catalogue(): Promise<Snapshot<Catalogue>>
  /** Countries with enough documents for their own trends. */
  countries(): Promise<TrendCountryList>
  /** Story clusters of the last week, or of the week up to a day, the highest-ranked first. */
  stories(until?: string | null): Promise<StoredStory[]>
  /** Names that documents of a category mention. */
  relatedTo(categoryId: string): Promise<RelatedTopic[]>
  /** Deletes what is stored, because it quotes documents that are gone. */
  forgetMeasured(): Promise<void>
  /** Deletes the results that quote deleted documents. */
  forgetQuoting(redaction: Redaction): Promise<void>
}

export interface TrendsModule {
  operations: TrendsOperations
  trends: Trends
  /** Recomputes the trends when the library changes. */
  jobs: readonly Job[]
}

/** Trends: what the library mentions more than before. */
export function createTrendsModule(dependencies: TrendsModuleDependencies): TrendsModule {
  const repository = createTrendsRepository(dependencies.database)
  const deps = { ...dependencies, snapshots: createSnapshots({ ...dependencies, repository }) }
  return {
    operations: createTrendsOperations(deps),
    trends: {
      compare: (part = {}) => compareLibrary(part, deps),
      list: (limit, country) => listTrends({ limit, country }, deps),
      listOf: (category, country = null) => listCategoryTrends(category, { country }, deps),
      listed: (country) => readTrends({ country }, deps),
      catalogue: () => readCatalogue(deps),
      countries: () => listTrendCountries(deps),
      stories: (until = null) => listStories(until, deps),
      relatedTo: (categoryId) => listRelatedTopics(categoryId, deps),
      forgetMeasured: repository.forgetAll,
      forgetQuoting: repository.forgetQuoting,
    },
    jobs: createTrendJobs(deps),
  }
}

/** Recomputes trends once the library has changed and settled: the previous job saw the same revision. */
export function createTrendJobs(deps: TrendsDependencies): Job[] {
  // in this process: if another process ran the previous job, settling is noticed one job later
  let seen: number | null = null
  return [
    createJob({
      queue,
      async run() {
        const { isOld, revision, computedAt } = await getTrendsAge(deps)
        const isAtRest = seen === revision
        seen = revision
        if (!isOld || !isAtRest) return
        if (computedAt !== null && deps.clock.now().getTime() - computedAt.getTime() < minIntervalMs) return
        await refreshTrends(deps)
      },
    }),
  ]
}

export type TrendsOperations = ReturnType<typeof createTrendsOperations>

/** The operations of trends. */
export function createTrendsOperations(deps: TrendsDependencies) {
  return {
    listGeneralTrends: async ({ query }) => ({
      status: 200,
      body: await listTrends({ limit: query.limit ?? 20, ...scopeOf(query) }, deps),
    }),

    listCategoryTrends: async ({ query }) => {
      const category = deps.categories.find(({ id }) => id === query.category)
      if (category === undefined) throw categoryNotFound()
      return { status: 200, body: await listCategoryTrends(category, scopeOf(query), deps) }
    },
  } satisfies Partial<Handlers>
}

function scopeOf({ geo, windowDays, asOf }: Omit<ListCategoryTrendsParams, 'category'>): TrendScope {
  return { country: geo ?? null, windowDays, until: asOf ?? null }
}

/** Shared by every operation that names a category. */
export function categoryNotFound(): CodedError {
  return new CodedError({
    kind: 'not_found',
    ...refusal('trends.category_not_found'),
  })
}

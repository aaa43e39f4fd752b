import type { Category, Provenance, RelatedTopic, TrendCountryList, TrendList } from '@auspex/sdk/types'
import type { Database } from '../../adapters/database/database.port.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { DocumentsModule } from '../documents/index.ts'
import type { Job } from '../../adapters/jobs/jobs.port.ts'
import { createTrendJobs } from './trends.jobs.ts'
import { createTrendsOperations, type TrendsOperations } from './trends.operations.ts'
import { compareLibrary, type Comparison, type ComparisonPart } from './library-comparison.ts'
import { createSnapshots } from './snapshots.ts'
import type { StoredStory } from './story-clusters.ts'
import { createTrendsRepository, type Snapshot } from './trends.repository.ts'
import {
  type Catalogue,
  listCategoryTrends,
  listRelatedTopics,
  listStories,
  listTrendCountries,
  listTrends,
  readCatalogue,
  readTrends,
} from './trends.usecases.ts'

export type { Comparison } from './library-comparison.ts'
export { byTopic, documentCounts, measureTopic } from './measure-topic.ts'
export type { StoredStory } from './story-clusters.ts'
export { count, factor, plural } from './trend-words.ts'
export { noWindows } from './measure-terms.ts'
export { categoryNotFound, type TrendsOperations } from './trends.operations.ts'

export interface TrendsModuleDependencies {
  database: Database
  documents: DocumentsModule
  provenance: () => Promise<Provenance>
  categories: readonly Category[]
  clock: Clock
}

/** What other modules may ask of trends. */
export interface Trends {
  /** Chooses what to compare; null when there are not two windows of documents. */
  compare(part?: ComparisonPart): Promise<Comparison | null>
  /** The first of the stored trends. */
  list(limit: number, country?: string | null): Promise<TrendList>
  /** How the terms of a category moved, certain growth first. */
  listOf(category: Pick<Category, 'id' | 'terms'>, country?: string | null): Promise<TrendList>
  /** All stored trends and when they were computed. */
  listed(country: string | null): Promise<Snapshot<TrendList>>
  /** The terms of all categories, counted in the whole library. */
  catalogue(): Promise<Snapshot<Catalogue>>
  /** Countries with enough documents for trends of their own. */
  countries(): Promise<TrendCountryList>
  /** Story clusters of the last week, or of the week up to a day, the most worth reading first. */
  stories(until?: string | null): Promise<StoredStory[]>
  /** Names that documents of a category mention. */
  relatedTo(categoryId: string): Promise<RelatedTopic[]>
  /** Forgets what is stored: it quotes documents that are gone. */
  forgetMeasured(): Promise<void>
}

export interface TrendsModule {
  operations: TrendsOperations
  trends: Trends
  /** Keeps the trends in step with the library. */
  jobs: readonly Job[]
}

/** Trends: what the library says more of than before. */
export function createTrendsModule(dependencies: TrendsModuleDependencies): TrendsModule {
  const repository = createTrendsRepository(dependencies.database)
  const deps = { ...dependencies, snapshots: createSnapshots({ ...dependencies, repository }) }
  return {
    operations: createTrendsOperations(deps),
    trends: {
      compare: (part) => compareLibrary(deps, part),
      list: (limit, country) => listTrends({ limit, country }, deps),
      listOf: (category, country = null) => listCategoryTrends(category, { country }, deps),
      listed: (country) => readTrends({ country }, deps),
      catalogue: () => readCatalogue(deps),
      countries: () => listTrendCountries(deps),
      stories: (until = null) => listStories(until, deps),
      relatedTo: (categoryId) => listRelatedTopics(categoryId, deps),
      forgetMeasured: repository.forgetAll,
    },
    jobs: createTrendJobs(deps),
  }
}

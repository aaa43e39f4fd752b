import type { Category, NameMeaning, OtherName, Provenance } from '@auspex/sdk/types'
import type { DocumentsModule } from '../../library/index.ts'
import type { Trends } from '../../markets/index.ts'
import type { AccessReader } from '../../people/index.ts'
import type { NarrativesModule, Signals } from '../../reports/index.ts'
import type { ExploreModule } from '../explore.module.ts'
import type { RecentSearchesModule } from '../recent-searches/recent-searches.module.ts'
import type { Vocabularies } from './redirect/vocabulary.ts'
import type { HelpCache } from './search-help.ts'

/** What a person finds topics with. */
export interface DiscoveryDependencies {
  recentSearches: RecentSearchesModule
  explore: ExploreModule
  documents: DocumentsModule
  signals: Signals
  narratives: NarrativesModule
  trends: Trends
  access: AccessReader
  /** The words and names of the library, cached. */
  vocabularies: Vocabularies
  /** Other names of topics, cached. */
  otherNames: HelpCache<OtherName[]>
  /** Meanings of topics by their narratives, cached. */
  meanings: HelpCache<NameMeaning[]>
  categories: readonly Category[]
  categoryIndex: CategoryIndex
  provenance: () => Promise<Provenance>
}

/** Which category a signal is a term of, and the names of categories. */
export interface CategoryIndex {
  categoryOf: ReadonlyMap<string, string>
  nameOf: ReadonlyMap<string, string>
}

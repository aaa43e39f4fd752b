import type { Handlers } from '../http/handlers.ts'
import type { DiscoveryOperations } from './discovery/index.ts'
import type { ClaimOperations } from './claims/index.ts'
import type { ExploreOperations } from './explore/index.ts'
import type { ImportsOperations } from './imports/index.ts'
import type { SignalOperations } from './signals/index.ts'
import { notBuilt } from './not-built.ts'
import type { TrendsOperations } from './trends/index.ts'

/** What each module answers. */
export interface HandlerModules {
  autocomplete: Pick<Handlers, 'autocompleteTerm' | 'autocompleteEntity'>
  catalog: Pick<Handlers, 'listIndustries' | 'listCategories'>
  discovery: DiscoveryOperations
  claims: ClaimOperations
  explore: ExploreOperations
  health: Pick<Handlers, 'getStatus'>
  imports: ImportsOperations
  queries: Pick<Handlers, 'parseQuery'>
  recentSearches: Pick<Handlers, 'saveRecentSearch' | 'listRecentSearches' | 'clearRecentSearches'>
  signals: SignalOperations
  sources: Pick<Handlers, 'listSources'>
  trends: TrendsOperations
  users: Pick<Handlers, 'getMe'>
}

/** The server's whole surface: every operation of the contract, spread from the modules that own them. */
export function createHandlers(modules: HandlerModules): Handlers {
  return {
    ...notBuilt,
    ...modules.autocomplete,
    ...modules.catalog,
    ...modules.discovery,
    ...modules.claims,
    ...modules.explore,
    ...modules.health,
    ...modules.imports,
    ...modules.queries,
    ...modules.recentSearches,
    ...modules.signals,
    ...modules.sources,
    ...modules.trends,
    ...modules.users,
  }
}

import type { Handlers } from '../http/handlers.ts'
import type { AudienceOperations } from './audience/index.ts'
import type { DiscoveryOperations } from './discovery/index.ts'
import type { ClaimOperations } from './claims/index.ts'
import type { ComparisonOperations } from './comparisons/index.ts'
import type { ContextSpacesOperations } from './context-spaces/index.ts'
import type { ExportOperations } from './exports/index.ts'
import type { ExploreOperations } from './explore/index.ts'
import type { ForecastsOperations } from './forecasts/index.ts'
import type { InboxOperations } from './inbox/index.ts'
import type { ImportsOperations } from './imports/index.ts'
import type { InflectionsOperations } from './inflections/index.ts'
import type { PricesOperations } from './prices/index.ts'
import type { SignalOperations } from './signals/index.ts'
import type { SecurityEventsOperations } from './security-events/index.ts'
import { notBuilt } from './not-built.ts'
import type { SourcesOperations } from './sources/index.ts'
import type { SubscriptionsOperations } from './subscriptions/index.ts'
import type { TrendsOperations } from './trends/index.ts'

/** What each module answers. */
export interface HandlerModules {
  audience: AudienceOperations
  autocomplete: Pick<Handlers, 'autocompleteTerm' | 'autocompleteEntity'>
  catalog: Pick<Handlers, 'listIndustries' | 'listCategories'>
  discovery: DiscoveryOperations
  claims: ClaimOperations
  comparisons: ComparisonOperations
  contextSpaces: ContextSpacesOperations
  explore: ExploreOperations
  exports: ExportOperations
  forecasts: ForecastsOperations
  health: Pick<Handlers, 'getStatus'>
  imports: ImportsOperations
  inbox: InboxOperations
  inflections: InflectionsOperations
  interests: Pick<Handlers, 'getInterests'>
  queries: Pick<Handlers, 'parseQuery'>
  prices: PricesOperations
  recentSearches: Pick<Handlers, 'saveRecentSearch' | 'listRecentSearches' | 'clearRecentSearches'>
  securityEvents: SecurityEventsOperations
  signals: SignalOperations
  sources: SourcesOperations
  subscriptions: SubscriptionsOperations
  trends: TrendsOperations
  users: Pick<Handlers, 'getMe'>
}

/** The server's whole surface: every operation of the contract, spread from the modules that own them. */
export function createHandlers(modules: HandlerModules): Handlers {
  return {
    ...notBuilt,
    ...modules.audience,
    ...modules.autocomplete,
    ...modules.catalog,
    ...modules.discovery,
    ...modules.claims,
    ...modules.comparisons,
    ...modules.contextSpaces,
    ...modules.explore,
    ...modules.exports,
    ...modules.forecasts,
    ...modules.health,
    ...modules.imports,
    ...modules.inbox,
    ...modules.inflections,
    ...modules.interests,
    ...modules.queries,
    ...modules.prices,
    ...modules.recentSearches,
    ...modules.securityEvents,
    ...modules.signals,
    ...modules.sources,
    ...modules.subscriptions,
    ...modules.trends,
    ...modules.users,
  }
}

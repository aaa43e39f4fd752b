import type { DocumentSource, SeriesSource } from '@auspex/sources'
import type { Database } from '../adapters/database/database.port.ts'
import type { Config } from '../config/config.ts'
import type { Handlers } from '../http/handlers.ts'
import type { Clock } from '../kernel/clock.ts'
import type { CreateId } from '../kernel/ids.ts'
import { version } from '../kernel/version.ts'
import { createAutocompleteModule } from './autocomplete/index.ts'
import { createCatalogOperations } from './catalog/index.ts'
import { createImports } from './documents/imports.repository.ts'
import { createHandlers } from './handlers.ts'
import { createHealthOperations } from './health/index.ts'
import { createImportsOperations } from './imports/index.ts'
import { createRecentSearchesModule } from './recent-searches/index.ts'
import { createProvenance } from './signals/index.ts'
import { createLibraryCounts, createSourcesOperations } from './sources/index.ts'
import { createUsersModule, type UsersModule } from './users/index.ts'

export interface ModulesOptions {
  config: Config
  database: Database
  clock: Clock
  createId: CreateId
  connectors: readonly (DocumentSource | SeriesSource)[]
}

export interface Modules {
  handlers: Handlers
  findActor: UsersModule['findActor']
}

/** Builds the modules and joins them: the only place that knows which module needs which. */
export function createModules({ config, database, clock, createId, connectors }: ModulesOptions): Modules {
  const counts = createLibraryCounts(database)
  const provenance = createProvenance({ mode: config.sources, connectors, hasRealDocuments: counts.hasRealDocuments, clock })
  const users = createUsersModule({ database, clock, createId })
  const recentSearches = createRecentSearchesModule({ database, clock, createId })
  const autocomplete = createAutocompleteModule({ database, recentSearches, provenance })
  const handlers = createHandlers({
    autocomplete: autocomplete.operations,
    catalog: createCatalogOperations(),
    health: createHealthOperations({
      version,
      database: database.engine === 'embedded' ? 'embedded' : 'postgresql',
      sources: config.sources,
      provenance,
      counts,
      clock,
    }),
    imports: createImportsOperations(createImports({ database, clock, createId })),
    recentSearches: recentSearches.operations,
    sources: createSourcesOperations({ counts, connectors, provenance }),
    users: users.operations,
  })
  return { handlers, findActor: users.findActor }
}

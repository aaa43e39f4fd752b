import type { Foundation } from '../foundation.types.ts'
import { createDemoLibrary } from './demo/demo-library.ts'
import { createDocumentsModule } from './documents.module.ts'
import { type SourcesDependencies, createSourcesModule } from './sources/sources.module.ts'
import type { Handlers } from '../../http/handlers.ts'
import { categories } from './catalog/categories.ts'
import { industries } from './catalog/industries.ts'

export type Library = ReturnType<typeof createLibrary>

/** The stored documents, and the sources that they come from. */
export function createLibrary(
  dependencies: Foundation & Pick<SourcesDependencies, 'config' | 'connectors' | 'priceProviders' | 'schedule'>,
) {
  const documents = createDocumentsModule(dependencies)
  const sources = createSourcesModule({ ...dependencies, documents })
  return {
    documents,
    demo: createDemoLibrary({ ...dependencies, documents }),
    outages: sources.outages,
    provenance: sources.provenance,
    operations: { ...sources.operations, ...createCatalogOperations() },
    jobs: documents.jobs,
  }
}

/** The lists that onboarding and the home page start with; the same for everyone. */
function createCatalogOperations() {
  return {
    listIndustries: () => ({ status: 200, body: { items: [...industries] } }),
    listCategories: () => ({ status: 200, body: { items: [...categories] } }),
  } satisfies Partial<Handlers>
}

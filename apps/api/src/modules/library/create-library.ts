import type { Foundation } from '../foundation.types.ts'
import { createCatalogOperations } from './catalog/catalog.operations.ts'
import { createDemoLibrary } from './demo/demo-library.ts'
import { createDocumentsModule } from './documents.module.ts'
import { createSourcesModule, type SourcesDependencies } from './sources/sources.module.ts'

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

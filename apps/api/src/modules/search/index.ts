export { createSearch } from './create-search.ts'
export type { ExploreModule } from './explore.module.ts'

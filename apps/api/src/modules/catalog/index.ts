export { createCatalogOperations } from './catalog.operations.ts'
export { categories } from './categories.ts'
export { industries } from './industries.ts'

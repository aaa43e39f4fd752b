import type { Handlers } from '../../../http/handlers.ts'
import { categories } from './categories.ts'
import { industries } from './industries.ts'

/** The lists that onboarding and the home page start with; the same for everyone. */
export function createCatalogOperations() {
  return {
    listIndustries: () => ({ status: 200, body: { items: [...industries] } }),
    listCategories: () => ({ status: 200, body: { items: [...categories] } }),
  } satisfies Partial<Handlers>
}

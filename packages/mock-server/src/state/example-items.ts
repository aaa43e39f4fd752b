import type { Collection, ResourceOperation } from './collections.ts'
import { itemsOf } from './make-item.ts'
import type { Fields } from './request-fields.ts'

const shownFirst = ['read', 'list', 'update', 'create'] as const

/** The items of a collection that the contract's examples show, each id once; reading shows them best. */
export function exampleItems({ operations, key }: Pick<Collection, 'operations' | 'key'>): Fields[] {
  const found = new Map<unknown, Fields>()
  for (const verb of shownFirst) {
    for (const operation of operations) {
      if (operation.resource.verb !== verb || isOnce(operation)) continue
      for (const item of examplesOf(operation)) if (isId(item[key]) && !found.has(item[key])) found.set(item[key], item)
    }
  }
  return [...found.values()]
}

/** What may be made once only is left for its example request to make. */
function isOnce({ served, resource }: ResourceOperation): boolean {
  return resource.verb === 'create' && (served.source['x-refusals'] ?? []).some(({ unique }) => unique !== undefined)
}

function examplesOf({ served, pointer }: ResourceOperation): Fields[] {
  return [...served.success.examples.values()].flatMap((body) => itemsOf(body, pointer))
}

function isId(value: unknown): boolean {
  return typeof value === 'string' || typeof value === 'number'
}

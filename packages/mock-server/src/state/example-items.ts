import type { Collection, ResourceOperation } from './collections.ts'
import { itemsOf } from './make-item.ts'
import type { Fields } from './request-fields.ts'
import { type ContractDocument, type ParameterObject, resolve } from '@auspex/contract'
import type { ServedOperation } from '../replies/served-contract.ts'
import { examplesOf } from '../replies/success.ts'
import { valuesAt } from './pointer.ts'

const shownFirst = ['read', 'list', 'update', 'create'] as const

/** The items of a collection in the contract's examples, each id once; the example of a read has precedence. */
export function exampleItems({ operations, key }: Collection): Fields[] {
  const found = new Map<unknown, Fields>()
  for (const verb of shownFirst) {
    for (const operation of operations) {
      if (operation.resource.verb !== verb || isOnce(operation)) continue
      for (const item of exampleItemsOf(operation))
        if (isId(item[key]) && !found.has(item[key])) found.set(item[key], item)
    }
  }
  return [...found.values()]
}

/** An item that may be created only once is left to its example request. */
function isOnce({ served, resource }: ResourceOperation): boolean {
  return resource.verb === 'create' && (served.source['x-refusals'] ?? []).some(({ unique }) => unique !== undefined)
}

function exampleItemsOf({ served, pointer }: ResourceOperation): Fields[] {
  return [...served.success.examples.values()].flatMap((body) => itemsOf(body, pointer))
}

function isId(value: unknown): boolean {
  return typeof value === 'string' || typeof value === 'number'
}

/** The values in the contract's examples at a path of a request: `path.NAME`, `query.NAME` or `body.POINTER`. */
export function exampleValues(
  document: ContractDocument,
  { operation, source }: ServedOperation,
  place: string,
): string[] {
  const dot = place.indexOf('.')
  const part = place.slice(0, dot)
  const name = place.slice(dot + 1)
  const found =
    part === 'body'
      ? Object.values(source.requestBody?.content ?? {})
          .flatMap((media) => examplesOf(document, media))
          .flatMap(([, body]) => valuesAt(body, name))
      : [...(document.paths[operation.path]?.parameters ?? []), ...(source.parameters ?? [])]
          .map((each) => resolve<ParameterObject>(document, each))
          .filter((each) => each.in === part && each.name === name)
          .flatMap(({ schema, ...parameter }) => [
            ...examplesOf(document, { schema, ...parameter }).map(([, value]) => value),
            schema['example'],
          ])
  return found.filter((value) => typeof value === 'string')
}

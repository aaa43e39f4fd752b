import type { Random } from '@auspex/contract/random'
import { resolveSchema } from '../generate/schema.ts'
import { valueAt } from './pointer.ts'
import { type Fields, isFields, placesOf } from './request-fields.ts'
import type { Task } from './task.ts'

/**
 * What a new item has in common with an older one that was asked for alike, as two searches for one term lead to one
 * signal; drawn anew when there is none.
 */
export function sharedValues({ operation, collection, context, input }: Task, random: Random): Fields {
  const { resource, itemSchema } = operation
  const asked: Fields = isFields(input.body) ? input.body : {}
  const { properties = {} } = resolveSchema(context.contract.document, itemSchema)
  return Object.fromEntries(
    Object.entries(resource.shared ?? {}).map(([name, fields]) => {
      const alike = context.store
        .rows(collection.name)
        .find(({ item }) =>
          fields.every((field) => isAlike(asked[field], valueAt(item, placesOf(resource, field)[0] ?? ''))),
        )
      return [name, alike?.item[name] ?? context.contract.generator.compile(properties[name] ?? {})(random, 0)]
    }),
  )
}

/** What is left out of a request is null or empty in the item. */
function isAlike(requestValue: unknown, stored: unknown): boolean {
  const isNothing = (value: unknown): boolean =>
    value === undefined || value === null || value === false || (Array.isArray(value) && value.length === 0)
  return (isNothing(requestValue) && isNothing(stored)) || JSON.stringify(requestValue) === JSON.stringify(stored)
}

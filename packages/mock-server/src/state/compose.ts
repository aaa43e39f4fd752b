import type { Validate } from '@auspex/contract'
import { createRandom } from '@auspex/contract/random'
import { seedOf } from '../generate/generator.ts'
import type { ResourceOperation } from './collections.ts'
import { applyOverlay, toOverlay, valueAt, withValueAt } from './pointer.ts'
import { type Fields, isFields } from './request-fields.ts'

/** The base of an operation's reply: its first example, or a seeded body. */
export function baseBody({ served: { success, operation } }: ResourceOperation): unknown {
  for (const example of success.examples.values()) return example
  return success.draw(createRandom(seedOf(1, operation.id)), 0)
}

/** Inserts an item, or items, into the reply of an operation. */
export function compose(operation: ResourceOperation, items: readonly Fields[]): unknown {
  const base = baseBody(operation)
  const isList = Array.isArray(valueAt(base, operation.pointer))
  return withValueAt(base, operation.pointer, isList ? items : items[0])
}

/** Validates one item inside the reply that would contain it. */
export function itemCheck(operation: ResourceOperation): Validate | null {
  const { check } = operation.served.success
  return check === null ? null : (item: unknown) => check(compose(operation, isFields(item) ? [item] : []))
}

/** Converts an item to the schema of another operation: properties missing in its schema are removed, and missing values filled in. */
export function conform(
  operation: ResourceOperation,
  readOperation: ResourceOperation | undefined,
  item: Fields,
): Fields {
  const { shows } = operation.resource
  if (shows !== undefined) return show(operation, item, shows)
  const isSame =
    readOperation === undefined ||
    (readOperation.itemSchema.$ref !== undefined && readOperation.itemSchema.$ref === operation.itemSchema.$ref)
  const check = itemCheck(operation)
  if (isSame || check === null || check(item).length === 0) return item
  const base = valueAt(baseBody(operation), operation.pointer)
  const example = Array.isArray(base) ? (base as unknown[])[0] : base
  if (!isFields(example)) return item
  const known = Object.entries(item).filter(([name]) => Object.hasOwn(example, name))
  return applyOverlay(example, toOverlay(Object.fromEntries(known)), check)
}

/** An item with the property names of an operation's reply. */
function show(operation: ResourceOperation, item: Fields, shows: Readonly<Record<string, string>>): Fields {
  const base = valueAt(baseBody(operation), operation.pointer)
  const example: unknown = Array.isArray(base) ? base[0] : base
  if (!isFields(example)) return item
  const known = Object.keys(example).flatMap((name): [string, unknown][] => {
    const place = shows[name] ?? `/${name}`
    const value = valueAt(item, place.replace(/^#/, ''))
    if (value === undefined) return []
    return [[name, place.startsWith('#') ? (Array.isArray(value) ? value.length : 0) : value]]
  })
  return { ...example, ...Object.fromEntries(known) }
}

import { resolveSchema } from '@auspex/contract'
import { storeUpload } from '../files/uploads.ts'
import { Refusal } from '../http/refusal.ts'
import { compose, conform, itemCheck } from './compose.ts'
import { applyOverlay, type Overlay, propertyOf, toOverlay } from './pointer.ts'
import { toItemValues, type GenerationOptions } from './make-item.ts'
import { fieldsFor, isFields, valueAtPlace } from './request-fields.ts'
import { countsOfChange, stampsOfChange, toInstant } from './stamps.ts'
import { type NamedItem, namedItems, type Task } from './task.ts'

/** Applies a request's fields to the stored items that it names, and returns them. */
export function updateItems(task: Task): unknown {
  const { operation, readOperation } = task
  const changed = namedItems(task).map((named) => conform(operation, readOperation, change(task, named)))
  return compose(operation, changed)
}

function change(task: Task, { id, item }: NamedItem): NamedItem['item'] {
  const { operation, collection, repository, context } = task
  const { set } = operation.resource
  // an assignment stops an item in progress; a finished one does not change
  if (set !== undefined && collection.progress !== null && !repository.isMoving(id)) return item
  if (isThereAlready(task, item)) return item
  const now = context.clock.now()
  const generation: GenerationOptions = {
    ...context.contract,
    random: context.nextRandom(collection.name),
    storeFile: (file) => storeUpload(context, task.caller, file),
  }
  const given = toItemValues(generation, operation.itemSchema, fieldsFor(operation.resource, task.input))
  const parts = given.flatMap((one) => toParts(task, one))
  const overlay: Overlay = [
    ...toOverlay(stampsOfChange(item, now)),
    ...parts,
    ...toOverlay(momentsOf(task, item, now)),
    ...toOverlay(sumsOf(task, item)),
    ...toOverlay(marksOf(task, item)),
    ...toOverlay(set ?? {}),
    ...toOverlay(countsOfChange(item, countedBy(task))),
  ]
  const laid = applyOverlay(
    item,
    overlay.filter(([pointer]) => Object.hasOwn(item, propertyOf(pointer)) && propertyOf(pointer) !== collection.key),
    itemCheck(operation),
  )
  const changed = withFirst(task, laid)
  repository.put(id, changed)
  return changed
}

/** Properties in which the operation distinguishes versions of its item. */
function countedBy({ operation: { served } }: Task): string[] {
  const places = (served.source['x-refusals'] ?? []).map(({ revision }) => revision)
  return places.flatMap((place) => (place === undefined ? [] : [place.slice(place.lastIndexOf('/') + 1)]))
}

/** Times that the request sets, when they were null, or clears. */
function momentsOf({ operation: { resource }, input }: Task, item: NamedItem['item'], now: number): NamedItem['item'] {
  const fields = isFields(input.body) ? input.body : {}
  return Object.fromEntries(
    Object.entries(resource.moments ?? {}).flatMap(([name, property]) =>
      fields[name] === undefined
        ? []
        : [[property, fields[name] === false ? null : (item[property] ?? toInstant(now))]],
    ),
  )
}

/** Counts of the item plus the lengths of the request's lists. */
function sumsOf({ operation: { resource }, input }: Task, item: NamedItem['item']): NamedItem['item'] {
  return Object.fromEntries(
    Object.entries(resource.adds ?? {}).map(([name, places]) => {
      const lists = [places].flat().map((place) => valueAtPlace(place, input))
      return [name, Number(item[name]) + lists.flatMap((list) => (Array.isArray(list) ? list : [])).length]
    }),
  )
}

/** Objects of the item plus the names that the request adds. */
function marksOf({ operation: { resource }, input }: Task, item: NamedItem['item']): NamedItem['item'] {
  return Object.fromEntries(
    Object.entries(resource.marks ?? {}).map(([property, place]) => {
      const current = item[property]
      return [property, { ...(isFields(current) ? current : {}), [String(valueAtPlace(place, input))]: true }]
    }),
  )
}

/** The first open entry, when none is selected. */
function withFirst({ operation: { resource } }: Task, item: NamedItem['item']): NamedItem['item'] {
  if (resource.first === undefined || item[resource.first.property] !== null) return item
  const { property, of, notIn } = resource.first
  const current = item[notIn]
  return { ...item, [property]: of.find((each) => !isFields(current) || !Object.hasOwn(current, each)) ?? null }
}

/** Whether the item already has the content of the request. Throws a `Refusal` (409) for a batch that does not start at the end of the item. */
function isThereAlready({ operation: { resource }, input }: Task, item: NamedItem['item']): boolean {
  if (resource.sequence === undefined) return false
  const { first, last, at, code } = resource.sequence
  const end = Number(item[at])
  if (Number(valueAtPlace(last, input)) <= end) return true
  if (Number(valueAtPlace(first, input)) === end + 1) return false
  throw new Refusal({ status: 409, code, title: `It goes on with ${end + 1}` })
}

/** An object without all required properties is a partial update: its properties are set one by one. */
function toParts({ operation, context }: Task, [pointer, value]: Overlay[number]): Overlay {
  const { document } = context.contract
  const property = resolveSchema(document, operation.itemSchema).properties?.[propertyOf(pointer)]
  const { required = [] } = property === undefined ? {} : resolveSchema(document, property)
  return isFields(value) && required.some((name) => !(name in value))
    ? toOverlay(value).map(([inner, part]) => [`${pointer}${inner}`, part] as const)
    : [[pointer, value]]
}

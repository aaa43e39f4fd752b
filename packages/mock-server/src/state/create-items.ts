import { resolveSchema } from '@auspex/contract'
import type { Random } from '@auspex/contract/random'
import { applyOverlay, type Overlay, propertyOf, toOverlay, valueAt } from './pointer.ts'
import { type Fields, fieldsFor, isFields, placesOf, valueAtPlace } from './request-fields.ts'
import { type Task, tenancyOf } from './task.ts'
import { storeUpload, madeRules } from '../files/uploads.ts'
import { fileNameOf } from '../files/made-files.ts'
import { notFound } from '../http/refusal.ts'
import { compose, conform, itemCheck } from './compose.ts'
import { exampleItems } from './example-items.ts'
import { chooseVariant, type GenerationOptions, makeItem, toItemValues } from './make-item.ts'
import { stampsOfNew } from './stamps.ts'
import { titleOf } from './topic.ts'
import { withMeasures } from '../world/stored-measures.ts'

/**
 * What a new item shares with an older one from an equal request, as two searches for one term lead to one
 * signal; generated when there is none.
 */
function sharedValues({ operation, collection, context, input }: Task, random: Random): Fields {
  const { resource, itemSchema } = operation
  const requested: Fields = isFields(input.body) ? input.body : {}
  const { properties = {} } = resolveSchema(context.contract.document, itemSchema)
  return Object.fromEntries(
    Object.entries(resource.shared ?? {}).map(([name, fields]) => {
      const alike = context.store
        .rows(collection.name)
        .find(({ item }) =>
          fields.every((field) => isAlike(requested[field], valueAt(item, placesOf(resource, field)[0] ?? ''))),
        )
      return [name, alike?.item[name] ?? context.contract.generator.compile(properties[name] ?? {})(random, 0)]
    }),
  )
}

/** Values missing in the request are null or empty in the item. */
function isAlike(requestValue: unknown, stored: unknown): boolean {
  const isNothing = (value: unknown): boolean =>
    value === undefined || value === null || value === false || (Array.isArray(value) && value.length === 0)
  return (isNothing(requestValue) && isNothing(stored)) || JSON.stringify(requestValue) === JSON.stringify(stored)
}

/** Known values of a new item: those of the request, or the id of an existing item. */
export interface Entry {
  values: Overlay
  id: string | null
}

/** Creates and stores the requested items: one, or one for each entry of the list in the request. */
export function createItems(task: Task): unknown {
  const { operation, repository, readOperation } = task
  const made = entriesOf(task).map((entry) => {
    const { id, item: bare } = makeEntry(task, entry)
    const item = withFileName(task, bare)
    repository.add(id, item)
    // an item with progress is returned in its first state
    return conform(operation, readOperation, repository.find(id) ?? item)
  })
  return compose(operation, made)
}

function entriesOf({ operation: { resource }, input }: Task): Entry[] {
  const values = fieldsFor(resource, input)
  if (resource.id === undefined) return [{ values, id: null }]
  return [valueAtPlace(resource.id, input)]
    .flat()
    .map((entry) =>
      isFields(entry) ? { values: [...values, ...toOverlay(entry)], id: null } : { values, id: String(entry) },
    )
}

/** Creates one item without storing it. */
export function makeEntry(task: Task, entry: Entry): { id: string; item: Fields } {
  const { operation, collection, context, caller } = task
  const { document, generator } = context.contract
  const generation: GenerationOptions = {
    document,
    generator,
    random: context.nextRandom(collection.name),
    storeFile: (file) => storeUpload(context, caller, file),
  }
  const schema = chooseVariant(document, operation.itemSchema, entry.values)
  const base = finishedItem(task) ?? makeItem(generation, schema, entry.values)
  const stamps = stampsOfNew(Object.keys(base), { now: context.clock.now(), ...caller })
  const known = entry.id === null ? {} : findElsewhere(task, entry.id)
  const given = toItemValues(generation, schema, entry.values).filter(
    ([pointer]) => propertyOf(pointer) !== collection.key,
  )
  const overlay = [
    ...toOverlay(stamps),
    ...toOverlay(known),
    ...toOverlay(sharedValues(task, generation.random)),
    ...toOverlay(titlesOf(task)),
    ...toItemValues(generation, schema, toOverlay(copiesOf(task))),
    ...given,
    ...toOverlay(operation.resource.set ?? {}),
  ]
  const names = new Set(Object.keys(resolveSchema(document, schema).properties ?? {}))
  const item = applyOverlay(
    base,
    overlay.filter(([pointer]) => names.has(propertyOf(pointer))),
    itemCheck(operation),
  )
  const id = entry.id ?? newId(task, generation.random)
  const measured = withMeasures(item, task.input.body, context.signals)
  const isFitting = isFields(measured) && (itemCheck(operation)?.(measured) ?? []).length === 0
  return { id, item: { ...(isFitting ? measured : item), [collection.key]: id } }
}

/** An item with a file has its file name. */
function withFileName({ context, collection }: Task, item: Fields): Fields {
  const rules = madeRules(context.contract, collection.name)
  return rules === null ? item : { ...item, [rules.name]: fileNameOf(context, rules, item) }
}

/** Titles of items that the request names by their ids. */
function titlesOf({ operation, context, input }: Task): Fields {
  return Object.fromEntries(
    Object.entries(operation.resource.titles ?? {}).flatMap(([name, place]) => {
      const id = valueAtPlace(place, input)
      const title = typeof id === 'string' ? titleOf(context.store, id) : null
      return title === null ? [] : [[name, title]]
    }),
  )
}

/** What the item copies from another that the request names. */
function copiesOf({ operation, context, caller, input }: Task): Fields {
  const { copies } = operation.resource
  const collection = copies === undefined ? undefined : context.collections.get(copies.in)
  if (copies === undefined || collection === undefined) return {}
  const original = context
    .repositoryOf(collection, caller, tenancyOf({ operation }))
    .find(String(valueAtPlace(copies.of, input)))
  if (original === undefined) throw notFound(copies.in, operation.served.source['x-not-found'])
  return Object.fromEntries(
    Object.entries(copies.values).map(([name, place]) => [name, copyOf(original, place, copies.each?.[name])]),
  )
}

function copyOf(original: Fields, place: string, besides: Fields | undefined): unknown {
  const value = valueAt(original, place.replace('#', ''))
  if (!Array.isArray(value)) return value
  if (place.startsWith('#')) return value.length
  return besides === undefined ? value : value.filter(isFields).map((entry) => ({ ...entry, ...besides }))
}

/** An item with progress starts from the contract's example of its final state. */
function finishedItem({ collection }: Task): Fields | null {
  if (collection.progress === null) return null
  const { end = {} } = collection.progress
  const examples = exampleItems(collection)
  const isFinished = (item: Fields) => Object.entries(end).every(([name, value]) => item[name] === value)
  return structuredClone(examples.find(isFinished) ?? examples[0] ?? null)
}

/**
 * An item of another collection with this id, whose fields lists inside other items repeat.
 * Throws a `Refusal` (404) when the contract stores such items and this one is missing.
 */
function findElsewhere(task: Task, id: string): Fields {
  const { collection, context, caller, operation } = task
  const others = [...context.collections.values()].filter(({ name }) => name !== collection.name)
  for (const other of others) {
    const item = context.repositoryOf(other, caller, tenancyOf(task)).find(id)
    if (item !== undefined) return item
  }
  const prefix = id.slice(0, id.indexOf('_') + 1)
  const isStored = others.some(({ name }) =>
    context.store.rows(name).some((row) => prefix !== '' && row.id.startsWith(prefix)),
  )
  if (isStored && operation.served.operation.responses.has(404))
    throw notFound(collection.name, operation.served.source['x-not-found'])
  return {}
}

/** With a short pattern, two ids are often equal, but twenty hardly ever. */
const maxAttempts = 20

/** A generated id with a number after its prefix, for collections whose likely ids are used up. */
function numberedId(drawn: string, known: number, isFree: (id: string) => boolean): string {
  const prefix = drawn.slice(0, drawn.lastIndexOf('_') + 1)
  for (let number = known + 1; ; number += 1) {
    const id = `${prefix}${number.toString(36)}`
    if (isFree(id)) return id
  }
}

/** Generates an unused id. */
function newId({ operation, collection, repository, context }: Task, random: Random): string {
  const { document, generator } = context.contract
  const schema = chooseVariant(document, operation.itemSchema, [])
  const { properties, oneOf } = resolveSchema(document, schema)
  const property = (properties ?? resolveSchema(document, oneOf?.[0] ?? {}).properties)?.[collection.key]
  const draw = generator.compile(property ?? { type: 'string', pattern: '^[a-z0-9]{8}$' })
  for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
    const id = String(draw(random, 0))
    if (context.store.find(collection.name, id) === undefined && repository.find(id) === undefined) return id
  }
  const known = context.store.rows(collection.name).length
  return numberedId(String(draw(random, 0)), known, (id) => context.store.find(collection.name, id) === undefined)
}

import { type ContractDocument, likelyTypes, resolveSchema, type Schema, type UploadedFile } from '@auspex/contract'
import type { Random } from '@auspex/contract/random'
import { fileNameOf } from '../files/made-files.ts'
import { madeRules, storeUpload } from '../files/uploads.ts'
import type { Generator } from '../generate/generator.ts'
import { notFound } from '../http/problem.ts'
import { withMeasures } from '../world/trends.ts'
import { compose, conform, exampleItems, itemCheck } from './collections.ts'
import { isUnchanged, storeDocuments } from './imports.ts'
import {
  addressesOf,
  applyOverlay,
  type Fields,
  fieldsAt,
  fieldsFor,
  fieldsOfInput,
  isFields,
  isFile,
  lengthsOf,
  type Overlay,
  propertyOf,
  stepsOf,
  toOverlay,
  valueAt,
  valueAtPlace,
  countsOfChange,
  stampsOfChange,
  stampsOfNew,
  toInstant,
} from './fields.ts'
import { type NamedItem, namedItems, type Task, tenancyOf } from './task.ts'
import { titleOf } from './topic.ts'

/** What is needed to create items. */
interface GenerationOptions {
  document: ContractDocument
  generator: Generator
  random: Random
  /** Stores an uploaded file, and returns its address. */
  storeFile: (file: UploadedFile) => string
}

function generationOf({ context, collection, caller }: Task): GenerationOptions {
  const { document, generator } = context.contract
  const storeFile = (file: UploadedFile) => storeUpload(context, caller, file)
  return { document, generator, random: context.nextRandom(collection.name), storeFile }
}

/** Known values of a new item: those of the request, or the id of an existing item. */
export interface Entry {
  values: Overlay
  id: string | null
}

/** Creates and stores the requested items: one, or one for each entry of the list in the request. */
export function createItems(task: Task): unknown {
  const { operation, repository, readOperation, context, collection, input } = task
  const { resource } = operation
  const begun = findBegun(task)
  if (begun !== undefined) return compose(operation, [conform(operation, readOperation, begun)])
  const values = fieldsFor(resource, input)
  const named = resource.id === undefined ? [null] : [valueAtPlace(resource.id, input)].flat()
  const rules = madeRules(context.contract, collection.name)
  const made = named.map((each) => {
    const entry = isFields(each)
      ? { values: [...values, ...toOverlay(each)], id: null }
      : { values, id: typeof each === 'string' || typeof each === 'number' ? String(each) : null }
    const { id, item: bare } = makeEntry(task, entry)
    const item = rules === null ? bare : { ...bare, [rules.name]: fileNameOf(context, rules, bare) }
    repository.add(id, item)
    // an item with progress is returned in its first state
    return conform(operation, readOperation, repository.find(id) ?? item)
  })
  return compose(operation, made)
}

/** The item that a request goes on with, such as the import of a file that was begun before. */
function findBegun({ operation, repository, collection, input }: Task): Fields | undefined {
  const { resumes = '' } = operation.resource
  const value = isFields(input.body) ? input.body[resumes] : undefined
  const begun = value === undefined ? undefined : repository.list().find((item) => item[resumes] === value)
  const id = begun?.[collection.key]
  if (begun === undefined || typeof id !== 'string' || begun['state'] !== 'failed') return begun
  // what failed runs again, and keeps what it has counted
  const { state, failure, finishedAt } = operation.resource.set ?? {}
  const resumed = { ...begun, state, failure, finishedAt }
  repository.put(id, resumed)
  return resumed
}

/** Creates one item without storing it. */
export function makeEntry(task: Task, entry: Entry): { id: string; item: Fields } {
  const { operation, collection, context, caller } = task
  const generation = generationOf(task)
  const { document, random } = generation
  const schema = chooseVariant(document, operation.itemSchema, entry.values)
  const base = finishedItem(task) ?? makeItem(generation, schema, entry.values)
  const given = toItemValues(generation, schema, entry.values)
  const overlay = [
    // stored as it ends: until then, its steps are shown over it
    ...toOverlay(collection.progress?.end ?? {}),
    ...toOverlay(stampsOfNew(base, { now: context.clock.now(), ...caller })),
    ...toOverlay('author' in base ? { author: personOf(task) } : {}),
    ...toOverlay(entry.id === null ? {} : findElsewhere(task, entry.id)),
    ...toOverlay(titlesOf(task)),
    ...toItemValues(generation, schema, toOverlay(copiesOf(task))),
    ...given.filter(([pointer]) => propertyOf(pointer) !== collection.key),
    ...toOverlay(operation.resource.set ?? {}),
  ]
  const names = new Set(Object.keys(resolveSchema(document, schema).properties ?? {}))
  const known = overlay.filter(([pointer]) => names.has(propertyOf(pointer)))
  const written = applyOverlay(base, known, itemCheck(operation))
  const item = { ...written, ...lengthsOf(written) }
  const id = entry.id ?? newId(task, random)
  Object.assign(item, addressesOf(operation.resource, { ...fieldsOfInput(task.input), ...item, [collection.key]: id }))
  const measured = withMeasures(item, task.input.body, context.signals)
  const isFitting = isFields(measured) && (itemCheck(operation)?.(measured) ?? []).length === 0
  return { id, item: { ...(isFitting ? measured : item), [collection.key]: id } }
}

/** The caller, as replies show people. */
function personOf({ context, caller }: Task): Fields {
  const { id, email, name } = context.directory.factsOf(caller, [])
  return { id, email, name }
}

/** An item with progress starts from the contract's example of its final state. */
function finishedItem({ collection }: Task): Fields | null {
  if (collection.progress === null) return null
  const { end = {} } = collection.progress
  const examples = exampleItems(collection)
  const isFinished = (item: Fields) => Object.entries(end).every(([name, value]) => item[name] === value)
  return structuredClone(examples.find(isFinished) ?? examples[0] ?? null)
}

/** Titles of items that the request names by their ids. */
function titlesOf({ operation, context, input }: Task): Fields {
  const titles = Object.entries(operation.resource.titles ?? {}).map(([name, place]) => {
    const id = valueAtPlace(place, input)
    return [name, typeof id === 'string' ? titleOf(context, id) : null] as const
  })
  return Object.fromEntries(titles.filter(([, title]) => title !== null))
}

/** What the item copies from another that the request names. */
function copiesOf({ operation, context, caller, input }: Task): Fields {
  const { copies } = operation.resource
  const collection = copies === undefined ? undefined : context.collections.get(copies.in)
  if (copies === undefined || collection === undefined) return {}
  const repository = context.repositoryOf(collection, caller, tenancyOf({ operation }))
  const original = repository.find(String(valueAtPlace(copies.of, input)))
  if (original === undefined) throw notFound(copies.in, operation.served.source['x-not-found'])
  return Object.fromEntries(
    Object.entries(copies.values).map(([name, place]) => {
      const value = valueAt(original, place.replace('#', ''))
      const besides = copies.each?.[name]
      if (!Array.isArray(value)) return [name, value]
      if (place.startsWith('#')) return [name, value.length]
      return [name, besides === undefined ? value : fieldsAt(value).map((entry) => ({ ...entry, ...besides }))]
    }),
  )
}

/**
 * An item of another collection with this id, whose fields lists inside other items repeat.
 * Throws a `RefusalError` (404) when the contract stores such items and this one is missing.
 */
function findElsewhere(task: Task, id: string): Fields {
  const { collection, context, caller, operation } = task
  const others = [...context.collections.values()].filter(({ name }) => name !== collection.name)
  for (const other of others) {
    const item = context.repositoryOf(other, caller, tenancyOf(task)).find(id)
    if (item !== undefined) return item
  }
  const prefix = id.slice(0, id.indexOf('_') + 1)
  const isStored = ({ name }: { name: string }) => context.store.rows(name).some((row) => row.id.startsWith(prefix))
  if (prefix !== '' && others.some(isStored) && operation.served.operation.responses.has(404))
    throw notFound(collection.name, operation.served.source['x-not-found'])
  return {}
}

/** With a short pattern, two ids are often equal, but twenty hardly ever. */
const maxAttempts = 20

/** An unused id: generated, or with a number after its prefix where likely ids are used up. */
function newId({ operation, collection, repository, context }: Task, random: Random): string {
  const { document, generator } = context.contract
  const { properties, oneOf } = resolveSchema(document, chooseVariant(document, operation.itemSchema, []))
  const property = (properties ?? resolveSchema(document, oneOf?.[0] ?? {}).properties)?.[collection.key]
  const draw = generator.compile(property ?? { type: 'string', pattern: '^[a-z0-9]{8}$' }, { name: 'id', parent: '' })
  const isFree = (id: string) =>
    context.store.find(collection.name, id) === undefined && repository.find(id) === undefined
  let id = String(draw(random, 0))
  for (let attempt = 0; attempt < maxAttempts && !isFree(id); attempt += 1) id = String(draw(random, 0))
  const prefix = id.slice(0, id.lastIndexOf('_') + 1)
  for (let number = context.store.rows(collection.name).length + 1; !isFree(id); number += 1)
    id = `${prefix}${number.toString(36)}`
  return id
}

/**
 * Creates an item: values required by its schema are generated, and missing ones are empty: null, an empty list, a count of 0.
 * `overlay` has the properties that the request sets later.
 */
function makeItem({ document, generator, random }: GenerationOptions, schema: Schema, overlay: Overlay): Fields {
  const variant = chooseVariant(document, schema, overlay)
  const drawn = generator.compile(variant)(random, 0)
  if (!isFields(drawn)) return {}
  const names = new Set(overlay.map(([pointer]) => propertyOf(pointer)))
  const whole = new Set(overlay.map(([pointer]) => pointer))
  const { properties = {} } = resolveSchema(document, variant)
  for (const name of Object.keys(drawn)) {
    const property = properties[name]
    if (property === undefined || whole.has(`/${name}`)) continue
    const value = names.has(name) ? drawn[name] : emptyValue(document, property, name, drawn[name])
    drawn[name] = isFields(value) ? emptyParts(document, property, value) : value
  }
  return drawn
}

/** An object with few or no given values: the others are as empty as the schema allows. */
function emptyParts(document: ContractDocument, schema: Schema, drawn: Fields): Fields {
  const { properties = {} } = resolveSchema(document, schema)
  const entries = Object.entries(drawn).map(([name, value]) => {
    const property = properties[name]
    if (property === undefined) return [name, value]
    const isSwitch = typeof value === 'boolean' && resolveSchema(document, property).const === undefined
    return [name, isSwitch ? false : emptyValue(document, property, name, value)]
  })
  return Object.fromEntries(entries) as Fields
}

function emptyValue(document: ContractDocument, property: Schema, name: string, drawn: unknown): unknown {
  const resolved = resolveSchema(document, property)
  const alternatives = resolved.oneOf ?? resolved.anyOf ?? [resolved]
  const types = alternatives.flatMap((each) => likelyTypes(resolveSchema(document, each)))
  if (types.includes('null')) return null
  if (types.includes('array') && (resolved.minItems ?? 0) === 0) return []
  const isCount = types.includes('integer') && /(count|total)s?$/i.test(name) && (resolved.minimum ?? 0) <= 0
  return isCount ? 0 : drawn
}

/** The first alternative that does not contradict the values of a request: constants distinguish them. */
function chooseVariant(document: ContractDocument, schema: Schema, overlay: Overlay): Schema {
  const { oneOf = [] } = resolveSchema(document, schema)
  const fits = (alternative: Schema) => {
    const { properties = {} } = resolveSchema(document, alternative)
    return overlay.every(([pointer, value]) => {
      const [name = '', ...rest] = stepsOf(pointer)
      const property = properties[name]
      if (property === undefined || rest.length > 0) return property !== undefined
      const { const: constant, enum: options } = resolveSchema(document, property)
      return (constant === undefined || constant === value) && (options === undefined || options.includes(value))
    })
  }
  return oneOf.find(fits) ?? schema
}

/** Converts a request's values to those of the item: lists of inputs become lists of items, and a file becomes its address. */
function toItemValues(generation: GenerationOptions, schema: Schema, values: Overlay): Overlay {
  const { document, storeFile } = generation
  const { properties = {} } = resolveSchema(document, schema)
  return values.flatMap(([pointer, value]): Overlay => {
    if (isFile(value)) {
      const name = [pointer.slice(1), 'image', 'cover', 'logo', 'avatar'].find((each) => each in properties)
      return name === undefined ? [] : [[`/${name}`, storeFile(value)]]
    }
    const { items } = resolveSchema(document, properties[pointer.slice(1)] ?? {})
    if (items === undefined || !Array.isArray(value) || !value.every(isFields)) return [[pointer, value]]
    const known = resolveSchema(document, items).properties
    const made = value.map((entry) => {
      const given = Object.entries(entry).filter(([name, each]) => !known || (name in known && each !== undefined))
      return { ...makeItem(generation, items, toOverlay(entry)), ...Object.fromEntries(given) }
    })
    return [[pointer, made]]
  })
}

/** Applies a request's fields to the stored items that it names, and returns them. */
export function updateItems(task: Task): unknown {
  const { operation, readOperation } = task
  const changed = namedItems(task).map((named) => conform(operation, readOperation, change(task, named)))
  return compose(operation, changed)
}

function change(task: Task, { id, item }: NamedItem): Fields {
  const { operation, collection, repository, context, input } = task
  const { set } = operation.resource
  // an assignment stops an item in progress; a finished one does not change
  if (set !== undefined && collection.progress !== null && !repository.isMoving(id)) return item
  if (isUnchanged(task, item)) return item
  const now = context.clock.now()
  const given = toItemValues(generationOf(task), operation.itemSchema, fieldsFor(operation.resource, input))
  const overlay: Overlay = [
    ...toOverlay(stampsOfChange(item, now)),
    ...given.flatMap((one) => toParts(task, one)),
    ...toOverlay(derivedValues(task, item)),
    ...toOverlay(set ?? {}),
    ...toOverlay(countsOfChange(item, countedBy(task))),
  ]
  const isOwn = (name: string) => Object.hasOwn(item, name) && name !== collection.key
  const known = overlay.filter(([pointer]) => isOwn(propertyOf(pointer)))
  const changed = withFirst(task, applyOverlay(item, known, itemCheck(operation)))
  repository.put(id, changed)
  return changed
}

/** Properties in which the operation distinguishes versions of its item. */
function countedBy({ operation: { served } }: Task): string[] {
  const rules = served.source['x-refusals'] ?? []
  return rules.flatMap(({ revision }) =>
    revision === undefined ? [] : [revision.slice(revision.lastIndexOf('/') + 1)],
  )
}

/** Times that the request sets when they were null, or clears; counts plus the lengths of its lists; objects plus the names that it adds. */
function derivedValues(task: Task, item: Fields): Fields {
  const { operation, input, context } = task
  const { resource } = operation
  const { moments = {}, adds = {}, marks = {}, beside = {}, imports } = resource
  const fields: Fields = isFields(input.body) ? input.body : {}
  const now = toInstant(context.clock.now())
  const times = Object.entries(moments).filter(([name]) => fields[name] !== undefined)
  return Object.fromEntries([
    ...times.map(([name, property]) => [property, fields[name] === false ? null : (item[property] ?? now)]),
    // who did it, beside when
    ...times.map(([name, property]) => [property.replace(/At$/, 'By'), fields[name] === false ? null : personOf(task)]),
    ...Object.entries(beside).flatMap(([name, values]) => Object.entries(values[String(fields[name])] ?? {})),
    ...Object.entries(adds).map(([name, places]) => {
      const added = [places].flat().flatMap((place) => fieldsAt(valueAtPlace(place, input)))
      return [name, Number(item[name]) + added.length]
    }),
    ...(imports ? storeDocuments(task, item) : []),
    ...Object.entries(marks).map(([property, place]) => {
      const current = item[property]
      return [property, { ...(isFields(current) ? current : {}), [String(valueAtPlace(place, input))]: true }]
    }),
  ]) as Fields
}

/** The first open entry, when none is selected. */
function withFirst({ operation: { resource } }: Task, item: Fields): Fields {
  if (resource.first === undefined || item[resource.first.property] !== null) return item
  const { property, of, notIn } = resource.first
  const current = item[notIn]
  return { ...item, [property]: of.find((each) => !isFields(current) || !Object.hasOwn(current, each)) ?? null }
}

/** An object without all required properties is a partial update: its properties are set one by one. */
function toParts({ operation, context }: Task, [pointer, value]: Overlay[number]): Overlay {
  const { document } = context.contract
  const property = resolveSchema(document, operation.itemSchema).properties?.[propertyOf(pointer)]
  const { required = [] } = resolveSchema(document, property ?? {})
  return isFields(value) && required.some((name) => !(name in value))
    ? toOverlay(value).map(([inner, part]) => [`${pointer}${inner}`, part] as const)
    : [[pointer, value]]
}

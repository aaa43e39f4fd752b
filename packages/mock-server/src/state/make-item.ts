import { type ContractDocument, likelyTypes, resolveSchema, type Schema, type UploadedFile } from '@auspex/contract'
import type { Generator } from '../generate/generator.ts'
import type { Random } from '@auspex/contract/random'
import { type Overlay, propertyOf, stepsOf, toOverlay, valueAt } from './pointer.ts'
import { type Fields, isFields, isFile } from './request-fields.ts'

/** What is needed to create items. */
export interface GenerationOptions {
  document: ContractDocument
  generator: Generator
  random: Random
  /** Stores an uploaded file, and returns its address. */
  storeFile: (file: UploadedFile) => string
}

/**
 * Creates an item: values required by its schema are generated, and missing ones are empty: null, an empty list, a count of 0.
 * `overlay` has the properties that the request sets later.
 */
export function makeItem({ document, generator, random }: GenerationOptions, schema: Schema, overlay: Overlay): Fields {
  const variant = chooseVariant(document, schema, overlay)
  const drawn = generator.compile(variant)(random, 0)
  if (!isFields(drawn)) return {}
  const names = new Set(overlay.map(([pointer]) => propertyOf(pointer)))
  const whole = new Set(overlay.map(([pointer]) => pointer))
  const { properties = {} } = resolveSchema(document, variant)
  for (const name of Object.keys(drawn)) {
    const property = properties[name]
    if (property === undefined || whole.has(`/${name}`)) continue
    const value = names.has(name) ? drawn[name] : emptyValue(document, property, { name, drawn: drawn[name] })
    drawn[name] = isFields(value) ? emptyParts(document, property, value) : value
  }
  return drawn
}

/** An object with few or no given values: the others are as empty as the schema allows. */
function emptyParts(document: ContractDocument, schema: Schema, drawn: Fields): Fields {
  const { properties = {} } = resolveSchema(document, schema)
  return Object.fromEntries(
    Object.entries(drawn).map(([name, value]) => {
      const property = properties[name]
      if (property === undefined) return [name, value]
      if (typeof value === 'boolean' && resolveSchema(document, property).const === undefined) return [name, false]
      return [name, emptyValue(document, property, { name, drawn: value })]
    }),
  )
}

/** The first alternative that does not contradict the values of a request: constants distinguish them. */
export function chooseVariant(document: ContractDocument, schema: Schema, overlay: Overlay): Schema {
  const { oneOf } = resolveSchema(document, schema)
  if (oneOf === undefined) return schema
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

function emptyValue(
  document: ContractDocument,
  property: Schema,
  { name, drawn }: { name: string; drawn: unknown },
): unknown {
  const resolved = resolveSchema(document, property)
  const alternatives = resolved.oneOf ?? resolved.anyOf ?? [resolved]
  const types = alternatives.flatMap((each) => likelyTypes(resolveSchema(document, each)))
  if (types.includes('null')) return null
  if (types.includes('array') && (resolved.minItems ?? 0) === 0) return []
  const isCount = types.includes('integer') && /(count|total)s?$/i.test(name) && (resolved.minimum ?? 0) <= 0
  return isCount ? 0 : drawn
}

/**
 * Converts a request's values to those of the item: lists of inputs become lists of items, and a file becomes its address.
 */
export function toItemValues(generation: GenerationOptions, schema: Schema, values: Overlay): Overlay {
  const { document } = generation
  const { properties = {} } = resolveSchema(document, schema)
  return values.flatMap(([pointer, value]): [string, unknown][] => {
    if (isFile(value)) {
      const name = [pointer.slice(1), 'image', 'cover', 'logo', 'avatar'].find((each) => each in properties)
      return name === undefined ? [] : [[`/${name}`, generation.storeFile(value)]]
    }
    const property = properties[pointer.slice(1)]
    const { items } = property === undefined ? {} : resolveSchema(document, property)
    if (items === undefined || !Array.isArray(value) || !value.every(isFields)) return [[pointer, value]]
    return [
      [
        pointer,
        value.map((entry) => ({ ...makeItem(generation, items, toOverlay(entry)), ...pick(document, items, entry) })),
      ],
    ]
  })
}

/** The values of an input that the item has properties for. */
function pick(document: ContractDocument, schema: Schema, entry: Fields): Fields {
  const { properties } = resolveSchema(document, schema)
  if (properties === undefined) return entry
  return Object.fromEntries(Object.entries(entry).filter(([name, value]) => name in properties && value !== undefined))
}

/** A reply's item, or the items of its list, from the examples. */
export function itemsOf(body: unknown, pointer: string): Fields[] {
  const found = valueAt(body, pointer)
  return (Array.isArray(found) ? found : [found]).filter(isFields)
}

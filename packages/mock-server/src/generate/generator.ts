import { componentName, type ContractDocument, likelyTypes, resolveSchema, type Schema } from '@auspex/contract'
import { createRandom, type Random } from '@auspex/contract/random'
import { type Arbitrary, sample, stringMatching } from 'fast-check'
import { type Relate, relateItems, relationsOf, type Shape } from './relations.ts'
import { fit, type Place, Words } from './words.ts'

/** Derives a seed from texts and a seed, so that each request has its own sequence (FNV-1a). */
export function seedOf(seed: number, ...texts: readonly string[]): number {
  let hash = (0x811c9dc5 ^ Math.imul(seed, 0x9e3779b1)) >>> 0
  for (const text of texts) {
    for (let index = 0; index < text.length; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
    hash = Math.imul(hash ^ 0xff, 0x01000193) // a separator, so that ab+c differs from a+bc
  }
  return hash >>> 0
}

/** Draws one value of a schema. `depth` counts the objects and lists around it. */
export type Draw = (random: Random, depth: number) => unknown

/** Compiles schemas of one contract into functions that draw valid values. */
export interface Generator {
  compile(schema: Schema, place?: Place): Draw
}

/** From this depth on, values are as shallow as their schemas allow. */
const deepest = 7
const nullProbability = 0.12
const optionalProbability = 0.8
const freeEntries = 2
const usualItems = 4
const seriesItems = 10
const samples = 40
/** Ids are drawn from their patterns: those of the examples would not be new. */
const idName = /^ids?$|_ids?$|[a-z]Ids?$|ID$/

/**
 * Creates a generator for one contract. The values satisfy their schemas: types, formats, bounds, patterns, alternatives; words and sizes are those of
 * the contract's examples for properties of that name. A schema is compiled on first use, which throws when no valid value can be generated.
 */
export function createGenerator(document: ContractDocument): Generator {
  return new SchemaCompiler(document)
}

class SchemaCompiler implements Generator {
  readonly #document: ContractDocument
  readonly #words: Words
  readonly #drawn = new Map<string, Draw>()
  readonly #depths = new Map<object, number>()

  constructor(document: ContractDocument) {
    this.#document = document
    this.#words = new Words(document)
  }

  compile(schema: Schema, place: Place = { name: '', parent: '' }): Draw {
    if (schema.$ref === undefined) return this.#value(this.#resolve(schema), place)
    const name = place.name === '' ? componentName(schema) : place.name
    const key = JSON.stringify([schema, name, place.parent])
    return (random, depth) => {
      let draw = this.#drawn.get(key)
      if (draw === undefined) this.#drawn.set(key, (draw = this.#value(this.#resolve(schema), { ...place, name })))
      return draw(random, depth)
    }
  }

  #resolve(schema: Schema): Schema {
    return resolveSchema(this.#document, schema)
  }

  /** The depth of the shallowest value of a schema; infinite for a schema that cannot terminate. */
  #depthOf(schema: Schema): number {
    // keyed by the reference, since resolving it creates a new object each time
    let depth = this.#depths.get(schema)
    if (depth !== undefined) return depth
    this.#depths.set(schema, Infinity) // a recursive schema must be avoidable here
    const {
      const: constant,
      enum: options,
      items,
      minItems,
      properties,
      required = [],
      ...whole
    } = this.#resolve(schema)
    const alternatives = whole.oneOf ?? whole.anyOf
    const types = likelyTypes(this.#resolve(schema))
    if (constant !== undefined || options !== undefined) depth = 0
    else if (alternatives !== undefined) depth = Math.min(...alternatives.map((each) => this.#depthOf(each)))
    else if (types.some((type) => type !== 'object' && type !== 'array')) depth = 0
    else if (types.includes('array')) depth = (minItems ?? 0) === 0 ? 0 : 1 + this.#depthOf(items ?? {})
    else depth = 1 + Math.max(0, ...required.map((name) => this.#depthOf(properties?.[name] ?? {})))
    this.#depths.set(schema, depth)
    return depth
  }

  #value(schema: Schema, place: Place): Draw {
    if (schema.const !== undefined) return () => schema.const
    if (schema.enum !== undefined) {
      const options = schema.enum
      return (random) => random.pick(options)
    }
    const alternatives = schema.oneOf ?? schema.anyOf
    if (alternatives === undefined) {
      const types = likelyTypes(schema)
      const draws = types.map((type) => this.#ofType(type, schema, place))
      return choose(draws, types.indexOf('null'), 0)
    }
    const depths = alternatives.map((each) => this.#depthOf(each))
    const nullAt = alternatives.findIndex((each) => this.#resolve(each).type === 'null')
    const draws = alternatives.map((each) => this.compile(each, place))
    return choose(draws, nullAt, depths.indexOf(Math.min(...depths)))
  }

  #ofType(type: string, schema: Schema, place: Place): Draw {
    if (type === 'null') return () => null
    if (type === 'boolean') return (random) => random.chance(0.5)
    if (type === 'integer' || type === 'number') return this.#number(schema, type === 'integer', place)
    if (type === 'string') return this.#string(schema, place)
    return type === 'array' ? this.#array(schema, place) : this.#object(schema, place)
  }

  /** A number within the bounds, of the size that examples have at that place. */
  #number({ multipleOf, ...schema }: Schema, isInteger: boolean, place: Place): Draw {
    const gap = isInteger ? 1 : 0.001
    const bound = (inclusive = Infinity, exclusive = Infinity, sign = 1) =>
      sign * Math.min(sign * inclusive, sign * (exclusive - sign * gap), 1_000_000)
    const max = bound(schema.maximum, schema.exclusiveMaximum)
    const min = -bound(
      schema.minimum === undefined ? undefined : -schema.minimum,
      schema.exclusiveMinimum === undefined ? undefined : -schema.exclusiveMinimum,
    )
    const [low, high] = this.#words.rangeOf(place, min, max)
    const step = multipleOf ?? (isInteger ? 1 : null)
    const isWide = high - low > 1000 && low >= 0
    const spread = (random: Random) =>
      // counts spread over orders of magnitude
      isWide ? low + Math.exp(random.next() * Math.log(high - low + 1)) - 1 : low + random.next() * (high - low)
    const clamp = (value: number, from: number, to: number) => Math.min(to, Math.max(from, value))
    const scale = high - low <= 2 ? 1000 : 100
    if (step === null) return (random) => clamp(Math.round(spread(random) * scale) / scale, min, max)
    const [lowest, highest] = [Math.ceil(low / step), Math.floor(high / step)]
    return lowest > highest
      ? () => Math.ceil(min / step) * step
      : (random) => clamp(Math.round(spread(random) / step), lowest, highest) * step
  }

  /** A text as in the examples where one fits the pattern and the lengths, else one from the pattern. */
  #string({ pattern, format, minLength = 0, maxLength = 200 }: Schema, place: Place): Draw {
    const byFormat = format === undefined ? undefined : formats[format]
    const write = byFormat ?? ((random: Random) => random.pick(this.#words.textsOf(place)))
    if (pattern === undefined && byFormat !== undefined) return byFormat
    if (pattern === undefined)
      return idName.test(place.name)
        ? (random) => fit(code(random), minLength, maxLength)
        : (random) => fit(write(random), minLength, maxLength)
    const expression = new RegExp(pattern, 'u')
    const isRight = (text: string) => expression.test(text) && text.length >= minLength && text.length <= maxLength
    const random = createRandom(1)
    if (byFormat !== undefined && Array.from({ length: samples }, () => byFormat(random)).every(isRight))
      return byFormat
    const fitting = idName.test(place.name) ? [] : this.#words.textsOf(place).filter(isRight)
    return fitting.length > 1 ? (each) => each.pick(fitting) : compilePattern(pattern, { minLength, maxLength })
  }

  /** A list: a few items, more for series of days; always within its bounds. */
  #array({ items = {}, prefixItems, minItems = 0, maxItems = Infinity, uniqueItems }: Schema, place: Place): Draw {
    if (prefixItems !== undefined) {
      const draws = prefixItems.map((part) => this.compile(part, { name: '', parent: place.name }))
      return (random, depth) => draws.map((draw) => draw(random, depth + 1))
    }
    const draw = this.compile(items, place)
    const dayName = this.#dayOf(this.#resolve(items))
    const isSeries = dayName !== null || /^(days|series|points|values|counts|history)$/i.test(place.name)
    const usual = isSeries ? seriesItems : usualItems
    const most = Math.max(minItems, Math.min(maxItems, usual))
    return (random, depth) => {
      const size = depth >= deepest ? minItems : random.int(Math.max(minItems, Math.min(1, maxItems)), most)
      const valueByKey = new Map<unknown, unknown>()
      // fewer distinct values than requested where there are not enough
      for (let attempt = 0; valueByKey.size < size && attempt < size * 20; attempt += 1) {
        const value = draw(random, depth + 1)
        valueByKey.set(uniqueItems === true ? JSON.stringify(value) : attempt, value)
      }
      const list = [...valueByKey.values()]
      if (uniqueItems !== true || dayName !== null) relateItems(list, dayName)
      return list
    }
  }

  /** The property that makes a list of objects a series of days. */
  #dayOf({ properties = {}, required = [] }: Schema): string | null {
    const name = ['day', 'date'].find((each) => properties[each] !== undefined && required.includes(each))
    const { type, format } = this.#resolve(properties[name ?? ''] ?? {})
    return name !== undefined && type === 'string' && format === 'date' ? name : null
  }

  /** An object: all required properties, most of the others, and the relations between them. */
  #object(schema: Schema, place: Place): Draw {
    const { properties = {}, required = [] } = schema
    const fields = Object.entries(properties).map(([name, property]) => ({
      name,
      isRequired: required.includes(name),
      draw: this.compile(property, { name, parent: place.name }),
    }))
    const relations = this.#relationsOf(properties)
    const drawEntries = this.#entriesOf(schema, place)
    return (random, depth) => {
      const item = drawEntries(random, depth)
      for (const field of fields)
        if (field.isRequired || (depth < deepest && random.chance(optionalProbability)))
          item[field.name] = field.draw(random, depth + 1)
      for (const relate of relations) relate(item)
      return item
    }
  }

  /** Entries of an object with arbitrary names. */
  #entriesOf(
    { additionalProperties, propertyNames, minProperties = 0, properties }: Schema,
    place: Place,
  ): (...parameters: Parameters<Draw>) => Record<string, unknown> {
    if (typeof additionalProperties !== 'object' || (properties !== undefined && minProperties === 0)) return () => ({})
    const drawValue = this.compile(additionalProperties, place)
    const drawName = this.compile({ type: 'string', maxLength: 60, ...propertyNames }, { name: 'key', parent: '' })
    return (random, depth) => {
      const count = depth >= deepest ? minProperties : Math.max(minProperties, freeEntries)
      const entries = Array.from({ length: count }, () => [drawName(random, depth), drawValue(random, depth + 1)])
      return Object.fromEntries(entries) as Record<string, unknown>
    }
  }

  #relationsOf(properties: Readonly<Record<string, Schema>>): Relate[] {
    const shapes = new Map(Object.entries(properties).map(([name, property]) => [name, this.#shapeOf(property)]))
    return relationsOf(shapes)
  }

  #shapeOf(property: Schema): Shape {
    const resolved = this.#resolve(property)
    const value = resolved.oneOf?.map((each) => this.#resolve(each)).find(({ type }) => type !== 'null') ?? resolved
    const { minimum = -Infinity, maximum = Infinity, format, pattern, maxLength, minLength } = value
    const types = [value.type].flat().filter((each) => each !== 'null')
    const isNumeric = types.length === 1 && (types[0] === 'number' || types[0] === 'integer')
    // numbers may swap their values even when their bounds differ
    const text = JSON.stringify(isNumeric ? types : [types, minimum, maximum, format, pattern, minLength, maxLength])
    return { text, minimum, maximum }
  }
}

/** Wide repetitions of a class get this many characters: enough for unique ids, few enough to read. */
const usualLength = { min: 8, max: 10 }

/** Strings of a pattern by the pattern: making them takes fast-check tens of milliseconds, and a contract repeats a few patterns hundreds of times. */
const matches = new Map<string, Arbitrary<string>>()

function matching(pattern: string): Arbitrary<string> {
  let strings = matches.get(pattern)
  if (strings === undefined) matches.set(pattern, (strings = stringMatching(new RegExp(pattern, 'u'))))
  return strings
}

/** Writes strings that match a pattern and its lengths. Throws for a pattern that fast-check cannot read, such as one with lookaround, or that no string matches. */
export function compilePattern(
  source: string,
  { minLength, maxLength }: { minLength: number; maxLength: number },
): (random: Random) => string {
  const usual = source.replaceAll(
    /(?<=\]|\\\w)(?:[+*]|\{(\d+),(\d*)\})/g,
    (_quantifier, least?: string, most?: string) => {
      const max = most === undefined || most === '' ? Infinity : Number(most)
      const low = Math.max(Number(least ?? 0), Math.min(max, usualLength.min))
      return `{${low},${Math.max(low, Math.min(max, usualLength.max))}}`
    },
  )
  const anchored = usual.startsWith('^') ? usual : `^(?:${usual})`
  const expression = new RegExp(source, 'u')
  const strings = matching(anchored.endsWith('$') ? anchored : `${anchored}$`)
  const draw = (random: Random): string => {
    for (let attempt = 0; attempt < 100; attempt += 1) {
      const [text = ''] = sample(strings, { numRuns: 1, seed: random.int(0, 0x7fffffff), unbiased: true })
      if (text.length <= maxLength && text.length >= minLength && expression.test(text)) return text
    }
    throw new Error(`No string of ${minLength} to ${maxLength} characters was found for ${source}`)
  }
  draw(createRandom(1)) // fails early when no string exists
  return draw
}

/** Draws from one of several schemas; rarely null, and the shallowest one at great depth. */
function choose(draws: readonly Draw[], nullAt: number, shallowest: number): Draw {
  const [only] = draws
  if (draws.length === 1 && only !== undefined) return only
  const others = draws.filter((_, index) => index !== nullAt)
  const shallow = nullAt === -1 ? draws[shallowest] : () => null
  return (random, depth) => {
    if (depth >= deepest && shallow !== undefined) return shallow(random, depth)
    if (nullAt !== -1 && random.chance(nullProbability)) return null
    return random.pick(others)(random, depth)
  }
}

/** The latest time in generated bodies: that of the contract's examples, so that bodies never depend on today. */
const lastInstant = Date.parse('2026-11-21T08:00:00Z')

/** An instant of the last 90 days, in whole seconds. */
function instant(random: Random): string {
  return `${new Date(lastInstant - random.int(0, 90 * 86_400) * 1000).toISOString().slice(0, 19)}Z`
}

function code(random: Random): string {
  return Array.from({ length: 8 }, () => random.below(36).toString(36)).join('')
}

function uri(random: Random): string {
  return `https://www.example.com/${code(random)}`
}

/** Generators by format; formats that do not determine the text are left out. */
const formats: Readonly<Record<string, (random: Random) => string>> = {
  date: (random) => instant(random).slice(0, 10),
  'date-time': instant,
  time: (random) => instant(random).slice(11),
  email: (random) => `${code(random)}@example.com`,
  uri,
  'uri-reference': uri,
  url: uri,
  hostname: (random) => `${code(random)}.example.com`,
  ipv4: (random) => `192.0.2.${random.int(1, 254)}`,
  ipv6: (random) => `2001:db8::${random.int(1, 9999)}`,
  uuid: (random) => {
    const hex = Array.from({ length: 32 }, () => random.below(16).toString(16)).join('')
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`
  },
  'json-pointer': () => '/items/0',
  duration: (random) => `P${random.int(1, 30)}D`,
}

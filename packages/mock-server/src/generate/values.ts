import { deepest } from './depth.ts'
import type { Compiler, Draw } from './draw.ts'
import { compileNumber } from './numbers.ts'
import { compileObject } from './objects.ts'
import { type Schema, componentName, likelyTypes } from '@auspex/contract'
import { type Place, email, fit, url, writerOf } from './texts.ts'
import { compilePattern } from './pattern.ts'
import { type Random, createRandom } from '@auspex/contract/random'
import { hosts } from './vocabulary.ts'
import { relateItems } from './relations.ts'

const nullProbability = 0.12

/** Compiles a schema with its references resolved. */
export function compileValue(compiler: Compiler, schema: Schema, place: Place): Draw {
  if (schema.const !== undefined) return () => schema.const
  if (schema.enum !== undefined) {
    const options = schema.enum
    return (random) => random.pick(options)
  }
  const alternatives = schema.oneOf ?? schema.anyOf
  if (alternatives !== undefined) return compileAlternatives(compiler, alternatives, place)
  const types = likelyTypes(schema)
  const draws = types.map((type) => compileType(compiler, { type, schema, place }))
  return choose(draws, types.indexOf('null'), 0)
}

function compileAlternatives(compiler: Compiler, alternatives: readonly Schema[], place: Place): Draw {
  const draws = alternatives.map((alternative) => compiler.compile(alternative, place))
  const depths = alternatives.map((alternative) => compiler.depthOf(alternative))
  const nullAt = alternatives.findIndex((alternative) => compiler.resolve(alternative).type === 'null')
  return choose(draws, nullAt, depths.indexOf(Math.min(...depths)))
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

function compileType(
  compiler: Compiler,
  { type, schema, place }: { type: string; schema: Schema; place: Place },
): Draw {
  switch (type) {
    case 'null':
      return () => null
    case 'boolean':
      return (random) => random.chance(0.5)
    case 'integer':
    case 'number':
      return compileNumber(place, boundsOf(schema, type === 'integer'))
    case 'string':
      return compileString(schema, place)
    case 'array':
      return compileArray(compiler, schema, place)
    default:
      return compileObject(compiler, schema, place)
  }
}

function boundsOf({ minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf }: Schema, isInteger: boolean) {
  const gap = isInteger ? 1 : 0.001
  return {
    isInteger,
    min: Math.max(minimum ?? -1_000_000, exclusiveMinimum === undefined ? -Infinity : exclusiveMinimum + gap),
    max: Math.min(maximum ?? 1_000_000, exclusiveMaximum === undefined ? Infinity : exclusiveMaximum - gap),
    multipleOf: multipleOf ?? null,
  }
}

const samples = 40

/** Compiles a string: by its meaning when that fits the pattern and the lengths, else by its pattern. */
function compileString({ pattern, format, minLength = 0, maxLength = 200 }: Schema, place: Place): Draw {
  const byFormat = format === undefined ? undefined : formats[format]
  const write = byFormat ?? writerOf(place)
  if (pattern === undefined) {
    if (byFormat !== undefined) return byFormat
    return (random) => fit(write(random), minLength, maxLength)
  }
  const expression = new RegExp(pattern, 'u')
  const isRight = (text: string) => expression.test(text) && text.length >= minLength && text.length <= maxLength
  const random = createRandom(1)
  const isMeantSo = Array.from({ length: samples }, () => write(random)).every(isRight)
  if (isMeantSo) return write
  return compilePattern(pattern, { minLength, maxLength })
}

/** The latest time in generated bodies: that of the contract's examples, so that bodies never depend on today. */
const lastInstant = Date.parse('2026-11-21T08:00:00Z')

/** An instant of the last 90 days, in whole seconds. */
function instant(random: Random): Date {
  return new Date(lastInstant - random.int(0, 90 * 86_400) * 1000)
}

/** Generators by format; formats that do not determine the text are left out. */
const formats: Readonly<Record<string, (random: Random) => string>> = {
  date: (random) => instant(random).toISOString().slice(0, 10),
  'date-time': (random) => instant(random).toISOString().replace('.000', ''),
  time: (random) => instant(random).toISOString().slice(11).replace('.000', ''),
  email,
  uri: url,
  'uri-reference': url,
  url,
  hostname: (random) => random.pick(hosts),
  ipv4: (random) => `192.0.2.${random.int(1, 254)}`,
  ipv6: (random) => `2001:db8::${random.int(1, 9999)}`,
  uuid: (random) => {
    const hex = Array.from({ length: 32 }, () => random.int(0, 15).toString(16)).join('')
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`
  },
  'json-pointer': () => '/items/0',
  duration: (random) => `P${random.int(1, 30)}D`,
}

const usualItems = 4
const seriesItems = 10

/** Compiles a list: a few items, more for series of days; always within its bounds. */
function compileArray(compiler: Compiler, schema: Schema, { name, within, around = '' }: Place): Draw {
  const { items = {}, prefixItems, minItems = 0, maxItems = Infinity, uniqueItems = false } = schema
  if (prefixItems !== undefined) return compileTuple(compiler, prefixItems, within)
  const draw = compiler.compile(items, { name, within, around, component: componentName(items) })
  const item = compiler.resolve(items)
  const dayName = dayOf(compiler, item)
  const isSeries = dayName !== null || /^(days|series|points|values|counts|history)$/i.test(name)
  const usual = isSeries ? seriesItems : usualItems
  const count = (random: Random, depth: number) =>
    depth >= deepest
      ? minItems
      : random.int(Math.max(minItems, Math.min(1, maxItems)), Math.max(minItems, Math.min(maxItems, usual)))
  return (random, depth) => {
    const size = count(random, depth)
    const drawn: unknown[] = uniqueItems
      ? drawUnique(() => draw(random, depth + 1), size)
      : Array.from({ length: size }, () => draw(random, depth + 1))
    if (!uniqueItems || dayName !== null) relateItems(drawn, dayName)
    return drawn
  }
}

/** Draws distinct values; fewer than requested when there are not enough. */
function drawUnique(draw: () => unknown, size: number): unknown[] {
  const unique = new Map<string, unknown>()
  for (let attempt = 0; unique.size < size && attempt < size * 20; attempt += 1) {
    const value = draw()
    unique.set(JSON.stringify(value), value)
  }
  return [...unique.values()]
}

function compileTuple(compiler: Compiler, parts: readonly Schema[], within: string): Draw {
  const draws = parts.map((part) => compiler.compile(part, { name: '', within, component: componentName(part) }))
  return (random, depth) => draws.map((draw) => draw(random, depth + 1))
}

/** The property that makes a list of objects a series of days. */
function dayOf(compiler: Compiler, item: Schema): string | null {
  const day = item.properties?.['day'] ?? item.properties?.['date']
  if (day === undefined || item.required?.some((name) => name === 'day' || name === 'date') !== true) return null
  const { type, format } = compiler.resolve(day)
  return type === 'string' && format === 'date' ? (item.properties?.['day'] === undefined ? 'date' : 'day') : null
}

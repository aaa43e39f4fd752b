import { deepest } from './depth.ts'
import type { Compiler, Draw } from './draw.ts'
import type { Random } from '@auspex/contract/random'
import { relateItems } from './relations.ts'
import { componentName, type Schema } from '@auspex/contract'
import type { Place } from './texts.ts'

const usualItems = 4
const seriesItems = 10

/** Compiles a list: a few items, more for series of days; always within its bounds. */
export function compileArray(compiler: Compiler, schema: Schema, { name, within, around = '' }: Place): Draw {
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

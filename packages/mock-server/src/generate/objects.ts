import { deepest } from './depth.ts'
import type { Compiler, Draw } from './draw.ts'
import { relationsOf, type Shape } from './relations.ts'
import { componentName, type Schema } from '@auspex/contract'
import type { Place } from './texts.ts'

const optionalProbability = 0.8
const freeEntries = 2

/** Compiles an object: all required properties, most of the others, and the relations between them. */
export function compileObject(compiler: Compiler, schema: Schema, place: Place): Draw {
  const { properties = {}, required = [] } = schema
  const within = place.component === '' ? place.name : place.component
  const around = `${place.within} ${place.name}`
  const isRequired = new Set(required)
  const fields = Object.entries(properties).map(([name, property]) => ({
    name,
    isRequired: isRequired.has(name),
    draw: compiler.compile(property, { name, within, around, component: componentName(property) }),
  }))
  const shapes = new Map(Object.entries(properties).map(([name, property]) => [name, shapeOf(compiler, property)]))
  const relations = relationsOf(new Set(shapes.keys()), (name) => shapes.get(name) ?? noShape)
  const drawEntries = compileEntries(compiler, schema, within)
  return (random, depth) => {
    const item: Record<string, unknown> = drawEntries(random, depth)
    for (const field of fields) {
      if (field.isRequired || (depth < deepest && random.chance(optionalProbability)))
        item[field.name] = field.draw(random, depth + 1)
    }
    for (const relate of relations) relate(item)
    return item
  }
}

/** Entries of an object with arbitrary names. */
function compileEntries(
  compiler: Compiler,
  { additionalProperties, propertyNames, minProperties = 0, properties }: Schema,
  within: string,
): (...parameters: Parameters<Draw>) => Record<string, unknown> {
  if (typeof additionalProperties !== 'object' || (properties !== undefined && minProperties === 0)) return () => ({})
  const drawValue = compiler.compile(additionalProperties, {
    name: within,
    within,
    component: componentName(additionalProperties),
  })
  const drawName = compiler.compile(
    { type: 'string', maxLength: 60, ...propertyNames },
    { name: 'key', within, component: '' },
  )
  return (random, depth) => {
    const minEntries = depth >= deepest ? minProperties : Math.max(minProperties, freeEntries)
    const entries: Record<string, unknown> = {}
    for (let count = 0; count < minEntries; count += 1)
      entries[String(drawName(random, depth))] = drawValue(random, depth + 1)
    return entries
  }
}

const noShape: Shape = { text: '', numeric: null, minimum: -Infinity, maximum: Infinity }

/** Equal strings for properties with the same constraints, ignoring their descriptions. */
function shapeOf(compiler: Compiler, property: Schema): Shape {
  const resolved = compiler.resolve(property)
  const value = resolved.oneOf?.map((each) => compiler.resolve(each)).find(({ type }) => type !== 'null') ?? resolved
  const { minimum, maximum, format, pattern, maxLength, minLength } = value
  const types = [value.type].flat().filter((each) => each !== 'null')
  const [type] = types
  return {
    text: JSON.stringify([types, minimum, maximum, format, pattern, minLength, maxLength]),
    numeric: types.length === 1 && (type === 'number' || type === 'integer') ? type : null,
    minimum: minimum ?? -Infinity,
    maximum: maximum ?? Infinity,
  }
}

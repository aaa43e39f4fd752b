import { compileArray } from './arrays.ts'
import { deepest } from './depth.ts'
import type { Compiler, Draw } from './draw.ts'
import { compileNumber } from './numbers.ts'
import { compileObject } from './objects.ts'
import { likelyTypes, type Schema } from '@auspex/contract'
import { compileString } from './strings.ts'
import type { Place } from './texts.ts'

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

import type { Compiler, Draw, Generator } from './draw.ts'
import { componentName, type ContractDocument, resolveSchema } from '@auspex/contract'
import { compileValue } from './values.ts'
import { createDepthMeter } from './depth.ts'
import { top } from './texts.ts'

/**
 * Creates a generator for one contract. The values satisfy their schemas: types, formats, bounds, patterns, alternatives; and they match
 * what the names of the properties suggest. A schema is compiled on first use, which throws when no valid value can
 * be generated.
 */
export function createGenerator(document: ContractDocument): Generator {
  const drawn = new Map<string, Draw>()
  const compiler: Compiler = {
    resolve: (schema) => resolveSchema(document, schema),
    depthOf: createDepthMeter(document),
    compile: (schema, place = top) => {
      if (schema.$ref === undefined) return compileValue(compiler, resolveSchema(document, schema), place)
      const component = componentName(schema)
      const key = JSON.stringify([schema, place.name, place.within, place.around])
      return (random, depth) => {
        let draw = drawn.get(key)
        if (draw === undefined) {
          draw = compileValue(compiler, resolveSchema(document, schema), { ...place, component })
          drawn.set(key, draw)
        }
        return draw(random, depth)
      }
    },
  }
  return compiler
}

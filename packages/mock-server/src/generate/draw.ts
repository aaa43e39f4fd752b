import type { Random } from '@auspex/contract/random'
import type { Schema } from '@auspex/contract'
import type { Place } from './texts.ts'

/** Draws one value of a schema. `depth` counts the objects and lists around it. */
export type Draw = (random: Random, depth: number) => unknown

/** Compiles schemas of one contract into functions that draw valid values. */
export interface Generator {
  compile(schema: Schema, place?: Place): Draw
}

/** What the compilers of the parts of a schema need. */
export interface Compiler extends Required<Generator> {
  resolve(schema: Schema): Schema
  /** Objects and lists that the shallowest value has inside each other. */
  depthOf(schema: Schema): number
}

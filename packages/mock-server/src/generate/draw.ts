import type { Random } from '@auspex/contract/random'
import type { Schema } from '@auspex/contract'
import type { Place } from './texts.ts'

/** Turns texts and a seed into a seed, so that each request draws from a sequence of its own (FNV-1a). */
export function seedOf(seed: number, ...texts: readonly string[]): number {
  let hash = (0x811c9dc5 ^ Math.imul(seed, 0x9e3779b1)) >>> 0
  for (const text of texts) {
    for (let index = 0; index < text.length; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
    hash = Math.imul(hash ^ 0xff, 0x01000193) // parts the texts, so that ab+c is not a+bc
  }
  return hash >>> 0
}

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

import type { Random } from '@auspex/contract/random'
import type { Schema } from '@auspex/contract'
import type { Place } from './texts.ts'

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

/** What the compilers of schema parts need. */
export interface Compiler extends Required<Generator> {
  resolve(schema: Schema): Schema
  /** The nesting depth of the shallowest value. */
  depthOf(schema: Schema): number
}

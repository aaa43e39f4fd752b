import { parsePattern, type PatternNode } from './pattern-syntax.ts'
import { createRandom, type Random } from '@auspex/contract/random'

/** The usual length of an unbounded or wide repetition: long enough for unique ids, short enough to read. */
const usualLength = { min: 8, max: 10 }

export interface Lengths {
  minLength: number
  maxLength: number
}

/**
 * Creates a function that generates strings matching a pattern and its lengths.
 * Throws an `UnsupportedPatternError` for patterns outside the subset, and an `Error` when no string is found.
 */
export function compilePattern(source: string, { minLength, maxLength }: Lengths): (random: Random) => string {
  const node = parsePattern(source)
  const expression = new RegExp(source, 'u')
  const draw = (random: Random): string => {
    for (let attempt = 0; attempt < 100; attempt += 1) {
      const text = write(node, random)
      if (text.length <= maxLength && text.length >= minLength && expression.test(text)) return text
    }
    throw new Error(`No string of ${minLength} to ${maxLength} characters was found for ${source}`)
  }
  draw(createRandom(1)) // fails early when no string exists
  return draw
}

function write(node: PatternNode, random: Random): string {
  if (node.kind === 'characters') return random.pick(node.options)
  if (node.kind === 'choice') return write(random.pick(node.branches), random)
  let text = ''
  if (node.kind === 'sequence') for (const part of node.parts) text += write(part, random)
  else for (let count = times(node, random); count > 0; count -= 1) text += write(node.node, random)
  return text
}

function times({ node, min, max }: PatternNode & { kind: 'repeat' }, random: Random): number {
  if (node.kind !== 'characters') return random.int(min, Math.min(max, min + 2))
  const lowest = Math.max(min, Math.min(max, usualLength.min))
  return random.int(lowest, Math.max(lowest, Math.min(max, usualLength.max)))
}

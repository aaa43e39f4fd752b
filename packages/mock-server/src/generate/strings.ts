import { formats } from './formats.ts'
import type { Draw } from './draw.ts'
import { compilePattern } from './pattern.ts'
import { createRandom } from '@auspex/contract/random'
import type { Schema } from '@auspex/contract'
import { fit, type Place, writerOf } from './texts.ts'

const samples = 40

/** Compiles a string: by its meaning when that fits the pattern and the lengths, else by its pattern. */
export function compileString({ pattern, format, minLength = 0, maxLength = 200 }: Schema, place: Place): Draw {
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

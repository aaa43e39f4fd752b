import type { CheckedInput } from '@auspex/contract'
import { stepsOf } from '../state/pointer.ts'
import { isFields, valueAtPlace } from '../state/request-fields.ts'

/** What stands at a place of a request, whose `*` stand for each entry of a list; what is absent or null is left out. */
export function valuesAtPlace(place: string, input: CheckedInput): unknown[] {
  const pointer = place.indexOf('/')
  const [head, steps] = place.startsWith('body.')
    ? [input.body, stepsOf(pointer === -1 ? '' : place.slice(pointer))]
    : [valueAtPlace(place, input), []]
  return follow(head, steps).filter((value) => value !== undefined && value !== null)
}

function follow(value: unknown, [step, ...rest]: readonly string[]): unknown[] {
  if (step === undefined) return Array.isArray(value) ? value : [value]
  if (step === '*') return Array.isArray(value) ? value.flatMap((each) => follow(each, rest)) : []
  return isFields(value) ? follow(value[step], rest) : []
}

/** The same as texts; a text that holds several values, parted by commas, is each of them. */
export function textsAtPlace(place: string, input: CheckedInput): string[] {
  return valuesAtPlace(place, input).flatMap((value) => (typeof value === 'object' ? [] : [String(value)]))
}

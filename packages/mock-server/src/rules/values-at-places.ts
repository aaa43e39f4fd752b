import type { CheckedInput } from '@auspex/contract'
import { valuesAt } from '../state/pointer.ts'
import { valueAtPlace } from '../state/request-fields.ts'

/** What stands at a place of a request, whose `*` stand for each entry of a list; what is absent or null is left out. */
export function valuesAtPlace(place: string, input: CheckedInput): unknown[] {
  const found = place.startsWith('body.')
    ? valuesAt(input.body, place.slice('body.'.length))
    : [valueAtPlace(place, input)].flat()
  return found.filter((value) => value !== undefined && value !== null)
}

/** The same as texts. */
export function textsAtPlace(place: string, input: CheckedInput): string[] {
  return valuesAtPlace(place, input).flatMap((value) =>
    typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? [String(value)] : [],
  )
}

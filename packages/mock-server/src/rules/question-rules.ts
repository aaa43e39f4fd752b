import { parseQuery } from '@auspex/analytics/parse-query'
import {
  findBoundConflicts,
  findTermConflicts,
  type QuestionConflict,
  readTerms,
  type TypedQuestion,
} from '@auspex/analytics/question-conflicts'
import type { CheckedInput, InvalidField } from '@auspex/contract'
import { isFields, valueAtPlace } from '../state/request-fields.ts'
import { textsAtPlace } from './values-at-places.ts'

/** Texts of these places that cannot be read, as the server tells them. */
export function unreadableTexts(places: readonly string[], input: CheckedInput): InvalidField[] {
  return places.flatMap((place) =>
    textsAtPlace(place, input).flatMap((text) => {
      const read = parseQuery(text.normalize('NFC').replace(/\s+/gu, ' ').trim())
      if (read.ok) return []
      const message = `Column ${read.column}: ${read.message} ${read.hint}`
      return [{ in: 'body', pointer: pointerOf(place), message }]
    }),
  )
}

/** Terms of the question at this place that contradict each other, or lack one. */
export function wrongTerms(place: string, input: CheckedInput): InvalidField[] {
  const question = questionAt(place, input)
  return question === null ? [] : toFields(place, findTermConflicts(question))
}

/** What bounds the question at this place and contradicts its terms, or itself. The rules before this one refuse what cannot be read. */
export function wrongBounds(place: string, input: CheckedInput): InvalidField[] {
  const question = questionAt(place, input)
  if (question === null) return []
  const node = readTerms(question)
  return node === null ? [] : toFields(place, findBoundConflicts(node, question))
}

function questionAt(place: string, input: CheckedInput): TypedQuestion | null {
  const question = valueAtPlace(place, input)
  return isFields(question) ? question : null
}

function toFields(place: string, conflicts: readonly QuestionConflict[]): InvalidField[] {
  return conflicts.map(({ field, message }) => ({ in: 'body', pointer: `${pointerOf(place)}/${field}`, message }))
}

/** `body./query` is `/query`. */
function pointerOf(place: string): string {
  return place.slice('body.'.length)
}

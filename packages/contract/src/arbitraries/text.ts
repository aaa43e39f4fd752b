import * as fc from 'fast-check'
import { countryCodes } from '../countries.ts'
import type { Schema } from '../schema.ts'

/** Letters of several scripts and widths; each is one code point, as JSON Schema counts length. */
const letter = fc.constantFrom(...Array.from('abcdefghijklmnopqrstuvwxyzABCXYZ0123456789 -_.é漢ж🙂'))

/** Maximum length: longer texts show nothing that short ones do not. */
const longestText = 60

/** Strings that a schema allows. */
export function textArbitrary(schema: Schema): fc.Arbitrary<string> {
  const { pattern, format, minLength = 0, maxLength = longestText } = schema
  const fits = (text: string): boolean => {
    const { length } = Array.from(text)
    return length >= minLength && length <= maxLength
  }
  if (schema['x-country'] === true) return fc.constantFrom(...countryCodes())
  if (pattern !== undefined) return fc.stringMatching(new RegExp(pattern)).filter(fits)
  const formatted = format === undefined ? undefined : formats[format]
  if (formatted !== undefined) return formatted().filter(fits)
  return fc.string({ unit: letter, minLength, maxLength: Math.max(minLength, Math.min(maxLength, longestText)) })
}

function moment() {
  return fc.date({ min: new Date('2007-01-01T00:00:00Z'), max: new Date('2026-11-21T00:00:00Z'), noInvalidDate: true })
}

const formats: Record<string, () => fc.Arbitrary<string>> = {
  date: () => moment().map((date) => date.toISOString().slice(0, 10)),
  'date-time': () => moment().map((date) => date.toISOString()),
  uri: () => fc.stringMatching(/^https:\/\/[a-z]{3,10}\.example\/[a-z0-9]{0,12}$/),
  'uri-reference': () => fc.stringMatching(/^\/[a-z0-9]{1,12}$/),
  email: () => fc.stringMatching(/^[a-z]{2,10}@[a-z]{2,10}\.example$/),
  uuid: () => fc.uuid(),
  time: () => moment().map((date) => date.toISOString().slice(11)),
  binary: () => fc.constant(''),
}

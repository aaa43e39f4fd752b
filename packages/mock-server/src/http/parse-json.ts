import { type JsonLimits, readJson } from '@auspex/contract'
import { invalid, Refusal } from './refusal.ts'

/** Parses JSON as the product API does, by the same function. Throws a `Refusal` (422). */
export function parseJson(text: string, limits: JsonLimits): unknown {
  const read = readJson(text, limits)
  if (read.kind === 'read') return read.value
  if (read.kind === 'too-much') throw invalid([read.fault])
  throw new Refusal({
    status: 422,
    code: 'request.invalid',
    title: 'The body is not JSON',
    detail: 'Send one JSON value, in UTF-8.',
  })
}

import * as fc from 'fast-check'
import type { ContractOperation } from '../contract.ts'
import { type ContractDocument, type MediaObject, type Method, resolve } from '../document.ts'
import { jsonType } from '../body-type.ts'
import { dereference, type Schema } from '../schema.ts'
import { type FuzzRequest, partsOf, requestArbitrary } from './request.ts'

/** A request that is valid except for one field. */
export interface UnknownFieldRequest {
  in: 'query' | 'body'
  pointer: string
  request: FuzzRequest
}

const unknownName = 'notInTheContract'
const seed = 20_261_127

/** The contract's own examples of a request, and some generated ones whose bodies have all of their parts. */
export function wholeRequests(document: ContractDocument, operation: ContractOperation): FuzzRequest[] {
  const requests = fc.sample(requestArbitrary(document, operation, true), { numRuns: 2, seed })
  const [first] = requests
  const { requestBody } = document.paths[operation.path]?.[operation.method.toLowerCase() as Method] ?? {} // as it was loaded
  const examples = Object.entries(requestBody?.content ?? {}).flatMap(([mediaType, media]) =>
    examplesOf(document, media).flatMap((body) => (first === undefined ? [] : [{ ...first, mediaType, body }])),
  )
  return [...examples, ...requests]
}

function examplesOf(document: ContractDocument, { example, examples = {} }: MediaObject): unknown[] {
  const named = Object.values(examples).map((each) => resolve<{ value?: unknown }>(document, each).value)
  return example === undefined ? named : [example, ...named]
}

/** The same request with a field that the contract does not know: in its query, in its body, and in every closed object of the body. */
export function unknownFieldRequests(
  document: ContractDocument,
  operation: ContractOperation,
  request: FuzzRequest,
): UnknownFieldRequest[] {
  const inQuery: UnknownFieldRequest = {
    in: 'query',
    pointer: `/${unknownName}`,
    request: { ...request, query: { ...request.query, [unknownName]: 'x' } },
  }
  const schema = partsOf(document, operation).bodies.find(([type]) => type === request.mediaType)?.[1]
  if (schema !== undefined && request.body !== undefined) {
    const places = closedObjects(document, [schema], request.body)
    return [
      inQuery,
      ...places.map((steps): UnknownFieldRequest => ({
        in: 'body',
        pointer: ['', ...steps, unknownName].join('/'),
        request: { ...request, body: withField(request.body, steps) },
      })),
    ]
  }
  if (operation.body !== null || operation.method === 'GET') return [inQuery]
  const body = { [unknownName]: 'x' }
  return [inQuery, { in: 'body', pointer: `/${unknownName}`, request: { ...request, mediaType: jsonType, body } }]
}

type Steps = readonly (string | number)[]

/** The paths of objects in a value whose fields are all named; an object with free names accepts any, and so does one marked as open. */
function closedObjects(
  document: ContractDocument,
  schemas: readonly Schema[],
  value: unknown,
  steps: Steps = [],
): Steps[] {
  if (typeof value !== 'object' || value === null) return []
  const alternatives = schemas.flatMap((schema) => alternativesOf(document, schema))
  if (Array.isArray(value)) {
    const items = alternatives.flatMap(({ items: each }) => (each === undefined ? [] : [each]))
    return value.flatMap((item: unknown, index) => closedObjects(document, items, item, [...steps, index]))
  }
  const isClosed = alternatives.every(
    (schema) => schema['x-open'] === undefined && typeof schema.additionalProperties !== 'object',
  )
  const inside = Object.entries(value).flatMap(([name, inner]) => {
    const parts = alternatives.flatMap(({ properties, additionalProperties }) => {
      const part = properties?.[name] ?? additionalProperties
      return typeof part === 'object' ? [part] : []
    })
    return closedObjects(document, parts, inner, [...steps, name])
  })
  return isClosed ? [steps, ...inside] : inside
}

function alternativesOf(document: ContractDocument, schema: Schema): Schema[] {
  const resolved = dereference(document, schema)
  const branches = [...(resolved.oneOf ?? []), ...(resolved.anyOf ?? [])]
  return [resolved, ...branches.flatMap((branch) => alternativesOf(document, branch))]
}

function withField(value: unknown, [step, ...further]: Steps): unknown {
  if (step === undefined) return { ...(value as object), [unknownName]: 'x' } // an object, by its path
  const copy = (Array.isArray(value) ? [...(value as unknown[])] : { ...(value as object) }) as Record<string, unknown> // a list takes indices too
  copy[step] = withField(copy[step], further)
  return copy
}

const requestParts = ['path', 'query', 'body'] as const

/** The same request with text that no database can store in each of its texts, and in one more field of its body. */
export function unstorableRequests(
  { body: described }: ContractOperation,
  request: FuzzRequest,
): { place: string; request: FuzzRequest }[] {
  const files = described?.types.get(request.mediaType ?? '')?.files ?? new Map<string, number>()
  // a file is bytes, which may have any value
  const isText = (part: string, [step]: Steps): boolean => part !== 'body' || !files.has(String(step))
  const texts = requestParts.flatMap((part) =>
    listTexts(request[part])
      .filter((steps) => isText(part, steps))
      .flatMap((steps) =>
        // a URL and a form are bytes, which cannot contain half of a pair
        (part === 'body' && request.mediaType === 'application/json' ? ['\0', '\uD83D'] : ['\0']).map((character) => ({
          place: `${part}/${steps.join('/')} ${JSON.stringify(character)}`,
          request: { ...request, [part]: changeAt(request[part], steps, (text) => `${text}${character}`) },
        })),
      ),
  )
  const { body } = request
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return texts
  return [...texts, { place: 'a name', request: { ...request, body: { ...body, 'further\0': 'a field' } } }]
}

function listTexts(value: unknown, steps: Steps = []): Steps[] {
  if (typeof value === 'string') return [steps]
  if (Array.isArray(value)) return value.flatMap((item: unknown, index) => listTexts(item, [...steps, index]))
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, property]) => listTexts(property, [...steps, name]))
}

function changeAt(value: unknown, [step, ...further]: Steps, change: (text: string) => string): unknown {
  if (step === undefined) return change(String(value))
  const copy = (Array.isArray(value) ? [...(value as unknown[])] : { ...(value as object) }) as Record<string, unknown> // a list takes indices too
  copy[step] = changeAt(copy[step], further, change)
  return copy
}

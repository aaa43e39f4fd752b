import {
  type CheckedInput,
  type ContractDocument,
  type OperationObject,
  type ParameterObject,
  resolve,
  resolveSchema,
  type Schema,
} from '@auspex/contract'
import { valueAt, withValueAt, isFields, placesOf, valueAtPlace } from '../state/fields.ts'

/** A place of the reply that repeats a value of the request. */
export interface Echo {
  /** JSON pointer into the reply */
  pointer: string
  /** Where the request has the value. */
  place: string
}

/** A property of a reply repeats a parameter, or a field of the body, with the same named schema. */
export function readEchoes(document: ContractDocument, source: OperationObject, success: Schema): Echo[] {
  // a request has the revision it knew, its reply the current one
  const known = (source['x-refusals'] ?? []).map(({ revision }) => revision)
  const candidates = [...namedParameters(document, source), ...namedFields(document, source)].filter(
    ({ place }) => !known.includes(place),
  )
  const { properties = {} } = resolveSchema(document, success)
  const written = Object.entries(source['x-echo'] ?? {}).map(([pointer, place]) => ({ pointer, place }))
  const repeated = Object.entries(properties).flatMap(([property, { $ref }]) => {
    const [same, ...others] = candidates.filter((each) => each.$ref === $ref && isFor(property, each, source))
    // two properties with one schema are ambiguous
    return $ref === undefined || same === undefined || others.length > 0
      ? []
      : [{ pointer: `/${property}`, place: same.place }]
  })
  return [...written, ...repeated]
}

/**
 * Excludes parameters that become another property of the item (the id of the retried run is not the id of the new run), and the id of the parent of
 * an item, which may have the same form: a reply to a comment has an id of its own.
 */
function isFor(property: string, { place }: SchemaPlace, { 'x-resource': resource }: OperationObject): boolean {
  if (place === resource?.within?.id && property === (resource?.key ?? 'id')) return false
  const name = place.replace(/^(?:path|query)\.|^body\.\//, '')
  return resource?.fields?.[name] === undefined || placesOf(resource, name).includes(`/${property}`)
}

/** The body with the values of the request. */
export function withEchoes(body: unknown, echoes: readonly Echo[], input: CheckedInput): unknown {
  return echoes.reduce((result, { pointer, place }) => {
    const value = valueAtPlace(place, input)
    return isRepeatable(value) ? withValueAt(result, pointer, value) : result
  }, body)
}

/** Whether the body already has the values of the request, as an example does for its own request. */
export function isEchoed(body: unknown, echoes: readonly Echo[], input: CheckedInput): boolean {
  return echoes.every(({ pointer, place }) => {
    const value = valueAtPlace(place, input)
    return !isRepeatable(value) || value === valueAt(body, pointer)
  })
}

function isRepeatable(value: unknown): boolean {
  return typeof value === 'string' || typeof value === 'number'
}

interface SchemaPlace {
  $ref: string
  place: string
}

function namedParameters(document: ContractDocument, source: OperationObject): SchemaPlace[] {
  return (source.parameters ?? []).flatMap((each) => {
    const { name, in: part, schema } = resolve<ParameterObject>(document, each)
    return typeof schema['$ref'] === 'string' && part !== 'header'
      ? [{ $ref: schema['$ref'], place: `${part}.${name}` }]
      : []
  })
}

function namedFields(document: ContractDocument, { requestBody }: OperationObject): SchemaPlace[] {
  const schema = requestBody?.content['application/json']?.schema
  if (!isFields(schema)) return []
  return Object.entries(resolveSchema(document, schema).properties ?? {}).flatMap(([name, { $ref }]) =>
    $ref === undefined ? [] : [{ $ref, place: `body./${name}` }],
  )
}

import {
  type CheckedInput,
  type ContractDocument,
  type OperationObject,
  type ParameterObject,
  resolve,
  resolveSchema,
  type Schema,
} from '@auspex/contract'
import { valueAt, withValueAt } from '../state/pointer.ts'
import { isFields, placesOf, valueAtPlace } from '../state/request-fields.ts'

/** A place of the reply that says what was asked for. */
export interface Echo {
  /** JSON pointer into the reply */
  pointer: string
  /** Where the request says it. */
  place: string
}

/** A property of a reply that has the same named schema as a parameter, or as a field of the body, is what was asked for. */
export function readEchoes(document: ContractDocument, source: OperationObject, success: Schema): Echo[] {
  // a request says which revision it knew, its reply which one there is now
  const known = (source['x-refusals'] ?? []).map(({ revision }) => revision)
  const asked = [...namedParameters(document, source), ...namedFields(document, source)].filter(
    ({ place }) => !known.includes(place),
  )
  const { properties = {} } = resolveSchema(document, success)
  const written = Object.entries(source['x-echo'] ?? {}).map(([pointer, place]) => ({ pointer, place }))
  const told = Object.entries(properties).flatMap(([property, { $ref }]) => {
    const [same, ...others] = asked.filter((each) => each.$ref === $ref && isFor(property, each, source))
    // two of one kind cannot be told apart
    return $ref === undefined || same === undefined || others.length > 0
      ? []
      : [{ pointer: `/${property}`, place: same.place }]
  })
  return [...written, ...told]
}

/** What becomes another property of the item is not said by this one: the run that is retried is not the new run's own id. */
function isFor(property: string, { place }: SchemaPlace, { 'x-resource': resource }: OperationObject): boolean {
  const name = place.replace(/^(?:path|query)\.|^body\.\//, '')
  return resource?.fields?.[name] === undefined || placesOf(resource, name).includes(`/${property}`)
}

/** The body with what was asked for in it. */
export function withEchoes(body: unknown, echoes: readonly Echo[], input: CheckedInput): unknown {
  return echoes.reduce((told, { pointer, place }) => {
    const asked = valueAtPlace(place, input)
    return isTold(asked) ? withValueAt(told, pointer, asked) : told
  }, body)
}

/** Whether the body says what was asked for already: examples do, to whoever asks for what they show. */
export function isEchoed(body: unknown, echoes: readonly Echo[], input: CheckedInput): boolean {
  return echoes.every(({ pointer, place }) => {
    const asked = valueAtPlace(place, input)
    return !isTold(asked) || asked === valueAt(body, pointer)
  })
}

function isTold(value: unknown): boolean {
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

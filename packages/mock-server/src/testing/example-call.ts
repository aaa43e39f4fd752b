import type { Mock } from '../mock.ts'
import type { Call } from './call.ts'
import {
  type ContractDocument,
  type ContractOperation,
  formType,
  multipartType,
  type ParameterObject,
  resolve,
  resolveSchema,
  type Schema,
} from '@auspex/contract'
import { createRandom } from '@auspex/contract/random'
import { createGenerator } from '../generate/generator.ts'
import { examplesOf } from '../replies/success.ts'
import { isFields } from '../state/fields.ts'
import { tokenOf } from '../state/links-and-notifications.ts'

/** The first bytes of a PNG (PNG specification, section 5.2). */
const pngHead = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

/** A call from the contract's examples, with ids of stored items; other parameters without an example are generated. */
export function exampleCall(mock: Mock, operation: ContractOperation): Call & { headers: Record<string, string> } {
  const { document } = mock.contract
  const source = document.paths[operation.path]?.[operation.method.toLowerCase() as 'get'] // toLowerCase loses the literal type
  const query = new URLSearchParams()
  let { path } = operation
  for (const reference of source?.parameters ?? []) {
    const parameter = resolve<ParameterObject>(document, reference)
    if (parameter.in === 'path')
      path = path.replace(`{${parameter.name}}`, encodeURIComponent(valueOf(mock, operation, parameter)))
    else if (parameter.in === 'query' && parameter.required === true)
      query.append(parameter.name, valueOf(mock, operation, parameter))
  }
  const [type = '', media] = Object.entries(source?.requestBody?.content ?? {})[0] ?? []
  const example = examplesOf(document, media)[0]?.[1]
  return {
    method: operation.method,
    path: query.size === 0 ? path : `${path}?${query}`,
    prefix: operation.isElsewhere ? '/assistant' : '/api',
    headers: {},
    ...(media === undefined ? {} : bodyOf(type, example, resolveSchema(document, media.schema as Schema))), // a schema, enforced by the linter
  }
}

type Collections = ReturnType<Mock['snapshot']>['collections']

/** The id of something stored, where the parameter names one; otherwise an example, or any value. */
function valueOf(mock: Mock, operation: ContractOperation, parameter: ParameterObject): string {
  const { collections } = mock.snapshot()
  const { name, schema } = parameter
  if (operation.path.startsWith('/sharedItems/') && name === 'token')
    return tokenOf(collections['shareLinks']?.[0]?.id ?? '')
  const { document } = mock.contract
  const id =
    resourceId(collections, operation.resource, `${parameter.in}.${name}`) ??
    referenceId(collections, document, { operation, parameter })
  if (id !== null) return id
  const generate = createGenerator(document).compile(schema, { name, parent: '' })
  return String(exampleOf(document, parameter) ?? generate(createRandom(1), 0))
}

function exampleOf(document: ContractDocument, parameter: ParameterObject): unknown {
  return examplesOf(document, parameter)[0]?.[1]
}

/** The id of the item that an operation works on, or of an entry of it; null for a parameter that names neither. */
function resourceId(collections: Collections, resource: ContractOperation['resource'], place: string): string | null {
  if (resource === null) return null
  const { id, collection, within, key = 'id' } = resource
  if (within === undefined) return id === place ? (collections[collection]?.[0]?.id ?? '') : null
  const parent = collections[within.collection]?.[0]
  if (within.id === place && parent !== undefined) return parent.id
  if (id !== place) return null
  const entries = parent?.item[within.property]
  const first: unknown = Array.isArray(entries) ? entries[0] : undefined
  return isFields(first) ? String(first[key]) : ''
}

/** The id of another thing that has to exist; null for a parameter that names none. */
function referenceId(
  collections: Collections,
  document: ContractDocument,
  { operation, parameter }: { operation: ContractOperation; parameter: ParameterObject },
): string | null {
  const { path, method, requires } = operation
  const { schema } = parameter
  const place = `${parameter.in}.${parameter.name}`
  const source = document.paths[path]?.[method.toLowerCase() as 'get'] // toLowerCase loses the literal type
  const rules = source?.['x-refusals']?.filter(({ known }) => known === place) ?? []
  const allowed = new RegExp(resolveSchema(document, schema).pattern ?? '', 'u')
  const storedId = rules.flatMap((rule) => collections[rule.in ?? '']?.[0]?.id ?? []).find((id) => allowed.test(id))
  if (storedId !== undefined) return storedId
  const example = exampleOf(document, parameter)
  if (typeof example === 'string' && rules.some(({ isPublic }) => isPublic)) return example
  // ids mentioned in stored items are known
  const mustExist = requires === place || rules.length > 0
  return mustExist ? mentionedId(document, schema, JSON.stringify(collections)) : null
}

/** Replaces every field that may be a file with a file. */
function bodyOf(type: string, example: unknown, { properties = {} }: Schema): Pick<Call, 'json' | 'body'> {
  if (type !== formType && type !== multipartType) return { json: example }
  const form = type === formType ? new URLSearchParams() : new FormData()
  for (const [name, value] of Object.entries(isFields(example) ? example : {}))
    for (const each of [value].flat()) form.append(name, typeof each === 'string' ? each : JSON.stringify(each))
  for (const [name, { format }] of Object.entries(properties))
    if (form instanceof FormData && format === 'binary')
      form.set(name, new Blob([pngHead], { type: 'image/png' }), 'cover.png')
  return { body: form }
}

/** The first string that a parameter's schema allows. */
function mentionedId(document: ContractDocument, schema: Schema, stored: string): string {
  const { pattern, format } = resolveSchema(document, schema)
  const allowed = new RegExp(
    pattern ?? (format === 'uuid' ? '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' : '^sig_[a-z0-9]+$'),
    'u',
  )
  return stored.match(/(?<=["/])[\w-]+(?=")/g)?.find((text) => allowed.test(text)) ?? ''
}

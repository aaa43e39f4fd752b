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

function valueOf(
  mock: Mock,
  { path, method, resource, requires }: ContractOperation,
  { in: part, name, schema, ...parameter }: ParameterObject,
): string {
  const { collections } = mock.snapshot()
  const place = `${part}.${name}`
  if (path.startsWith('/sharedItems/') && name === 'token') return tokenOf(collections['shareLinks']?.[0]?.id ?? '')
  const within = resource?.within
  const parent = within === undefined ? undefined : collections[within.collection]?.[0]
  if (within?.id === place && parent !== undefined) return parent.id
  if (resource?.id === place && within === undefined) return collections[resource.collection]?.[0]?.id ?? ''
  if (resource?.id === place && within !== undefined) {
    const entries = parent?.item[within.property]
    const first: unknown = Array.isArray(entries) ? entries[0] : undefined
    return isFields(first) ? String(first[resource.key ?? 'id']) : ''
  }
  const { document } = mock.contract
  const source = document.paths[path]?.[method.toLowerCase() as 'get'] // toLowerCase loses the literal type
  const rules = source?.['x-refusals']?.filter(({ known }) => known === place) ?? []
  const allowed = new RegExp(resolveSchema(document, schema).pattern ?? '', 'u')
  const storedId = rules.flatMap((rule) => collections[rule.in ?? '']?.[0]?.id ?? []).find((id) => allowed.test(id))
  if (storedId !== undefined) return storedId
  const example = examplesOf(document, { schema, ...parameter })[0]?.[1]
  if (typeof example === 'string' && rules.some(({ isPublic }) => isPublic)) return example
  // ids mentioned in stored items are known
  if (requires === place || rules.length > 0) return mentionedId(document, schema, JSON.stringify(collections))
  return String(example ?? createGenerator(document).compile(schema, { name, parent: '' })(createRandom(1), 0))
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

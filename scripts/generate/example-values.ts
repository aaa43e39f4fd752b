import { type ContractDocument, dereference, type ParameterObject, resolve, type Schema } from '@auspex/contract'
import type { ContractOperation } from './contract-operation.ts'

type Json = Record<string, unknown>

const unknownUuid = '0b5e2c1a-7d34-4f6e-9a81-3c2d1e0f4b5a'

/** The example of a body, from the first media type that has one, or undefined. */
export function exampleBody(content: Json = {}, document: ContractDocument): unknown {
  const media = (content['application/json'] ?? Object.values(content)[0] ?? {}) as {
    example?: unknown
    examples?: Json
  }
  const [first] = Object.values(media.examples ?? {})
  const named = first === undefined ? undefined : resolve<{ value?: unknown }>(document, first as { value?: unknown })
  return media.example ?? named?.value
}

/** Names of the fields that hold a file. */
export function fileFields(content: Json = {}, document: ContractDocument): string[] {
  if ('application/json' in content) return []
  const form = content['multipart/form-data'] as { schema?: Schema; encoding?: Json } | undefined
  const properties = dereference(document, form?.schema ?? {}).properties ?? {}
  return Object.keys(form?.encoding ?? {}).filter(
    (name) => dereference(document, properties[name] ?? {}).type !== 'array',
  )
}

/** A value that the contract allows for a parameter; an id is one that the contract's examples contain. */
export function exampleValue(
  parameter: ParameterObject,
  operation: ContractOperation,
  document: ContractDocument,
): string | number | boolean {
  const schema = dereference(document, parameter.schema) as Schema & { enum?: (string | number)[]; minimum?: number }
  const [choice] = schema.enum ?? []
  if (choice !== undefined) return choice
  const { type, pattern = '', minimum } = schema
  if (type === 'integer' || type === 'number') return Math.max(minimum ?? 1, 1)
  if (type === 'boolean') return true
  if (parameter.name === 'token') return 'sh-2b7e151628aed2a6abf7'
  if (parameter.name === 'pointer') return '/counts/documents'
  if (schema.format === 'uuid')
    return findText('[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}', operation, document) ?? unknownUuid
  if (pattern.startsWith('^NCT')) return findText('NCT[0-9]{8}', operation, document) ?? 'NCT01234567'
  const prefix = /\b([a-z]{2,4}_)\[/.exec(pattern)?.[1]
  if (prefix !== undefined) return idWith(prefix, operation, document)
  return pattern === '' ? 'oat milk' : 'plants'
}

/** An id from the operation's own response example, otherwise from any example. */
function idWith(prefix: string, operation: ContractOperation, document: ContractDocument): string {
  return findText(`${prefix}[a-z0-9]{4,20}`, operation, document) ?? `${prefix}a1b2c3`
}

function findText(pattern: string, operation: ContractOperation, document: ContractDocument): string | undefined {
  const find = (value: unknown): string | undefined =>
    new RegExp(`"${pattern}"`).exec(JSON.stringify(value) ?? '')?.[0].slice(1, -1)
  const answer = Object.values(operation.responses)[0]
  const ownExample = exampleBody(resolve<{ content?: Json }>(document, answer as { content?: Json }).content, document)
  return find(ownExample) ?? find((document as { components?: unknown }).components)
}

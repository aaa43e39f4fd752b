import {
  type ContractDocument,
  type ContractOperation,
  type Method,
  resolve,
  type ResponseObject,
} from '@auspex/contract'

interface HeaderObject {
  schema?: { type?: string; minimum?: number; maximum?: number }
}

/** What the contract says of a reply beside the schema of its body. */
export interface DocumentedReply {
  /** Media types that it may have, `image/*` among them; empty when it has no body. */
  types: readonly string[]
  /** Bounds of headers that hold a whole number, by lower-case name. */
  integers: ReadonlyMap<string, { minimum: number; maximum: number }>
}

/** Null for a status that the operation does not document. */
export function documentedReply(
  document: ContractDocument,
  operation: ContractOperation,
  status: number,
): DocumentedReply | null {
  const method = operation.method.toLowerCase() as Method // it was upper-cased when it was read
  const found = document.paths[operation.path]?.[method]?.responses[String(status)]
  if (found === undefined) return null
  const { content = {}, headers = {} } = resolve<ResponseObject>(document, found)
  const integers = Object.entries(headers).flatMap(([name, header]) => {
    const { schema } = resolve<HeaderObject>(document, header as HeaderObject) // headers of a linted contract have such schemas
    if (schema?.type !== 'integer') return []
    return [
      [name.toLowerCase(), { minimum: schema.minimum ?? -Infinity, maximum: schema.maximum ?? Infinity }] as const,
    ]
  })
  return { types: Object.keys(content), integers: new Map(integers) }
}

/** Tells whether a media type is one of those named, of which `image/*` names many. */
export function isDocumentedType(types: readonly string[], type: string): boolean {
  return types.some(
    (each) => each === type || each === '*/*' || (each.endsWith('/*') && type.startsWith(each.slice(0, -1))),
  )
}

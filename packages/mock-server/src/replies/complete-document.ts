import {
  type ContractDocument,
  type Method,
  methods,
  type OperationObject,
  resolve,
  type ResponseObject,
} from '@auspex/contract'

/** What OpenAPI lets a document leave out or write in another way, as the mock reads it: so that contracts of other projects can be served. */
export function completeDocument(document: ContractDocument): ContractDocument {
  const isReadable = typeof document === 'object' && document !== null && typeof document.paths === 'object'
  if (!isReadable || document.paths === null) return document // `checkDocument` says so
  const ids = new Set<string>()
  const paths = Object.entries(document.paths).map(([path, item]) => {
    const operations = methods.flatMap((method) => {
      const operation = item[method]
      return operation === undefined
        ? []
        : [[method, complete(document, operation, freeId(ids, method, path))] as const]
    })
    return [path, { ...item, ...Object.fromEntries(operations) }] as const
  })
  const components = { ...document.components, schemas: document.components?.schemas ?? {} }
  return { ...document, components, paths: Object.fromEntries(paths) }
}

function complete(document: ContractDocument, operation: OperationObject, id: string): OperationObject {
  const { requestBody, responses } = operation
  return {
    ...operation,
    operationId: operation.operationId ?? id,
    ...(requestBody !== undefined && { requestBody: resolve(document, requestBody) }),
    ...(responses !== undefined && { responses: withSuccess(responses) }),
  }
}

/** `2XX` stands for 200, and `default` does where no success is named. */
function withSuccess(responses: OperationObject['responses']): OperationObject['responses'] {
  const named = Object.entries(responses).map(([status, response]): [string, ResponseObject | { $ref: string }] => [
    /^2xx$/i.test(status) ? '200' : status,
    response,
  ])
  const { default: other, ...rest } = Object.fromEntries(named)
  const hasSuccess = Object.keys(rest).some((status) => status.startsWith('2'))
  if (other === undefined) return rest
  return hasSuccess ? { ...rest, default: other } : { ...rest, 200: other }
}

/** `GET /pets/{petId}` is `getPetsPetId`, and the next that would be called so `getPetsPetId2`. */
function freeId(ids: Set<string>, method: Method, path: string): string {
  const words = path.split(/[^A-Za-z0-9]+/).filter(Boolean)
  const stem = method + words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')
  let id = stem
  for (let number = 2; ids.has(id); number += 1) id = `${stem}${number}`
  ids.add(id)
  return id
}

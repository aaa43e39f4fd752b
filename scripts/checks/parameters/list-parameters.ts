import { type ContractDocument, type Method, resolve, type Schema } from '@auspex/contract'
import { readContractOperations, specifiedOperations } from '../specified-operations.ts'

export interface SpecifiedOperation {
  id: string
  method: string
  path: string
  /** By place and name: `path.id`, `query.geo`, `body.title`; `form.title` if read from a form with files. */
  parameters: string[]
}

/** Every operation in the specification, with the parameters of its requests. */
export function listParameters(document: ContractDocument): SpecifiedOperation[] {
  const byId = new Map(
    Object.entries(document.paths).flatMap(([path, item]) =>
      (['get', 'post', 'put', 'patch', 'delete'] as const satisfies readonly Method[]).flatMap((method) => {
        const operation = item[method]
        return operation === undefined ? [] : [[operation.operationId, { path, method, operation }] as const]
      }),
    ),
  )
  const ids = readContractOperations()
  return specifiedOperations.flatMap((line) => {
    const id = ids.get(line) ?? ''
    const entry = byId.get(id)
    if (entry === undefined) return []
    const { path, method, operation } = entry
    const named = (operation.parameters ?? []).flatMap((parameter) => {
      const { name, in: place } = resolve(document, parameter)
      return place === 'header' ? [] : [`${place}.${name}`]
    })
    const bodies = Object.entries(operation.requestBody?.content ?? {}).flatMap(([type, { schema }]) => {
      const place = type.startsWith('multipart/') ? 'form' : 'body'
      return schema == null ? [] : propertiesOf(document, schema).map((name) => `${place}.${name}`)
    })
    return [{ id, method: method.toUpperCase(), path, parameters: [...new Set([...named, ...bodies])] }]
  })
}

function propertiesOf(document: ContractDocument, given: Schema): string[] {
  const schema = resolve(document, given) as {
    properties?: Record<string, unknown>
    allOf?: Schema[]
    oneOf?: Schema[]
    anyOf?: Schema[]
  }
  const parts = [...(schema.allOf ?? []), ...(schema.oneOf ?? []), ...(schema.anyOf ?? [])]
  return [...Object.keys(schema.properties ?? {}), ...parts.flatMap((part) => propertiesOf(document, part))]
}

import {
  type ContractDocument,
  type Method,
  type OperationObject,
  type ParameterObject,
  resolve,
} from '@auspex/contract'

/** An operation as written in the document. */
export interface WrittenOperation {
  path: string
  method: Method
  operation: OperationObject & { description?: string }
  /** The operation's parameters and those of its path, with references resolved. */
  parameters: ParameterObject[]
}

const methods: readonly Method[] = ['get', 'put', 'post', 'delete', 'patch']

/** Every operation of the document, in document order. */
export function listOperations(document: ContractDocument): WrittenOperation[] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const operation = item[method]
      if (operation === undefined) return []
      const parameters = [...(item.parameters ?? []), ...(operation.parameters ?? [])].map((parameter) =>
        resolve<ParameterObject>(document, parameter),
      )
      return [{ path, method, operation, parameters }]
    }),
  )
}

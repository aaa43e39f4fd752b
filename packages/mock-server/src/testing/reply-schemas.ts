import {
  type Contract,
  type OperationObject,
  resolve,
  type ResponseObject,
  type Validate,
  type Schema,
} from '@auspex/contract'

/** A schema of bodies, with its validator. */
export interface ReplySchema {
  /** The component, or the first operation and status that uses it. */
  name: string
  schema: Schema
  check: Validate
}

/** Every schema of a reply's JSON body and of a server-sent event's data, each once. */
export function listReplySchemas({ document, operations }: Contract): ReplySchema[] {
  const schemas = new Map<string, ReplySchema>()
  const add = (place: string, schema: Schema, check: Validate | undefined) => {
    const name = schema.$ref?.split('/').at(-1) ?? place
    if (check !== undefined && !schemas.has(name)) schemas.set(name, { name, schema, check })
  }
  for (const operation of operations) {
    const source = document.paths[operation.path]?.[operation.method.toLowerCase() as 'get'] // toLowerCase loses the literal type
    for (const [status, reference] of Object.entries(source?.responses ?? {})) {
      const { content = {} } = resolve<ResponseObject>(document, reference)
      for (const [type, { schema }] of Object.entries(content)) {
        const check = operation.responses.get(Number(status))?.get(type)
        add(`${operation.id} ${status}`, schema as Schema, check) // a schema, enforced by the linter
      }
    }
    for (const [event, schema] of eventsOf(source))
      add(`${operation.id} ${event}`, schema, operation.events?.get(event))
  }
  return [...schemas.values()]
}

function eventsOf(source: OperationObject | undefined): [string, Schema][] {
  return Object.entries(source?.['x-sse-events'] ?? {})
}

import { resolve } from '@auspex/contract'
import { readContractDocument } from '@auspex/contract/file'
import type { operations } from '../operations.ts'
import * as sdk from '../index.ts'

/** The parts of the contract file that tests use. */
export interface ContractOperation {
  readonly id: keyof typeof operations
  readonly path: string
  readonly parameters: readonly { readonly name: string; readonly in: string }[]
  readonly requestTypes: readonly string[]
  /** The example of each documented response by status; undefined where it is not JSON. */
  readonly examples: ReadonlyMap<number, unknown>
  readonly requestExample: unknown
}

type Json = Record<string, unknown>
const contractDocument = readContractDocument()

/** A resolved reference has the shape that its place in an OpenAPI document requires. */
const follow = (value: unknown): Json => resolve<Json>(contractDocument, (value ?? {}) as Json)

const exampleOf = (media: unknown): unknown => {
  const { example, examples } = follow(media)
  return example ?? follow(Object.values((examples ?? {}) as Json)[0]).value
}

const jsonOf = (body: Json): unknown => {
  const content = (body.content ?? {}) as Json
  const type = Object.keys(content).find((name) => name.includes('json')) ?? Object.keys(content)[0]
  return type === undefined ? undefined : exampleOf(content[type])
}

const methods = new Set(['get', 'put', 'post', 'patch', 'delete'])

/** Every operation of the contract with its examples. */
export const contractOperations: readonly ContractOperation[] = Object.entries(
  contractDocument.paths as unknown as Record<string, Record<string, Json>>,
).flatMap(([path, item]) =>
  Object.entries(item).flatMap(([method, operation]) => {
    if (!methods.has(method)) return []
    const responses = operation.responses as Json
    const shared = (item.parameters ?? []) as unknown as unknown[]
    return {
      id: operation.operationId as ContractOperation['id'],
      path,
      parameters: [...shared, ...((operation.parameters ?? []) as unknown[])].map((each) => {
        const parameter = follow(each)
        return { name: String(parameter.name), in: String(parameter.in) }
      }),
      requestTypes: Object.keys(follow(operation.requestBody).content ?? {}),
      requestExample: jsonOf(follow(operation.requestBody)),
      examples: new Map(
        Object.entries(responses).map(([status, response]) => [Number(status), jsonOf(follow(response))]),
      ),
    }
  }),
)

const functions: Record<string, unknown> = { ...sdk }
type Options = Parameters<typeof sdk.getMe>[0]

/** The arguments of a call; names of path parameters are those of the contract. */
export interface Arguments {
  readonly path: Readonly<Record<string, unknown>>
  readonly query: object
  readonly body: unknown
}

/** Calls the function of an operation with path parameters, body, query and options, in this order, as far as it has them. */
export const callOperation = (
  { id, path, parameters, requestTypes, requestExample }: ContractOperation,
  options: Options,
  values: Partial<Arguments> = {},
): unknown => {
  // every operation has a function with its name
  const call = functions[id] as (...args: unknown[]) => unknown
  const { path: steps = {}, query = {}, body = requestExample ?? {} } = values
  return call(
    ...[...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => steps[name] ?? 'x1'),
    ...(requestTypes.length > 0 ? [body] : []),
    ...(parameters.some((each) => each.in === 'query') ? [query] : []),
    options,
  )
}

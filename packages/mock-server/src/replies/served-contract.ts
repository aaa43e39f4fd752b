import {
  type Contract,
  type ContractDocument,
  type ContractOperation,
  createRouteMatcher,
  loadContract,
  type Method,
  methods,
  type OperationObject,
  resolve,
  type Resource,
  type ResponseObject,
  type RouteMatch,
} from '@auspex/contract'
import { isBelow } from '../http/messages.ts'
import { createGenerator, type Generator } from '../generate/generator.ts'
import { type Echo, readEchoes } from './echo.ts'
import { isFields, splitPlace } from '../state/fields.ts'
import { readSuccess, type Success } from './success.ts'

/** The document cannot be served; `reasons` has one sentence for each cause. */
export class InvalidContractError extends Error {
  override readonly name = 'InvalidContractError'
  readonly reasons: readonly string[]

  constructor(reasons: readonly string[]) {
    super(`The contract cannot be served: ${reasons.slice(0, 3).join('; ')}`)
    this.reasons = reasons
  }
}

const maxReasons = 20

/**
 * Finds what would fail at run time: no paths, dangling references, operations without an id or a success, invalid regular expressions.
 * The linter checks the rest. Throws an `InvalidContractError`; every reason begins with the JSON pointer of its place.
 */
function checkDocument(document: ContractDocument): void {
  if (!isFields(document) || !isFields(document.paths))
    throw new InvalidContractError(['/paths is missing: this is no OpenAPI document'])
  if (!isFields(document.components)) throw new InvalidContractError(['/components is missing'])
  const reasons = [...faultsOfOperations(document), ...faultsOfValues(document, document, '')].slice(0, maxReasons)
  if (reasons.length > 0) throw new InvalidContractError(reasons)
}

function* faultsOfOperations(document: ContractDocument): Iterable<string> {
  const ids = new Set<string>()
  for (const [path, item] of Object.entries(document.paths))
    for (const method of methods) {
      const operation = item[method]
      if (operation === undefined) continue
      const pointer = `/paths/${step(path)}/${method}`
      const { operationId: id, responses } = operation
      if (typeof id !== 'string') yield `${pointer} has no operationId`
      else if (ids.has(id)) yield `${pointer} has the operationId ${id} of another operation`
      ids.add(id)
      if (!Object.keys(responses ?? {}).some((status) => status.startsWith('2')))
        yield `${pointer} documents no success`
      if (operation['x-resource'] !== undefined)
        yield* faultsOfResource(operation['x-resource'], `${pointer}/x-resource`, path)
    }
}

/** Whether a verb works on an item that the request names. */
const namesItem: Readonly<Record<Resource['verb'], boolean>> = {
  create: false,
  list: false,
  read: true,
  update: true,
  delete: true,
  clear: false,
  restore: true,
}

/** What would fail at run time, or work on an item that nobody named. */
function* faultsOfResource(resource: unknown, pointer: string, path: string): Iterable<string> {
  const { collection, verb, id, within } = isFields(resource) ? resource : {}
  const parentId = isFields(within) ? within['id'] : undefined
  const parameters = [...path.matchAll(/\{([^}]+)\}/g)].map(([, name = '']) => name)
  if (typeof collection !== 'string') yield `${pointer} names no collection, as in { collection: pets, verb: list }`
  if (!isVerb(verb)) {
    const verbs = Object.keys(namesItem).join(', ')
    yield verb === undefined
      ? `${pointer} must have a verb: one of ${verbs}`
      : `${pointer}/verb must be one of ${verbs}, not ${JSON.stringify(verb)}`
  } else if (namesItem[verb] && id === undefined) {
    const free = parameters.findLast((name) => parentId !== `path.${name}`)
    if (free !== undefined) yield `${pointer} needs an id: where the request names the item, as in id: path.${free}`
  }
  for (const [name, place] of Object.entries({ id, 'within/id': parentId })) {
    if (place === undefined) continue
    const text = typeof place === 'string' ? place : ''
    const [part, rest] = splitPlace(text)
    const isKnown = part === 'path' ? parameters.includes(rest) : /^(query\..+|body\.\/.*)$/.test(text)
    const places = [...parameters.map((each) => `path.${each}`), 'query.NAME', 'body./NAME'].join(', ')
    if (!isKnown) yield `${pointer}/${name} is ${JSON.stringify(place)}, and must be a place of the request: ${places}`
  }
}

function isVerb(value: unknown): value is Resource['verb'] {
  return typeof value === 'string' && Object.hasOwn(namesItem, value)
}

function* faultsOfValues(document: ContractDocument, value: unknown, pointer: string): Iterable<string> {
  if (typeof value !== 'object' || value === null) return
  for (const [key, inner] of Object.entries(value) as [string, unknown][]) {
    const place = `${pointer}/${step(key)}`
    if (key === '$ref' && typeof inner === 'string') {
      if (!inner.startsWith('#/')) yield `${place} points outside of the document: ${inner}`
      else if (fails(() => resolve(document, { $ref: inner }))) yield `${place} points to nothing: ${inner}`
    } else if (key === 'pattern' && typeof inner === 'string') {
      if (fails(() => RegExp(inner, 'u'))) yield `${place} is no regular expression: ${inner}`
    }
    // examples are values, not schemas
    else if (key !== 'example' && key !== 'examples') yield* faultsOfValues(document, inner, place)
  }
}

function fails(act: () => unknown): boolean {
  try {
    act()
    return false
  } catch {
    return true
  }
}

function step(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1')
}

/** Normalizes what OpenAPI lets a document omit or write differently, so that contracts of other projects can be served. */
function completeDocument(document: ContractDocument): ContractDocument {
  if (!isFields(document) || !isFields(document.paths)) return document // refused by `checkDocument`
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

/** `2XX` becomes 200, and so does `default` when no success is listed. */
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

/** `GET /pets/{petId}` becomes `getPetsPetId`, and the next with that name `getPetsPetId2`. */
function freeId(ids: Set<string>, method: Method, path: string): string {
  const words = path.split(/[^A-Za-z0-9]+/).filter(Boolean)
  const stem = method + words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')
  let id = stem
  for (let number = 2; ids.has(id); number += 1) id = `${stem}${number}`
  ids.add(id)
  return id
}

/** An operation and its replies. */
export interface ServedOperation {
  operation: ContractOperation
  source: OperationObject
  /** The values of the request that its success repeats. */
  echoes: readonly Echo[]
  success: Success
  /** The success with the media type that a caller accepts. */
  successFor: (accept: string | undefined) => Success
}

/** A contract prepared for serving; every operation is prepared on first use. */
export interface ServedContract {
  contract: Contract
  document: ContractDocument
  generator: Generator
  served(operation: ContractOperation): ServedOperation
  /** Finds the operation for a path with its prefix. */
  locate(method: string, pathname: string): { match: RouteMatch; path: string }
}

export interface ServeOptions {
  document: ContractDocument
  prefix: string
  assistantPrefix: string
}

/** Prepares a contract. Throws an `InvalidContractError` when it cannot be served. */
export function serveContract({ document: given, prefix, assistantPrefix }: ServeOptions): ServedContract {
  const document = completeDocument(given)
  checkDocument(document)
  const contract = loadContract(document)
  const generator = createGenerator(document)
  const known = new Map<string, ServedOperation>()
  const own = createRouteMatcher({ operations: contract.operations.filter(({ isElsewhere }) => !isElsewhere) })
  const elsewhere = createRouteMatcher({ operations: contract.operations.filter(({ isElsewhere }) => isElsewhere) })

  function toServed(operation: ContractOperation): ServedOperation {
    const source = document.paths[operation.path]?.[methodOf(operation)]
    if (source === undefined) throw new Error(`The contract has no ${operation.id}`)
    const parts = { document, generator, operation, source }
    const success = readSuccess(parts, undefined)
    const hasOneType = (operation.mediaTypes.get(success.status)?.size ?? 0) <= 1
    return {
      operation,
      source,
      echoes: readEchoes(document, source, success.schema),
      success,
      successFor: (accept) => (hasOneType || accept === undefined ? success : readSuccess(parts, accept)),
    }
  }

  function serve(operation: ContractOperation): ServedOperation {
    let served = known.get(operation.id)
    if (served === undefined) {
      served = toServed(operation)
      known.set(operation.id, served)
    }
    return served
  }

  return {
    contract,
    document,
    generator,
    served: serve,
    locate(method, pathname) {
      if (isBelow(pathname, assistantPrefix)) {
        const path = pathname.slice(assistantPrefix.length)
        const match = elsewhere(method, path)
        // with one prefix for both, the product API is tried too
        if (match.kind !== 'unknown' || prefix !== assistantPrefix) return { match, path }
      }
      if (!isBelow(pathname, prefix)) return { match: { kind: 'unknown' }, path: pathname }
      const path = pathname.slice(prefix.length)
      return { match: own(method, path), path }
    },
  }
}

export function methodOf({ method }: ContractOperation): 'get' | 'put' | 'post' | 'delete' | 'patch' {
  return method.toLowerCase() as 'get' // toLowerCase loses the literal type
}

import {
  type Contract,
  type ContractDocument,
  type ContractOperation,
  createRouteMatcher,
  loadContract,
  type OperationObject,
  type RouteMatch,
} from '@auspex/contract'
import type { Generator } from '../generate/draw.ts'
import { createGenerator } from '../generate/generator.ts'
import { InvalidContractError } from '../invalid-contract-error.ts'
import { checkDocument } from './check-document.ts'
import { completeDocument } from './complete-document.ts'
import { type Echo, readEchoes } from './echo.ts'
import { readSuccess, type Success } from './success.ts'

/** An operation with what it answers. */
export interface ServedOperation {
  operation: ContractOperation
  source: OperationObject
  /** What of the request its success repeats. */
  echoes: readonly Echo[]
  success: Success
  /** The success of the media type that a caller accepts. */
  successFor: (accept: string | undefined) => Success
}

/** A contract, made ready to be served; every operation is made ready when it is first called. */
export interface ServedContract {
  contract: Contract
  document: ContractDocument
  generator: Generator
  served(operation: ContractOperation): ServedOperation
  /** Finds the operation of an address with its prefix. */
  locate(method: string, pathname: string): { match: RouteMatch; path: string }
}

export interface ServeOptions {
  document: ContractDocument
  prefix: string
  assistantPrefix: string
  examples: Readonly<Record<string, Readonly<Record<string, unknown>>>>
}

/** Makes a contract ready. Throws an `InvalidContractError` when it cannot be served, or an added example is not what it allows. */
export function serveContract({ document: given, prefix, assistantPrefix, examples }: ServeOptions): ServedContract {
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
    const parts = { document, generator, operation, source, more: examples[operation.id] ?? {} }
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

  refuseExamples(contract, { examples, serve })
  return {
    contract,
    document,
    generator,
    served: serve,
    locate(method, pathname) {
      if (isUnder(pathname, assistantPrefix)) {
        const path = pathname.slice(assistantPrefix.length)
        const match = elsewhere(method, path)
        // with one prefix for both, the product API is asked too
        if (match.kind !== 'unknown' || prefix !== assistantPrefix) return { match, path }
      }
      if (!isUnder(pathname, prefix)) return { match: { kind: 'unknown' }, path: pathname }
      const path = pathname.slice(prefix.length)
      return { match: own(method, path), path }
    },
  }
}

/** Examples that were added must be what the contract allows. */
function refuseExamples(
  { operations }: Contract,
  { examples, serve }: Pick<ServeOptions, 'examples'> & { serve: (operation: ContractOperation) => ServedOperation },
): void {
  const reasons = Object.entries(examples).flatMap(([id, named]) => {
    const operation = operations.find((each) => each.id === id)
    if (operation === undefined) return [`/examples/${id} belongs to no operation`]
    const { check } = serve(operation).success
    return Object.entries(named).flatMap(([name, value]) =>
      (check?.(value) ?? [])
        .slice(0, 1)
        .map((fault) => `/examples/${id}/${name}${fault.instancePath} ${fault.message ?? fault.keyword}`),
    )
  })
  if (reasons.length > 0) throw new InvalidContractError(reasons)
}

export function methodOf({ method }: ContractOperation): 'get' | 'put' | 'post' | 'delete' | 'patch' {
  return method.toLowerCase() as 'get' // toLowerCase forgets the literal type
}

function isUnder(pathname: string, prefix: string): boolean {
  return pathname.startsWith(prefix) && pathname[prefix.length] === '/'
}

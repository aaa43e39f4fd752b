import type { Contract, ContractOperation } from './contract.ts'

export type RouteMatch =
  | { kind: 'found'; operation: ContractOperation; path: Record<string, string> }
  | { kind: 'wrong-method'; allowed: string[] }
  | { kind: 'malformed' }
  | { kind: 'unknown' }

/** One segment of the routes: the possible next segments, and the operations of a path that ends here. */
interface Step {
  literals: Map<string, Step>
  parameter: Step | null
  ends: End[]
}

interface End {
  operation: ContractOperation
  names: readonly string[]
}

/**
 * Finds the operation of a path without its prefix. Literal segments take precedence over parameters, from the left, as long as they lead to an
 * operation with that method; so each method has its own routes, as in the product API's router.
 */
export function createRouteMatcher({
  operations,
}: {
  operations: Contract['operations']
}): (method: string, pathname: string) => RouteMatch {
  const root = newStep()
  for (const operation of operations) insert(root, operation)
  return (method, pathname) => {
    const raw = pathname.split('/')
    const steps = pathname.includes('%') ? decodeAll(raw) : raw
    if (steps === null) return { kind: 'malformed' }
    const values: string[] = []
    const end = find(root, { steps, at: 1, method, values })
    if (end !== null) {
      const path: Record<string, string> = {}
      for (const [index, name] of end.names.entries()) path[name] = values[index] ?? ''
      return { kind: 'found', operation: end.operation, path }
    }
    const others = new Set<ContractOperation>()
    collect(root, { steps, at: 1, others })
    if (others.size === 0) return { kind: 'unknown' }
    return {
      kind: 'wrong-method',
      allowed: [...new Set(operations.filter((each) => others.has(each)).map((each) => each.method))],
    }
  }
}

function newStep(): Step {
  return { literals: new Map(), parameter: null, ends: [] }
}

function insert(root: Step, operation: ContractOperation): void {
  const names: string[] = []
  let step = root
  for (const text of operation.path.split('/').slice(1)) {
    const name = /^{(\w+)}$/.exec(text)?.[1]
    if (name === undefined) {
      const next = step.literals.get(text) ?? newStep()
      step.literals.set(text, next)
      step = next
    } else {
      names.push(name)
      step.parameter ??= newStep()
      step = step.parameter
    }
  }
  step.ends.push({ operation, names })
}

interface Search {
  steps: readonly string[]
  at: number
  method: string
  /** Values of the parameters along the path, filled while searching. */
  values: string[]
}

function find(step: Step, search: Search): End | null {
  const { steps, at, method, values } = search
  const text = steps[at]
  if (text === undefined) return step.ends.find(({ operation }) => operation.method === method) ?? null
  const literal = step.literals.get(text)
  const route = literal === undefined ? null : find(literal, { ...search, at: at + 1 })
  if (route !== null || step.parameter === null) return route
  const before = values.length
  values.push(text)
  const parameterMatch = find(step.parameter, { ...search, at: at + 1 })
  if (parameterMatch === null) values.length = before
  return parameterMatch
}

function collect(
  step: Step,
  { steps, at, others }: { steps: readonly string[]; at: number; others: Set<ContractOperation> },
): void {
  const text = steps[at]
  if (text === undefined) {
    for (const { operation } of step.ends) others.add(operation)
    return
  }
  const literal = step.literals.get(text)
  if (literal !== undefined) collect(literal, { steps, at: at + 1, others })
  if (step.parameter !== null && text !== '') collect(step.parameter, { steps, at: at + 1, others })
}

function decodeAll(steps: readonly string[]): string[] | null {
  try {
    return steps.map((step) => (step.includes('%') ? decodeURIComponent(step) : step))
  } catch {
    return null
  }
}

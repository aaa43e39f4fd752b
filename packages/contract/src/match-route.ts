import type { Contract, ContractOperation } from './contract.ts'

export type RouteMatch =
  | { kind: 'found'; operation: ContractOperation; path: Record<string, string> }
  | { kind: 'wrong-method'; allowed: string[] }
  | { kind: 'malformed' }
  | { kind: 'unknown' }

interface Route {
  operation: ContractOperation
  pattern: RegExp
  names: string[]
}

/** Finds the operation of an address without its prefix. Literal segments win over parameters, as in RFC 6570 routers. */
export function createRouteMatcher({ operations }: Contract): (method: string, pathname: string) => RouteMatch {
  const routes = operations.map(toRoute).toSorted((left, right) => specificity(left).localeCompare(specificity(right)))
  return (method, pathname) => {
    const matching = routes.filter(({ pattern }) => pattern.test(pathname))
    const [best] = matching
    if (best === undefined) return { kind: 'unknown' }
    const sameShape = matching.filter((route) => route.pattern.source === best.pattern.source)
    const route =
      sameShape.find(({ operation }) => operation.method === method) ??
      matching.find(({ operation }) => operation.method === method)
    if (route === undefined)
      return { kind: 'wrong-method', allowed: [...new Set(matching.map(({ operation }) => operation.method))] }
    const values = route.pattern.exec(pathname)?.slice(1) ?? []
    try {
      const path = Object.fromEntries(route.names.map((name, index) => [name, decodeURIComponent(values[index] ?? '')]))
      return { kind: 'found', operation: route.operation, path }
    } catch {
      return { kind: 'malformed' }
    }
  }
}

function toRoute(operation: ContractOperation): Route {
  const names = [...operation.path.matchAll(/{(\w+)}/g)].map(([, name = '']) => name)
  return {
    operation,
    names,
    pattern: new RegExp(`^${operation.path.replaceAll('.', '\\.').replaceAll(/{\w+}/g, '([^/]+)')}$`),
  }
}

/** Sorts literal segments before parameters, from the left. */
function specificity({ operation }: Route): string {
  return operation.path
    .split('/')
    .map((step) => (step.startsWith('{') ? '1' : '0'))
    .join('')
}

import type { ContractOperation } from './contract.ts'
import type { CheckedInput } from './check-request.ts'
import type { ModuleRead } from './document.ts'

/** What an operation says about the modules it uses. */
interface ModuleUse {
  permission: ContractOperation['permission']
  reads: readonly ModuleRead[]
}

/** The modules that a caller needs for the operation, whatever the request contains. */
export function modulesOf({ permission, reads }: ModuleUse): string[] {
  const ownModule = permission?.module ?? null
  const always = reads.filter((read) => read.where === undefined && read.effect === undefined)
  return [...new Set([...(ownModule === null ? [] : [ownModule]), ...always.map(({ module }) => module)])]
}

/** The additional modules that a caller needs because of the request's content. */
export function modulesOfRequest({ reads }: { reads: readonly ModuleRead[] }, input: CheckedInput): string[] {
  return [...new Set(reads.filter((read) => isNamed(read, input)).map(({ module }) => module))]
}

function isNamed({ where, is }: ModuleRead, input: CheckedInput): boolean {
  if (where === undefined) return false
  const values = valuesAt(input, where)
  return is === undefined ? values.length > 0 : values.some((value) => is.includes(String(value)))
}

/** The values at `path.NAME`, `query.NAME` or `body.POINTER`; the items of a list, and nothing for null or a missing value. */
function valuesAt(input: CheckedInput, place: string): unknown[] {
  const [, part = '', rest = ''] = /^(path|query|body)\.(.*)$/.exec(place) ?? []
  const steps = part === 'body' ? rest.split('/').slice(1) : [rest]
  let value: unknown = { path: input.path, query: input.query, body: input.body }[part]
  for (const step of steps)
    value = typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[step] : undefined
  return (Array.isArray(value) ? value : [value]).filter((one) => one != null)
}

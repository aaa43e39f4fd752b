import { type ContractDocument, methods, resolve } from '@auspex/contract'
import { InvalidContractError } from '../invalid-contract-error.ts'

const mostReasons = 20

/**
 * Looks for what would break while the contract is served: no paths, references to nothing, operations without an id or a success, patterns that are no regular expressions.
 * The linter does the rest. Throws an `InvalidContractError`; every reason begins with the JSON pointer of its place.
 */
export function checkDocument(document: ContractDocument): void {
  const reasons: string[] = []
  const refuse = (pointer: string, why: string) => {
    if (reasons.length < mostReasons) reasons.push(`${pointer} ${why}`)
  }
  if (
    typeof document !== 'object' ||
    document === null ||
    typeof document.paths !== 'object' ||
    document.paths === null
  )
    throw new InvalidContractError(['/paths is missing: this is no OpenAPI document'])
  if (typeof document.components !== 'object' || document.components === null)
    throw new InvalidContractError(['/components is missing'])
  checkOperations(document, refuse)
  checkValues(document, { value: document, pointer: '', refuse })
  if (reasons.length > 0) throw new InvalidContractError(reasons)
}

type Refuse = (pointer: string, why: string) => void

function checkOperations(document: ContractDocument, refuse: Refuse): void {
  const ids = new Set<string>()
  for (const [path, item] of Object.entries(document.paths)) {
    for (const method of methods) {
      const operation = item[method]
      if (operation === undefined) continue
      const pointer = `/paths/${step(path)}/${method}`
      if (typeof operation.operationId !== 'string') refuse(pointer, 'has no operationId')
      else if (ids.has(operation.operationId))
        refuse(pointer, `has the operationId ${operation.operationId} of another operation`)
      else ids.add(operation.operationId)
      if (!Object.keys(operation.responses ?? {}).some((status) => status.startsWith('2')))
        refuse(pointer, 'documents no success')
    }
  }
}

function checkValues(
  document: ContractDocument,
  { value, pointer, refuse }: { value: unknown; pointer: string; refuse: Refuse },
): void {
  if (typeof value !== 'object' || value === null) return
  for (const [key, inner] of Object.entries(value)) {
    const place = `${pointer}/${step(key)}`
    if (key === '$ref' && typeof inner === 'string') checkReference(document, { value: inner, pointer: place, refuse })
    else if (key === 'pattern' && typeof inner === 'string') checkPattern(inner, place, refuse)
    // examples are values, not schemas
    else if (key !== 'example' && key !== 'examples') checkValues(document, { value: inner, pointer: place, refuse })
  }
}

function checkReference(
  document: ContractDocument,
  { value, pointer, refuse }: { value: string; pointer: string; refuse: Refuse },
): void {
  if (!value.startsWith('#/')) refuse(pointer, `points outside of the document: ${value}`)
  else if (!isThere(document, value)) refuse(pointer, `points to nothing: ${value}`)
}

function isThere(document: ContractDocument, $ref: string): boolean {
  try {
    resolve(document, { $ref })
    return true
  } catch {
    return false
  }
}

function checkPattern(pattern: string, pointer: string, refuse: Refuse): void {
  try {
    RegExp(pattern, 'u')
  } catch {
    refuse(pointer, `is no regular expression: ${pattern}`)
  }
}

function step(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1')
}

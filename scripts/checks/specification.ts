/** Usage: node scripts/checks/specification.ts. Checks that every operation in the specification is in the contract. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { methods } from '@auspex/contract'
import { readContractDocument } from '@auspex/contract/file'

/** Every method and path in the specification (its §7); `{}` stands for a parameter of any name. */
export const specifiedOperations: readonly string[] = readFileSync(
  join(import.meta.dirname, 'specified-operations.txt'),
  'utf8',
)
  .trim()
  .split('\n')

/** The contract's operation ids, by method and path as the specification writes them. */
export function readContractOperations(): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(readContractDocument().paths).flatMap(([path, item]) =>
      methods.flatMap((method) => {
        const operation = item[method]
        return operation
          ? [[`${method.toUpperCase()} ${path.replaceAll(/{\w+}/g, '{}')}`, operation.operationId] as const]
          : []
      }),
    ),
  )
}

if (import.meta.main) {
  const operations = readContractOperations()
  const missingOperations = specifiedOperations.filter((operation) => !operations.has(operation))
  console.log(
    `${specifiedOperations.length - missingOperations.length} of ${specifiedOperations.length} operations of the specification are in the contract, and ${operations.size - specifiedOperations.length + missingOperations.length} of our own`,
  )
  if (missingOperations.length > 0) console.error(`Missing:\n${missingOperations.join('\n')}`)
  process.exitCode = missingOperations.length > 0 ? 1 : 0
}

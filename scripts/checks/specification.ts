/**
 * Usage: node scripts/checks/specification.ts. Checks that every operation in the specification is in the contract, both with and
 * without the optional part of its path.
 */
import { readContractOperations, specifiedOperations } from './specified-operations.ts'

const contractOperations = readContractOperations()
const missing = specifiedOperations.filter((operation) => !contractOperations.has(operation))
console.log(
  `${specifiedOperations.length - missing.length} of ${specifiedOperations.length} operations of the specification are in the contract, and ${contractOperations.size - specifiedOperations.length + missing.length} of our own`,
)
if (missing.length > 0) {
  console.error(`Missing:\n${missing.join('\n')}`)
  process.exit(1)
}

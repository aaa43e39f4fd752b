/**
 * Usage: node scripts/checks/specification.ts. Every operation that the specification lists is in the contract, with and
 * without the optional part where it writes one.
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

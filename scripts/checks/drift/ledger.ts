/**
 * Usage: node scripts/checks/drift/ledger.ts, after the tests. Reads the ledger that the API, SDK, mock and browser tests record: how
 * many documented pairs of operation and status of the built operations were exercised. At least 95 % must be.
 */
import { globSync, readFileSync } from 'node:fs'
import { notBuiltIds } from '@auspex/api'
import { loadContract } from '@auspex/contract'
import { readContractDocument } from '@auspex/contract/file'

const minShare = 0.95
const folder = 'test-results/ledger'

const kindsByPair = new Map<string, Set<string>>()
for (const file of globSync(`${folder}/*.txt`)) {
  for (const line of readFileSync(file, 'utf8').trim().split('\n')) {
    const [operation = '', status = '', kind = ''] = line.split(' ')
    const pair = `${operation} ${status}`
    kindsByPair.set(pair, (kindsByPair.get(pair) ?? new Set()).add(kind))
  }
}

const violations = globSync(`${folder}/violations-*.log`).flatMap((file) =>
  readFileSync(file, 'utf8').trim().split('\n'),
)
for (const violation of violations) console.error(`  broke the contract: ${violation}`)

const gaps = new Set<string>(notBuiltIds)
const contract = loadContract(readContractDocument())
const builtOperations = contract.operations.filter(({ id, isElsewhere }) => !isElsewhere && !gaps.has(id))
const documentedPairs = builtOperations.flatMap(({ id, responses }) =>
  [...responses.keys()].map((status) => `${id} ${status}`),
)
const missingPairs = documentedPairs.filter((pair) => !kindsByPair.has(pair))
const share = 1 - missingPairs.length / documentedPairs.length

for (const kind of ['api', 'sdk', 'mock', 'browser'])
  console.log(`  ${kind}: ${[...kindsByPair.values()].filter((kinds) => kinds.has(kind)).length} pairs`)
if (missingPairs.length > 0) console.log(`  never seen: ${missingPairs.join(', ')}`)
console.log(
  `${documentedPairs.length - missingPairs.length} of ${documentedPairs.length} documented pairs of ${builtOperations.length} built operations were exercised (${(share * 100).toFixed(1)} %, at least ${minShare * 100} %)`,
)
if (share < minShare || violations.length > 0) process.exit(1)

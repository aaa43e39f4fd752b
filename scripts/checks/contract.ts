/**
 * Usage: node scripts/checks/contract.ts. Checks the bundled contract against the thresholds of docs/decisions/contract.md and prints the
 * figures: bounds on every leaf, valid examples everywhere, permissions, tags, named schemas, and Redocly's score.
 */
import { execFileSync } from 'node:child_process'
import { loadContract } from '@auspex/contract'
import { readContractDocument } from '@auspex/contract/file'
import { checkExamples, type ExampleCount } from './contract/check-examples.ts'
import { listOperations } from './contract/operations.ts'
import { countByTag, findOperationFaults, isDescribed } from './contract/operations.ts'
import { findRequestBounds } from './contract/bounds.ts'
import { countLeaves, type LeafCount } from './contract/bounds.ts'
import { findStrayTags } from './contract/operations.ts'

/** Minimum share of leaves with bounds. */
const minBoundedShare = 0.98
/** Minimum agent readiness score from Redocly. */
const minScore = 88

const document = readContractDocument()
const operations = listOperations(document)
const leaves = countLeaves(document)
const requests = findRequestBounds(document)
const examples = checkExamples(loadContract(document))
const describedCount = operations.filter(isDescribed).length
const tags = countByTag(document)
const score = readScore()

function shareOf({ total, loose }: LeafCount): number {
  return total === 0 ? 1 : (total - loose.length) / total
}

function boundedLine(name: string, count: LeafCount): string {
  return `${name} ${count.total - count.loose.length} of ${count.total} (${(shareOf(count) * 100).toFixed(1)} %)`
}

function exampleLine(name: string, { good, total }: ExampleCount): string {
  return `${name} ${good} of ${total}`
}

const loose = Object.entries({ strings: leaves.strings, arrays: leaves.arrays, numbers: leaves.numbers }).flatMap(
  ([name, count]) =>
    shareOf(count) < minBoundedShare ? count.loose.map((place) => `${place}: one of ${name} without bounds`) : [],
)
const faults = [
  ...findOperationFaults(document),
  ...findStrayTags(),
  ...examples.faults,
  ...leaves.bare.map((place) => `${place}: an object without a name, or a schema that allows anything`),
  ...loose,
  ...requests.loose,
  ...(score < minScore ? [`the contract: scores ${score}, ${minScore} is the least`] : []),
]

console.log(
  `Contract: ${operations.length} operations in ${tags.size} tags of at most ${Math.max(...tags.values())}; bounded: ${boundedLine('strings', leaves.strings)}, ${boundedLine('arrays', leaves.arrays)}, ${boundedLine('numbers', leaves.numbers)}; ${leaves.bare.length} bare objects; requests: ${requests.total - requests.loose.length} of ${requests.total} places`,
)
console.log(
  `Described ${describedCount} of ${operations.length}; valid examples: ${exampleLine('requests', examples.requests)}, ${exampleLine('successes', examples.successes)}, ${exampleLine('errors', examples.errors)}; redocly score ${score} (least ${minScore}); ${faults.length} faults`,
)
if (faults.length > 0) {
  console.error(faults.join('\n'))
  process.exitCode = 1
}

function readScore(): number {
  const text = execFileSync('redocly', ['score', 'auspex', '--config', 'openapi/redocly.yaml', '--format=json'], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
    maxBuffer: 64 * 1024 * 1024,
  })
  const { agentReadiness } = JSON.parse(text) as { agentReadiness: number } // the output format of redocly 2.77
  return agentReadiness
}

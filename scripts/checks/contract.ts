/**
 * Usage: node scripts/checks/contract.ts. Checks the bundled contract against the thresholds of docs/decisions/contract.md and prints the
 * figures: bounds on every leaf, valid examples everywhere, permissions, tags, named schemas, and Redocly's score.
 */
import { execFileSync } from 'node:child_process'
import {
  type Contract,
  type ContractOperation,
  eventStreamType,
  loadContract,
  type MediaObject,
  problemType,
  readEvents,
  resolve,
  type ResponseObject,
  toInvalidFields,
  type Validate,
} from '@auspex/contract'
import { readContractDocument } from '@auspex/contract/file'
import { countLeaves, findRequestBounds, type LeafCount } from './contract/bounds.ts'
import { countByTag, findOperationFaults, findStrayTags, isDescribed, listOperations } from './contract/operations.ts'

/** How many places of one kind have an example, and how many of them have only valid ones. */
interface ExampleCount {
  total: number
  good: number
}

interface ExampleReport {
  /** Request bodies, by media type. */
  requests: ExampleCount
  /** Successful responses, by status and media type. */
  successes: ExampleCount
  /** Error responses, by status. */
  errors: ExampleCount
  faults: string[]
}

/** Checks every example with the validators that servers and tests use. */
function checkExamples(contract: Contract): ExampleReport {
  const { document } = contract
  const report: ExampleReport = {
    requests: { total: 0, good: 0 },
    successes: { total: 0, good: 0 },
    errors: { total: 0, good: 0 },
    faults: [],
  }
  const operationsById = new Map(listOperations(document).map(({ operation }) => [operation.operationId, operation]))

  const judge = (count: ExampleCount, place: string, media: MediaObject, faultsIn: (value: unknown) => string[]) => {
    count.total += 1
    const examples = examplesOf(contract, media)
    const faults = examples.length === 0 ? ['has no example'] : examples.flatMap(faultsIn)
    if (faults.length === 0) count.good += 1
    report.faults.push(...faults.map((fault) => `${place}: ${fault}`))
  }

  for (const operation of contract.operations) {
    const { requestBody, responses = {} } = operationsById.get(operation.id) ?? {}
    for (const [type, media] of Object.entries(requestBody?.content ?? {}))
      judge(report.requests, `${operation.id} request`, media, (value) =>
        invalid(operation.body?.types.get(type)?.check, structuredClone(value)),
      )
    for (const [status, response] of Object.entries(responses)) {
      const { content = {} } = resolve<ResponseObject>(document, response)
      const count = Number(status) < 400 ? report.successes : report.errors
      for (const [type, media] of Object.entries(content))
        judge(count, `${operation.id} ${status}`, media, (value) => replyFaults(operation, { status, type, value }))
    }
  }
  return report
}

function examplesOf({ document }: Contract, { example, examples = {} }: MediaObject): unknown[] {
  const named = Object.values(examples).map((each) => resolve<{ value?: unknown }>(document, each).value)
  return example === undefined ? named : [example, ...named]
}

function replyFaults(
  operation: ContractOperation,
  { status, type, value }: { status: string; type: string; value: unknown },
): string[] {
  if (type === eventStreamType) return eventFaults(operation, value)
  const check = operation.responses.get(Number(status))?.get(type)
  if (!isJson(type)) return [] // bytes, text and JSON lines have no schema to check
  const faults = invalid(check, value)
  if (type !== problemType || faults.length > 0) return faults
  const statedStatus = (value as { status: number }).status // its shape was checked above
  return statedStatus === Number(status) ? [] : [`the example says ${statedStatus}`]
}

/** Whether a type is a single JSON value; JSON lines (`x-ndjson`) count as text. */
function isJson(type: string): boolean {
  return type === 'application/json' || type.endsWith('+json')
}

function eventFaults(operation: ContractOperation, value: unknown): string[] {
  const events = typeof value === 'string' ? readEvents(value) : []
  if (events.length === 0) return ['the example has no whole event']
  return events.flatMap(({ event, data }) => {
    const check = operation.events?.get(event)
    return check === undefined ? [`the event ${event} is not documented`] : invalid(check, JSON.parse(data))
  })
}

function invalid(check: Validate | undefined, value: unknown): string[] {
  if (check === undefined) return ['has no validator']
  return toInvalidFields('body', check(value)).map(({ pointer, message }) => `example ${pointer} ${message}`)
}

/** The generated zod module adds a type `XOutput` to each schema X, so a schema of that name would be declared twice. */
function findNameCollisions(names: readonly string[]): string[] {
  const allNames = new Set(names)
  return names
    .filter((name) => name.endsWith('Output') && allNames.has(name.replace(/Output$/u, '')))
    .map((name) => `schema ${name}: the generated types of ${name.replace(/Output$/u, '')} take this name`)
}

/** Minimum share of leaves with bounds. */
const minBoundedShare = 0.98
/**
 * Minimum agent readiness of the median operation, as Redocly scores it. Its score of the whole document is not used: it falls with each
 * operation that is added, however good. 89.3 is the median at which the document last had 88.
 */
const minScore = 89.3

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
  ...findNameCollisions(Object.keys(document.components?.schemas ?? {})),
  ...leaves.bare.map((place) => `${place}: an object without a name, or a schema that allows anything`),
  ...loose,
  ...requests.loose,
  ...(score < minScore ? [`the contract: its median operation scores ${score}, ${minScore} is the least`] : []),
]

console.log(
  `Contract: ${operations.length} operations in ${tags.size} tags of at most ${Math.max(...tags.values())}; bounded: ${boundedLine('strings', leaves.strings)}, ${boundedLine('arrays', leaves.arrays)}, ${boundedLine('numbers', leaves.numbers)}; ${leaves.bare.length} bare objects; requests: ${requests.total - requests.loose.length} of ${requests.total} places`,
)
console.log(
  `Described ${describedCount} of ${operations.length}; valid examples: ${exampleLine('requests', examples.requests)}, ${exampleLine('successes', examples.successes)}, ${exampleLine('errors', examples.errors)}; median redocly score ${score} (least ${minScore}); ${faults.length} faults`,
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
  // the output format of redocly 2.77
  const { operationScores } = JSON.parse(text) as { operationScores: Record<string, { agentReadiness: number }> }
  const scores = Object.values(operationScores).map(({ agentReadiness }) => agentReadiness)
  return scores.toSorted((a, b) => a - b)[Math.floor(scores.length / 2)] ?? 0
}

/**
 * Usage: node scripts/checks/mock/bodies.ts [bodies]. Draws this many seeded bodies (10,000 by default) of every response schema in the contract,
 * checks each with the contract's validators, and prints how many were invalid and how fast they were drawn. Exits with 1 if any is invalid.
 */
import { loadContract, toInvalidFields } from '@auspex/contract'
import { readContractDocument } from '@auspex/contract/file'
import { createGenerator, createRandom } from '@auspex/mock-server'
import { listReplySchemas, type ReplySchema } from '@auspex/mock-server/reply-schemas'

const bodies = Number(process.argv[2] ?? 10_000)
if (!Number.isSafeInteger(bodies) || bodies < 1) throw new Error(`${process.argv[2]} is no number of bodies`)
const contract = loadContract(readContractDocument())
const generator = createGenerator(contract.document)
const count = new Intl.NumberFormat('en')

interface Result {
  invalid: number
  /** Milliseconds spent generating, without validation. */
  ms: number
}

function measure({ name, schema, check }: ReplySchema): Result {
  const generateBody = generator.compile(schema)
  generateBody(createRandom(0), 0) // compiles it
  const startedAt = performance.now()
  const generatedBodies = Array.from({ length: bodies }, (_, seed) => generateBody(createRandom(seed), 0))
  const ms = performance.now() - startedAt
  let invalid = 0
  for (const body of generatedBodies) {
    const [fault] = toInvalidFields('body', check(body))
    if (fault === undefined) continue
    if (invalid === 0) console.log(`${name}: ${fault.pointer} ${fault.message}`)
    invalid += 1
  }
  return { invalid, ms }
}

const schemas = listReplySchemas(contract)
const results = schemas.map(measure)
const invalid = results.reduce((sum, result) => sum + result.invalid, 0)
const rates = results.map(({ ms }) => (bodies / ms) * 1000).toSorted((left, right) => left - right)
const total = bodies * schemas.length
console.log(
  `${count.format(invalid)} invalid of ${count.format(total)} (${schemas.length} schemas × ${count.format(bodies)})`,
)
console.log(
  `bodies a second: median ${count.format(Math.round(rates[Math.floor(rates.length / 2)] ?? 0))}, slowest schema ${count.format(Math.round(rates[0] ?? 0))}`,
)
if (invalid > 0) process.exitCode = 1

/**
 * Usage: node scripts/checks/mock/invariants.ts [seeds]. Draws a body of every response schema for this many seeds (1,000 by default) and plays a
 * sequence of requests for a tenth of them, and checks the relations that must hold between values. Exits with 1 if one does not.
 */
import { loadContract } from '@auspex/contract'
import { readContractDocument } from '@auspex/contract/file'
import { createGenerator, createRandom, listReplySchemas } from '@auspex/mock-server'
import { brokenInvariants } from './broken-invariants.ts'
import { tellStory } from './story.ts'

const seeds = Number(process.argv[2] ?? 1000)
const document = readContractDocument()
const schemas = listReplySchemas(loadContract(document))
const generator = createGenerator(document)

const brokenCounts = new Map<string, number>()
let values = 0

for (const { name, schema } of schemas) {
  const draw = generator.compile(schema)
  for (let seed = 0; seed < seeds; seed += 1) {
    values += 1
    for (const fault of brokenInvariants(draw(createRandom(seed), 0))) add(`${name}: ${fault}`)
  }
}
function add(text: string): void {
  brokenCounts.set(text, (brokenCounts.get(text) ?? 0) + 1)
}

const stories = Math.ceil(seeds / 10)
for (let seed = 1; seed <= stories; seed += 1)
  for (const fault of await tellStory(document, seed)) add(`the story: ${fault}`)

for (const [text, count] of [...brokenCounts].toSorted(([, left], [, right]) => right - left).slice(0, 40))
  console.log(`  ${count} × ${text}`)
console.log(
  `${brokenCounts.size === 0 ? 'no' : brokenCounts.size} broken invariants in ${values} drawn bodies (${schemas.length} schemas × ${seeds} seeds) and ${stories} stories`,
)
if (brokenCounts.size > 0) process.exitCode = 1

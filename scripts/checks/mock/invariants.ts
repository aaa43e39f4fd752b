/**
 * Usage: node scripts/checks/mock/invariants.ts [seeds]. Draws a body of every reply schema for so many seeds (1,000 by default) and plays a story of
 * requests for a tenth of them: what must hold between values holds. Ends with 1 when it does not.
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

const broken = new Map<string, number>()
let values = 0

for (const { name, schema } of schemas) {
  const draw = generator.compile(schema)
  for (let seed = 0; seed < seeds; seed += 1) {
    values += 1
    for (const fault of brokenInvariants(draw(createRandom(seed), 0))) add(`${name}: ${fault}`)
  }
}
function add(text: string): void {
  broken.set(text, (broken.get(text) ?? 0) + 1)
}

const stories = Math.ceil(seeds / 10)
for (let seed = 1; seed <= stories; seed += 1)
  for (const fault of await tellStory(document, seed)) add(`the story: ${fault}`)

for (const [text, count] of [...broken].toSorted(([, left], [, right]) => right - left).slice(0, 40))
  console.log(`  ${count} × ${text}`)
console.log(
  `${broken.size === 0 ? 'no' : broken.size} broken invariants in ${values} drawn bodies (${schemas.length} schemas × ${seeds} seeds) and ${stories} stories`,
)
if (broken.size > 0) process.exitCode = 1

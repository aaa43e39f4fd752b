/**
 * Usage: node scripts/checks/drift/sequences.ts. Plays 500 random sequences of valid and invalid calls against the real server and the mock:
 * each call must end with the same status and the same shape of body on both.
 */
import { loadContract } from '@auspex/contract'
import { readContractDocument } from '@auspex/contract/file'
import { createRandom } from '@auspex/mock-server'
import { startMockApi } from './mock-api.ts'
import { importSamples } from './samples.ts'
import { shapeDifference } from './shape.ts'
import { createSteps, type Names, type Side } from './steps.ts'
import { startRealApi } from './real-api.ts'

const sequences = 500
const longest = 8

const document = readContractDocument()
const real = await startRealApi()
await importSamples(real)
const mock = startMockApi(document)
const random = createRandom(20_261_121)
const steps = createSteps({ contract: loadContract(document), random })

const differences: string[] = []
let calls = 0
for (let sequence = 0; sequence < sequences; sequence += 1) {
  // each sequence has a new person, so that it starts with nothing saved
  const person = `p${sequence}`
  const sides: Side[] = [
    {
      send: (call) => real.send({ ...call, headers: { authorization: `Bearer ${person}`, ...call.headers } }),
      names: newNames(),
    },
    {
      send: (call) =>
        mock.send({ ...call, headers: { authorization: `Bearer org_northwind.${person}.godmode`, ...call.headers } }),
      names: newNames(),
    },
  ]
  const stepNames: string[] = []
  const length = random.int(2, longest)
  for (let turn = 0; turn < length; turn += 1) {
    const step = steps.next()
    const [ours, theirs] = await Promise.all(sides.map((side) => step.play(side)))
    if (ours === undefined || theirs === undefined) throw new Error('there are two sides')
    calls += 1
    stepNames.push(step.name)
    const difference =
      ours.status === theirs.status
        ? shapeDifference(parse(ours.body), parse(theirs.body))
        : `real ${ours.status}, mock ${theirs.status} ${ours.body.slice(0, 160)}`
    if (difference !== null) {
      differences.push(`${stepNames.join(' → ')}: ${difference}`)
      break
    }
  }
}
await real.close()

function newNames(): Names {
  return { signals: [], searches: [], imports: [] }
}

function parse(body: string): unknown {
  return body === '' ? null : JSON.parse(body)
}

for (const line of differences.slice(0, 25)) console.log(`  ${line.slice(0, 400)}`)
console.log(
  `${sequences - differences.length} of ${sequences} random sequences (${calls} calls) ended with equal status and shape on the real server and the mock`,
)
process.exit(differences.length > 0 ? 1 : 0)

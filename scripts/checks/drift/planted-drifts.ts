/**
 * Usage: node scripts/checks/drift/planted-drifts.ts. Plants drifts between server and contract, one at a time, and reports whether the
 * checks that run in every test detect each. At least 29 of 30 must be caught, and none reported where nothing drifted.
 */
import { loadContract } from '@auspex/contract'
import { readContractDocument } from '@auspex/contract/file'
import { contractDrifts } from './contract-drifts.ts'
import { probe } from './probe.ts'
import { startRealApi } from './real-api.ts'
import { serverDrifts } from './server-drifts.ts'

const missesAllowed = 1

const api = await startRealApi()
const today = loadContract(readContractDocument())
const operationIds = [...new Set([...contractDrifts, ...serverDrifts].map(({ operationId }) => operationId))]
const control = await probe({ contract: today, send: api.send, operationIds })

const misses: string[] = []

function recordResult(kind: string, name: string, breaches: readonly string[]): void {
  const [first] = breaches
  if (first === undefined) misses.push(`${kind}: ${name}`)
  console.log(
    `  ${first === undefined ? 'MISSED' : 'caught'}  ${kind}: ${name}${first === undefined ? '' : `  (${first.slice(0, 110)})`}`,
  )
}

for (const { name, operationId, change } of contractDrifts) {
  const document = readContractDocument()
  change(document)
  recordResult(
    'contract',
    name,
    await probe({ contract: loadContract(document), send: api.send, operationIds: [operationId] }),
  )
}

for (const { name, operationId, change } of serverDrifts) {
  const send: typeof api.send = async (request) => change(await api.send(request))
  recordResult('server', name, await probe({ contract: today, send, operationIds: [operationId] }))
}

await api.close()

const total = contractDrifts.length + serverDrifts.length
console.log(`${control.length} breaches without a drift${control.length === 0 ? '' : `: ${control[0]}`}`)
console.log(`${total - misses.length} of ${total} seeded drifts were caught`)
process.exit(control.length > 0 || misses.length > missesAllowed ? 1 : 0)

/**
 * Usage: node scripts/checks/parameters/main.ts [OPERATION …]. Starts the real server on a new library, changes each parameter of each operation in
 * the specification, and verifies that the response or the stored data changes, or that the parameter is refused. Exceptions are listed with
 * their reasons in `reasons.ts`. Fails if a parameter has no effect, or if a reason no longer applies.
 */
import { readContractDocument } from '@auspex/contract/file'
import { listParameters } from './list-parameters.ts'
import { createPlans } from './plans/index.ts'
import { reasons } from './reasons.ts'
import { walkOperation } from './walk-operation.ts'
import { createWorld } from './world.ts'

const start = Date.now()
const names = process.argv.slice(2)
const operations = listParameters(readContractDocument()).filter(({ id }) => names.length === 0 || names.includes(id))
const world = await createWorld()
const plans = createPlans(world)
const counts = { changes: 0, refused: 0, listed: 0 }
const without: string[] = []
const faults: string[] = []
const parameters = new Set<string>()
for (const operation of operations)
  for (const { parameter, judgement, fault } of await walkOperation(operation, plans, world)) {
    const name = `${operation.id} ${parameter}`
    parameters.add(name)
    const reason = reasons[name]
    if (process.env['AUSPEX_WALK'] === 'all')
      console.log(
        `${name.padEnd(52)} ${judgement.kind} ${'code' in judgement ? judgement.code : 'at' in judgement ? judgement.at : ''}`,
      )
    if (fault !== null) faults.push(`${name}: ${fault}`)
    else if (judgement.kind === 'nothing' && reason !== undefined) counts.listed += 1
    else if (judgement.kind === 'nothing') without.push(name)
    else {
      counts[judgement.kind] += 1
      if (reason !== undefined) faults.push(`${name} has an effect, and is listed as one without: ${reason}`)
    }
  }
if (names.length === 0)
  for (const name of Object.keys(reasons))
    if (!parameters.has(name)) faults.push(`${name} is listed, and there is no such parameter`)
await world.close()
for (const name of without) console.error(`Without effect: ${name}`)
for (const fault of faults) console.error(fault)
console.log(
  `Parameters of ${operations.length} operations: ${counts.changes} change, ${counts.refused} refused, ${counts.listed} listed with a reason, ${without.length} without effect; ${Math.round((Date.now() - start) / 1000)} s`,
)
process.exit(without.length + faults.length === 0 ? 0 : 1)

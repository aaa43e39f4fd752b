/**
 * Usage: node scripts/checks/attack/killed-writes.ts [ROUNDS [native]]. Kills the real server in the middle of 200 writes on 20 connections, restarts
 * it, and sends every write again with its key. Fails if an acknowledged write is lost, or if one was only partly done or took effect
 * twice. `native` uses this machine's PostgreSQL instead of the embedded engine.
 */
import { buildWeb, isWebStale } from '@auspex/server/web-build'
import { createChance } from './chance.ts'
import { checkRound, type Figures, type Round } from './killed-writes/check-round.ts'
import { startRound } from './killed-writes/start-round.ts'
import { writeAll, writesOfRound } from './killed-writes/write-all.ts'

const [rounds = 2] = process.argv.slice(2).map(Number)
const engine = process.argv[3] === 'native' ? 'native' : 'embedded'
const seed = 20_261_123
/**
 * A round mostly waits until the killed process has been silent for long enough, so rounds run in parallel, each with its own server and database.
 */
const roundsAtOnce = 4
const chance = createChance(seed)
const faults: string[] = []
const total: Figures = { acknowledged: 0, cutOff: 0, done: 0, again: 0, unknown: 0 }

// in the middle, when some writes are done, some in progress and some not started
const kills = Array.from({ length: rounds }, (_, n) => ({ number: n + 1, killAfter: 40 + chance.below(120) }))

async function runRounds(): Promise<void> {
  for (let next = kills.shift(); next !== undefined; next = kills.shift()) {
    const { number, killAfter } = next
    const round = await startRound(engine)
    try {
      const writes = writesOfRound(number)
      const outcomes = await writeAll(round, writes, { killAfter })
      await round.restart()
      const checked: Round = await checkRound(round, writes, outcomes)
      faults.push(...checked.faults.map((fault) => `round ${number}: ${fault}`))
      for (const figure of Object.keys(total) as (keyof Figures)[]) total[figure] += checked.figures[figure]
      console.log(`Round ${number} of ${rounds}, killed after ${killAfter}: ${JSON.stringify(checked.figures)}`)
    } finally {
      await round.end()
    }
  }
}
// servers starting at the same time would all build it into the same folder
if (isWebStale()) await buildWeb()
await Promise.all(Array.from({ length: roundsAtOnce }, runRounds))

console.log(
  `Killed writes (${engine}): ${rounds} rounds, ${total.acknowledged} acknowledged before a kill, ${total.cutOff} cut off; sent again: ${total.again} made, ${total.unknown} told unknown; ${faults.length} faults`,
)
for (const fault of faults) console.error(fault)
process.exit(faults.length === 0 ? 0 : 1)

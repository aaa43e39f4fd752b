/**
 * Usage: node scripts/checks/attack/killed-writes.ts [ROUNDS [native]]. Kills the real server in the middle of 200 writes on 20 connections, starts
 * it again, and sends every write once more with its key. Fails when a write that was acknowledged is lost, when one was half done, or when
 * one took effect twice. `native` uses the PostgreSQL of this machine instead of the embedded engine.
 */
import { buildWeb, isWebStale } from '@auspex/server/web-build'
import { createChance } from './chance.ts'
import { checkRound, type Figures, type Round } from './killed-writes/check-round.ts'
import { startRound } from './killed-writes/start-round.ts'
import { writeAll, writesOfRound } from './killed-writes/write-all.ts'

const [rounds = 2] = process.argv.slice(2).map(Number)
const engine = process.argv[3] === 'native' ? 'native' : 'embedded'
const seed = 20_261_123
/** Most of a round is waiting until the killed process was silent for long enough; each round has a server and a database of its own. */
const roundsAtOnce = 4
const chance = createChance(seed)
const faults: string[] = []
const total: Figures = { acknowledged: 0, cutOff: 0, done: 0, again: 0, unknown: 0 }

// in the middle: some are done, some under way, some not begun
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
// servers that start at once would all build it, into one folder
if (isWebStale()) await buildWeb()
await Promise.all(Array.from({ length: roundsAtOnce }, runRounds))

console.log(
  `Killed writes (${engine}): ${rounds} rounds, ${total.acknowledged} acknowledged before a kill, ${total.cutOff} cut off; sent again: ${total.again} made, ${total.unknown} told unknown; ${faults.length} faults`,
)
for (const fault of faults) console.error(fault)
process.exit(faults.length === 0 ? 0 : 1)

import { createRandom } from '@auspex/contract/random'
/**
 * Usage: node scripts/checks/attack/killed-writes.ts [ROUNDS [native]]. Kills the real server in the middle of 200 writes on 20 connections, restarts
 * it, and sends every write again with its key. Fails if an acknowledged write is lost, or if one was only partly done or took effect twice. `native`
 * uses this machine's PostgreSQL instead of the embedded engine.
 */
import { buildWeb, isWebStale } from '@auspex/server/web-build'
import { startLocalPostgres } from '../../../apps/api/src/adapters/database/testing/local-postgres.ts'
import { finish, inParallel } from '../harness/process.ts'
import { startProduct } from '../harness/product.ts'
import { type Figures, runRound } from './killed-round.ts'

const rounds = Number(process.argv[2] ?? 2)
const engine = process.argv[3] === 'native' ? 'native' : 'embedded'
const chance = createRandom(20_261_123)
const faults: string[] = []
const total: Figures = { acknowledged: 0, cutOff: 0, done: 0, again: 0, unknown: 0 }

// in the middle, when some writes are done, some in progress and some not started
const kills = Array.from({ length: rounds }, () => 40 + chance.below(120))
if (isWebStale()) await buildWeb()
// a round mostly waits until the killed process has been silent for long enough; each has a server and a database of its own, so that none finds the
// keys of another
await inParallel(rounds, 4, async (n) => {
  const postgres = engine === 'native' ? await startLocalPostgres() : null
  if (typeof postgres === 'string') throw new Error(postgres)
  const product = await startProduct(postgres === null ? {} : { DATABASE_URL: postgres.databaseUrl })
  try {
    const send = await product.sendAs('member')
    const kill = async () => {
      await product.server().kill()
      await product.startAgain()
    }
    const { figures, faults: found } = await runRound({ send, kill, number: n + 1, killAfter: kills[n] ?? 0 })
    faults.push(...found.map((fault) => `round ${n + 1}: ${fault}`))
    for (const name of Object.keys(total) as (keyof Figures)[]) total[name] += figures[name] // the keys of this record
    console.log(`Round ${n + 1} of ${rounds}, killed after ${kills[n]}: ${JSON.stringify(figures)}`)
  } finally {
    await product.end()
    await postgres?.stop()
  }
})

console.log(
  `Killed writes (${engine}): ${rounds} rounds, ${total.acknowledged} acknowledged before a kill, ${total.cutOff} cut off; sent again: ${total.again} made, ${total.unknown} told unknown; ${faults.length} faults`,
)
finish(faults)

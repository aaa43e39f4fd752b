/**
 * Usage: npm run check checks/processes [-- journeys [all] | kills [ROUNDS] | roll [REQUESTS]]. Starts three API processes and two workers on one
 * PostgreSQL
 * behind a plain balancer, and runs two files of browser journeys, or all. Fails if a journey fails, if killing a process loses anything
 * acknowledged, or if a rolling restart drops a request.
 */
import { globSync } from 'node:fs'
import { createChance } from '../attack/chance.ts'
import { killOne } from './kill-one.ts'
import { rollOver } from './roll-over.ts'
import { startCluster } from './start-cluster.ts'
import { takeJourneys } from './take-journeys.ts'

const [only, amount] = process.argv.slice(2)
function isWanted(part: string): boolean {
  return only === undefined || only === part
}
const fewJourneys = ['src/session/sign-in.e2e.ts', 'src/search/reading.e2e.ts']
/** All except those that start their own server with a language model. */
function allJourneys(): string[] {
  return globSync('src/**/*.e2e.ts', { cwd: 'apps/e2e', exclude: ['**/zeus-model.e2e.ts'] }).toSorted()
}
const faults: string[] = []
const seed = 20_261_124

const cluster = await startCluster({ api: 3, workers: 2 })
try {
  console.log(`Three API processes and two workers at ${cluster.proxy.url}`)
  if (isWanted('journeys'))
    faults.push(...(await takeJourneys(cluster, only === 'journeys' && amount === 'all' ? allJourneys() : fewJourneys)))
  if (isWanted('kills')) {
    const chance = createChance(seed)
    const rounds = Number(amount ?? 4)
    let [acknowledged, cutOff] = [0, 0]
    for (let number = 1; number <= rounds; number += 1) {
      const round = await killOne(cluster, { number, below: chance.below })
      acknowledged += round.acknowledged
      cutOff += round.cutOff
      faults.push(...round.faults.map((fault) => `round ${number}: ${fault}`))
    }
    console.log(
      `Killed processes: ${rounds} rounds, ${acknowledged} acknowledged, ${cutOff} cut off, ${faults.length} faults`,
    )
  }
  if (isWanted('roll')) {
    const { sent, dropped, restarts } = await rollOver(cluster, Number(amount ?? 10_000))
    const droppedCount = [...dropped.values()].reduce((sum, count) => sum + count, 0)
    console.log(
      `Rolling restart: ${droppedCount} of ${sent} requests dropped in ${restarts} restarts, ${cluster.proxy.retried()} sent on by the balancer`,
    )
    for (const [what, count] of dropped) faults.push(`dropped ${count}: ${what}`)
  }
} finally {
  if (faults.length > 0)
    for (const { role, server } of cluster.members) console.error(`── ${role}\n${server.output().slice(-1_500)}`)
  await cluster.end()
}
for (const fault of faults) console.error(fault)
process.exit(faults.length === 0 ? 0 : 1)

import { createRandom } from '@auspex/contract/random'
/**
 * Usage: npm run check checks/processes [-- journeys [all] | kills [ROUNDS] | roll [REQUESTS]]. Starts three API processes and two workers on one
 * PostgreSQL behind a plain balancer, and runs two files of browser journeys, or all. Fails if a journey fails, if killing a process loses anything
 * acknowledged, or if a rolling restart drops a request.
 */
import { globSync } from 'node:fs'
import { runBrowser } from '../../test/run-browser.ts'
import { readJourneys, runRespect } from '../arazzo/respect.ts'
import { runRound } from '../attack/killed-round.ts'
import { createTally, finish, inParallel } from '../harness/process.ts'
import { readToken } from '../harness/product.ts'
import { type Cluster, startCluster } from './cluster.ts'

const [only, amount] = process.argv.slice(2)
const parts: Record<string, (cluster: Cluster) => Promise<string[]>> = {
  journeys: takeJourneys,
  kills: killProcesses,
  roll: rollOver,
}

const isAmount = amount === undefined || (only === 'journeys' && amount === 'all') || /^[1-9]\d*$/.test(amount)
if ((only !== undefined && !(only in parts)) || !isAmount)
  throw new Error(`There is no check of processes “${[only, amount].join(' ').trim()}”; see the usage above`)

const cluster = await startCluster({ api: 3, workers: 2 })
const faults: string[] = []
try {
  console.log(`Three API processes and two workers at ${cluster.url}`)
  for (const [name, run] of Object.entries(parts))
    if (only === undefined || only === name) faults.push(...(await run(cluster)))
} finally {
  if (faults.length > 0)
    for (const { role, server } of cluster.members) console.error(`── ${role}\n${server.output().slice(-1_500)}`)
  await cluster.end()
}
finish(faults)

/** Runs the contract's journeys and browser journeys through the balancer. */
async function takeJourneys({ url, dataDir }: Cluster): Promise<string[]> {
  const files = readJourneys().demo
  const results = await runRespect(files, { apiUrl: `${url}/api`, token: await readToken(url, dataDir, 'service') })
  console.log(`Journeys of the contract: ${results.filter(({ isGreen }) => isGreen).length} of ${files.length} green`)
  process.env.AUSPEX_E2E_URL = url
  process.env.AUSPEX_E2E_DATA = dataDir
  // all except those that start their own server with a language model
  const all = globSync('src/**/*.e2e.ts', { cwd: 'apps/e2e', exclude: ['**/zeus-model.e2e.ts'] }).toSorted()
  const isWhole = only === 'journeys' && amount === 'all'
  const { passed, failures } = await runBrowser(
    isWhole ? all : ['src/session/sign-in.e2e.ts', 'src/search/reading.e2e.ts'],
  )
  console.log(`Journeys in a browser: ${passed} passed, ${failures.length} failed`)
  return [
    ...results.flatMap(({ file, faults: found, isGreen }) => (isGreen ? [] : [`${file}: ${found.join(' · ')}`])),
    ...(results.length === files.length ? [] : [`${results.length} of ${files.length} journeys were taken`]),
    ...failures.map(({ title, reason }) => `${title}: ${reason ?? ''}`),
  ]
}

/** In each round, sends 200 writes on 20 connections while a process is killed, then each write again with its key. */
async function killProcesses({ members, restart, sendAs }: Cluster): Promise<string[]> {
  const { below, pick } = createRandom(20_261_124)
  const rounds = Number(amount ?? 4)
  const faultsOfRounds: string[] = []
  const totals = { acknowledged: 0, cutOff: 0 }
  for (let number = 1; number <= rounds; number += 1) {
    const doomed = pick(members)
    const round = {
      send: await sendAs('member'),
      number,
      killAfter: 20 + below(150),
      kill: () => restart(doomed, 'kill'),
    }
    const { faults: lost, figures } = await runRound(round)
    console.log(
      `Killed a ${doomed.role} in round ${number}: ${figures.acknowledged} acknowledged, ${figures.cutOff} cut off, ${lost.length} faults`,
    )
    totals.acknowledged += figures.acknowledged
    totals.cutOff += figures.cutOff
    faultsOfRounds.push(...lost.map((fault) => `round ${number}: ${fault}`))
  }
  console.log(
    `Killed processes: ${rounds} rounds, ${totals.acknowledged} acknowledged, ${totals.cutOff} cut off, ${faultsOfRounds.length} faults`,
  )
  return faultsOfRounds
}

/** Sends requests without a pause while the processes restart one after the other, repeatedly until all requests are sent. */
async function rollOver({ members, restart, sendAs, retried }: Cluster): Promise<string[]> {
  const requests = Number(amount ?? 10_000)
  const dropped = createTally()
  let send = await sendAs('member')
  let restarts = 0
  const over = new AbortController()
  // tokens expire after five minutes
  const renewing = setInterval(() => void sendAs('member').then((renewed) => (send = renewed)), 120_000)
  const restarting = (async () => {
    while (!over.signal.aborted)
      for (const member of members) {
        if (over.signal.aborted) return
        await restart(member, 'stop')
        restarts += 1
      }
  })()
  await inParallel(requests, 16, async (n) => {
    const isWrite = n % 10 === 0
    const path = ['/users/me', '/portfolio?perPage=5', '/recentSearches'][n % 3] ?? ''
    const pendingReply = isWrite
      ? send('POST', '/portfolio/create', { title: `Rolled ${n}` }, { 'idempotency-key': `roll-${n}` })
      : send('GET', path)
    const outcome = await pendingReply.then(
      async (reply) =>
        reply.ok ? (await reply.text()) && null : `${reply.status} ${(await reply.text()).slice(0, 200)}`,
      (error: Error) => (error.cause instanceof Error ? error.cause.message : error.message),
    )
    if (outcome !== null) dropped.add(outcome)
  })
  over.abort()
  clearInterval(renewing)
  await restarting
  const dropCount = [...dropped.counts.values()].reduce((sum, drops) => sum + drops, 0)
  console.log(
    `Rolling restart: ${dropCount} of ${requests} requests dropped in ${restarts} restarts, ${retried()} sent on by the balancer`,
  )
  return [...dropped.counts].map(([kind, times]) => `dropped ${times}: ${kind}`)
}

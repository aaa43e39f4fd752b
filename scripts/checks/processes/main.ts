/**
 * Usage: npm run check checks/processes [-- journeys [all] | kills [ROUNDS] | roll [REQUESTS]]. Starts three API processes and two workers on one
 * PostgreSQL behind a plain balancer, and runs two files of browser journeys, or all. Fails if a journey fails, if killing a process loses anything
 * acknowledged, or if a rolling restart drops a request.
 */
import { createRandom } from '@auspex/contract/random'
import { globSync } from 'node:fs'
import { runBrowser } from '../../test/run-browser.ts'
import { readJourneys, runRespect } from '../arazzo/respect.ts'
import { runRound } from '../attack/killed-round.ts'
import { createTally, finish, inParallel } from '../harness/process.ts'
import { readToken } from '../harness/product.ts'
import { type Cluster, startCluster } from './cluster.ts'

/** A check of the cluster. Its amount is the word after its name, if it takes one. Returns what is wrong. */
interface Part {
  name: string
  run: (cluster: Cluster, amount?: string) => Promise<string[]>
  amounts: RegExp
}

const parts: readonly Part[] = [
  { name: 'journeys', run: takeJourneys, amounts: /^all$/ },
  { name: 'kills', run: killProcesses, amounts: /^[1-9]\d*$/ },
  { name: 'roll', run: rollOver, amounts: /^[1-9]\d*$/ },
]

/** The checks that the words of a call name, all of them without a word. Throws for a misspelt word, because a check that does nothing would pass. */
export function readCall(words: readonly string[]): { chosen: readonly Part[]; amount: string | undefined } {
  const [name, amount, ...others] = words
  if (name === undefined) return { chosen: parts, amount }
  const part = parts.find((each) => each.name === name)
  if (part === undefined || others.length > 0 || (amount !== undefined && !part.amounts.test(amount)))
    throw new Error(`There is no check of processes “${words.join(' ')}”; see the usage in ${import.meta.filename}`)
  return { chosen: [part], amount }
}

/** What is wrong after all checks; one that throws does not keep the others from running. */
export async function findFaults(checks: readonly { name: string; run: () => Promise<string[]> }[]): Promise<string[]> {
  const faults: string[] = []
  for (const { name, run } of checks)
    faults.push(
      ...(await run().catch((error: unknown) => [
        `${name} broke off: ${error instanceof Error ? error.stack : String(error)}`,
      ])),
    )
  return faults
}

if (import.meta.main) {
  const { chosen, amount } = readCall(process.argv.slice(2))
  const cluster = await startCluster({ api: 3, workers: 2 })
  console.log(`Three API processes and two workers at ${cluster.url}`)
  const faults = await findFaults(chosen.map(({ name, run }) => ({ name, run: () => run(cluster, amount) })))
  if (faults.length > 0)
    for (const { role, server } of cluster.members) console.error(`── ${role}\n${server.output().slice(-1_500)}`)
  await cluster.end()
  finish(faults)
}

/** Runs the contract's journeys and browser journeys through the balancer. */
async function takeJourneys({ url, dataDir }: Cluster, amount?: string): Promise<string[]> {
  const files = readJourneys().demo
  const results = await runRespect(files, { apiUrl: `${url}/api`, token: await readToken(url, dataDir, 'service') })
  console.log(`Journeys of the contract: ${results.filter(({ isGreen }) => isGreen).length} of ${files.length} green`)
  process.env.AUSPEX_E2E_URL = url
  process.env.AUSPEX_E2E_DATA = dataDir
  // all except those that start their own server with a language model
  const all = globSync('src/**/*.e2e.ts', { cwd: 'apps/e2e', exclude: ['**/zeus-model.e2e.ts'] }).toSorted()
  const { passed, failures } = await runBrowser(
    amount === 'all' ? all : ['src/session/sign-in.e2e.ts', 'src/search/reading.e2e.ts'],
  )
  console.log(`Journeys in a browser: ${passed} passed, ${failures.length} failed`)
  return [
    ...results.flatMap(({ file, faults: found, isGreen }) => (isGreen ? [] : [`${file}: ${found.join(' · ')}`])),
    ...(results.length === files.length ? [] : [`${results.length} of ${files.length} journeys were taken`]),
    ...failures.map(({ title, reason }) => `${title}: ${reason ?? ''}`),
  ]
}

/** In each round, sends 200 writes on 20 connections while a process is killed, then each write again with its key. */
async function killProcesses({ members, restart, sendAs }: Cluster, amount = '4'): Promise<string[]> {
  const { below, pick } = createRandom(20_261_124)
  const rounds = Number(amount)
  const faultsOfRounds: string[] = []
  const totals = { acknowledged: 0, cutOff: 0 }
  for (let round = 1; round <= rounds; round += 1) {
    const doomed = pick(members)
    const { faults: lost, figures } = await runRound({
      send: await sendAs('member'),
      number: round,
      killAfter: 20 + below(150),
      kill: () => restart(doomed, 'kill'),
    })
    console.log(
      `Killed a ${doomed.role} in round ${round}: ${figures.acknowledged} acknowledged, ${figures.cutOff} cut off, ${lost.length} faults`,
    )
    totals.acknowledged += figures.acknowledged
    totals.cutOff += figures.cutOff
    faultsOfRounds.push(...lost.map((fault) => `round ${round}: ${fault}`))
  }
  console.log(
    `Killed processes: ${rounds} rounds, ${totals.acknowledged} acknowledged, ${totals.cutOff} cut off, ${faultsOfRounds.length} faults`,
  )
  return faultsOfRounds
}

/** Sends requests without a pause while the processes restart one after the other, repeatedly until all requests are sent. */
async function rollOver({ members, restart, sendAs, retried }: Cluster, amount = '10000'): Promise<string[]> {
  const requests = Number(amount)
  const dropped = createTally()
  const faults: string[] = []
  let send = await sendAs('member')
  let restarts = 0
  const over = new AbortController()
  const renew = () =>
    sendAs('member').then(
      (renewed) => (send = renewed),
      (error: unknown) => faults.push(`no new token: ${String(error)}`),
    )
  // tokens expire after five minutes
  const renewing = setInterval(() => void renew(), 120_000)
  const restarting = (async () => {
    while (!over.signal.aborted)
      for (const member of members) {
        if (over.signal.aborted) return
        await restart(member, 'stop')
        restarts += 1
      }
  })().catch((error: unknown) => faults.push(`no restart after ${restarts}: ${String(error)}`))
  await inParallel(requests, 16, async (n) => {
    const path = ['/users/me', '/portfolio?perPage=5', '/recentSearches'][n % 3] ?? ''
    const outcome = await whyDropped(
      n % 10 === 0
        ? send('POST', '/portfolio/create', { title: `Rolled ${n}` }, { 'idempotency-key': `roll-${n}` })
        : send('GET', path),
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
  return [...faults, ...[...dropped.counts].map(([kind, times]) => `dropped ${times}: ${kind}`)]
}

/** Why a request was dropped; null if it was answered as a whole. */
export async function whyDropped(pending: Promise<Pick<Response, 'ok' | 'status' | 'text'>>): Promise<string | null> {
  try {
    const reply = await pending
    const body = await reply.text()
    return reply.ok ? null : `${reply.status} ${body.slice(0, 200)}`
  } catch (error) {
    const { cause = error } = error as { cause?: unknown }
    return cause instanceof Error ? cause.message : String(cause)
  }
}

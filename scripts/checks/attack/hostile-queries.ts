/**
 * Usage: node scripts/checks/attack/hostile-queries.ts [SECONDS]. Twenty callers send the library the most expensive queries that can be typed,
 * and some disconnect early, while another person keeps working. Fails if that person has to wait, or if the library does not recover.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { nodeFlags } from '@auspex/server/node-flags'

const seconds = Number(process.argv[2] ?? 15)
const attackers = 20
const documents = 30_000
/** How long another person may wait for any of their requests, at the 99th percentile. */
const maxCalmMs = 500
/** How long the first report may take once the attack has ended. */
const maxRecoveryMs = 3_000

const folder = mkdtempSync(join(tmpdir(), 'auspex-attack-'))
const main = join(import.meta.dirname, 'hostile-queries', 'library-api.main.ts')
const server = spawn(process.execPath, [...nodeFlags, main, join(folder, 'data'), String(documents)], {
  stdio: ['ignore', 'pipe', 'inherit'],
})

/** The most expensive query within the limits: it compares every distance in every document that contains both words. */
function nearQuery(words: string) {
  const [one = '', other = ''] = words.split(' ')
  return Array.from({ length: 10 }, (_, n) => `${one} near/${16 - n} ${other}`).join(' OR ')
}

const questions = [
  ...['the of', 'and to', 'in a', 'is that', 'for it'].map(nearQuery),
  ['th', 'wh', 'an', 'in', 're', 'co', 'ba', 'be', 'ma', 'di', 'se', 'sa', 'ca', 'ha', 'to']
    .map((each) => `${each}*`)
    .join(' OR '),
  '"of the" OR "in the" OR "to the" OR "and the" OR "for the" OR "the of" OR "a the" OR "is the"',
  `the -(${nearQuery('of and').slice(0, 400)})`,
]

interface Reply {
  status: number
  ms: number
  body: unknown
}

async function call(
  url: string,
  who: string,
  { path, body, signal }: { path: string; body?: object; signal?: AbortSignal },
): Promise<Reply> {
  const began = performance.now()
  const reply = await fetch(`${url}/api${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { authorization: `Bearer ${who}`, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
    ...(signal && { signal }),
  })
  const text = await reply.text()
  return { status: reply.status, ms: performance.now() - began, body: text === '' ? null : JSON.parse(text) }
}

const counts = new Map<string, number>()

function count(what: string | number): void {
  counts.set(String(what), (counts.get(String(what)) ?? 0) + 1)
}

/** Half of the attackers share one account, the others have one each. Every fourth query is aborted before its response. */
async function attack(url: string, number: number, until: AbortSignal): Promise<void> {
  const who = number % 2 === 0 ? 'mallory' : `mallory${number}`
  for (let turn = 0; !until.aborted; turn += 1) {
    const signal = turn % 4 === 3 ? AbortSignal.any([until, AbortSignal.timeout(200)]) : until
    const query_term = `${questions[(turn + number) % questions.length]} OR quill${number}x${turn}`
    const sendRequest = (path: string, body?: object) => call(url, who, { path, signal, ...(body && { body }) })
    try {
      const search = await sendRequest('/explore/topicQuery', {
        query_term: query_term.slice(0, 500),
        check_cache: false,
      })
      count(search.status)
      if (search.status !== 200) continue
      const { signal_id: id } = search.body as { signal_id: string } // as the contract defines it
      count((await sendRequest(`/signal/json/${id}`)).status)
      count((await sendRequest(`/signals/${id}/documents?sort=engagement`)).status)
      count((await sendRequest('/signal/getChatter', { id })).status)
      count((await sendRequest(`/signal/getInflectionPointSummary?id=${id}`)).status)
    } catch {
      count('left before the answer')
    }
  }
}

const visits: { path: string; body?: object }[] = [
  { path: '/users/me' },
  { path: '/users/inbox-list' },
  { path: '/explore/saveRecentSearch', body: { query_term: 'oat milk' } },
  { path: '/explore/getMonitorSubscriptions' },
  { path: '/health/getStatus' },
]

/** Sends a person's typical requests one at a time; returns the milliseconds of each. */
async function workCalmly(url: string, forMs: number): Promise<number[]> {
  const times: number[] = []
  for (const end = performance.now() + forMs; performance.now() < end;) {
    for (const visit of visits) {
      const { status, ms } = await call(url, 'mira', visit)
      if (status >= 400) faults.push(`${visit.path} answered ${status} to another person`)
      times.push(ms)
    }
    await pause(20)
  }
  return times.toSorted((a, b) => a - b)
}

function at(times: readonly number[], share: number): number {
  return times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0
}

function printTimes(what: string, times: readonly number[]): void {
  console.log(
    `${what}: ${times.length} requests, median ${at(times, 0.5).toFixed(0)} ms, p99 ${at(times, 0.99).toFixed(0)} ms, slowest ${at(times, 1).toFixed(0)} ms`,
  )
}

/** Searches for a common word and waits for its report. */
async function measureReport(url: string): Promise<number> {
  const began = performance.now()
  const { body } = await call(url, 'mira', {
    path: '/explore/topicQuery',
    body: { query_term: 'velmorite', check_cache: false },
  })
  const { signal_id: id } = body as { signal_id: string } // as the contract defines it
  const report = await call(url, 'mira', { path: `/signal/json/${id}` })
  const { counts: measured } = report.body as { counts: { documents: number } }
  if (measured.documents !== documents / 100)
    faults.push(`The report counts ${measured.documents} of ${documents / 100} documents`)
  return performance.now() - began
}

const faults: string[] = []
try {
  const [line] = (await once(server.stdout, 'data')) as [Buffer]
  const url = line.toString().trim()
  await workCalmly(url, 1_000) // warm-up: the first requests compile the code they run
  printTimes('Alone', await workCalmly(url, 2_000))

  const end = new AbortController()
  const attacking = Array.from({ length: attackers }, (_, n) => attack(url, n, end.signal))
  const calm = await workCalmly(url, seconds * 1_000)
  printTimes(`Beside ${attackers} attackers`, calm)
  end.abort()
  await Promise.all(attacking)
  console.log(`What they got: ${[...counts].map(([what, n]) => `${n} × ${what}`).join(', ')}`)
  const recoveryMs = await measureReport(url)
  console.log(`A report of another person right after: ${recoveryMs.toFixed(0)} ms`)

  if (at(calm, 0.99) > maxCalmMs)
    faults.push(`Another person waited ${at(calm, 0.99).toFixed(0)} ms (p99; at most ${maxCalmMs})`)
  if (recoveryMs > maxRecoveryMs)
    faults.push(`The library took ${recoveryMs.toFixed(0)} ms to recover (at most ${maxRecoveryMs})`)
  if (counts.has('500')) faults.push(`${counts.get('500')} replies were failures of ours`)
  if (counts.size === 0) faults.push('Nobody attacked')
  if (server.exitCode !== null) faults.push(`The server ended with ${server.exitCode}`)
} finally {
  server.kill('SIGKILL') // its library is discarded
  if (server.exitCode === null) await once(server, 'exit')
  rmSync(folder, { recursive: true, force: true })
}

for (const fault of faults) console.error(fault)
process.exit(faults.length === 0 ? 0 : 1)

/**
 * Usage: node scripts/checks/attack/hostile-queries.ts [SECONDS]. Twenty callers ask the library the costliest questions that can be
 * typed, some of them hang up, and another person goes on working. Fails when that person waits, or when the library does not recover.
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
/** What another person may wait for anything that is theirs, at the 99th percentile. */
const mostCalmMs = 500
/** What the first report may take once nobody attacks any more. */
const mostRecoveryMs = 3_000

const folder = mkdtempSync(join(tmpdir(), 'auspex-attack-'))
const main = join(import.meta.dirname, 'hostile-queries', 'library-api.main.ts')
const server = spawn(process.execPath, [...nodeFlags, main, join(folder, 'data'), String(documents)], {
  stdio: ['ignore', 'pipe', 'inherit'],
})

/** The costliest questions that fit: every distance is compared in every document that holds both words. */
function near(words: string) {
  const [one = '', other = ''] = words.split(' ')
  return Array.from({ length: 10 }, (_, n) => `${one} near/${16 - n} ${other}`).join(' OR ')
}

const questions = [
  ...['the of', 'and to', 'in a', 'is that', 'for it'].map(near),
  ['th', 'wh', 'an', 'in', 're', 'co', 'ba', 'be', 'ma', 'di', 'se', 'sa', 'ca', 'ha', 'to']
    .map((each) => `${each}*`)
    .join(' OR '),
  '"of the" OR "in the" OR "to the" OR "and the" OR "for the" OR "the of" OR "a the" OR "is the"',
  `the -(${near('of and').slice(0, 400)})`,
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

/** Half of the attackers share one account, the others have one each. Every fourth question is left before its answer. */
async function attack(url: string, number: number, until: AbortSignal): Promise<void> {
  const who = number % 2 === 0 ? 'mallory' : `mallory${number}`
  for (let turn = 0; !until.aborted; turn += 1) {
    const signal = turn % 4 === 3 ? AbortSignal.any([until, AbortSignal.timeout(200)]) : until
    const query_term = `${questions[(turn + number) % questions.length]} OR quill${number}x${turn}`
    const ask = (path: string, body?: object) => call(url, who, { path, signal, ...(body && { body }) })
    try {
      const search = await ask('/explore/topicQuery', { query_term: query_term.slice(0, 500), check_cache: false })
      count(search.status)
      if (search.status !== 200) continue
      const { signal_id: id } = search.body as { signal_id: string } // the contract says so
      count((await ask(`/signal/json/${id}`)).status)
      count((await ask(`/signals/${id}/documents?sort=engagement`)).status)
      count((await ask('/signal/getChatter', { id })).status)
      count((await ask(`/signal/getInflectionPointSummary?id=${id}`)).status)
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

/** Works as a person does, one thing after the other; gives the milliseconds of each. */
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

function say(what: string, times: readonly number[]): void {
  console.log(
    `${what}: ${times.length} requests, median ${at(times, 0.5).toFixed(0)} ms, p99 ${at(times, 0.99).toFixed(0)} ms, slowest ${at(times, 1).toFixed(0)} ms`,
  )
}

/** Searches a common word and waits for its report. */
async function measureReport(url: string): Promise<number> {
  const began = performance.now()
  const { body } = await call(url, 'mira', {
    path: '/explore/topicQuery',
    body: { query_term: 'velmorite', check_cache: false },
  })
  const { signal_id: id } = body as { signal_id: string } // the contract says so
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
  await workCalmly(url, 1_000) // the first requests compile what they run
  say('Alone', await workCalmly(url, 2_000))

  const end = new AbortController()
  const attacking = Array.from({ length: attackers }, (_, n) => attack(url, n, end.signal))
  const calm = await workCalmly(url, seconds * 1_000)
  say(`Beside ${attackers} attackers`, calm)
  end.abort()
  await Promise.all(attacking)
  console.log(`What they got: ${[...counts].map(([what, n]) => `${n} × ${what}`).join(', ')}`)
  const recoveryMs = await measureReport(url)
  console.log(`A report of another person right after: ${recoveryMs.toFixed(0)} ms`)

  if (at(calm, 0.99) > mostCalmMs)
    faults.push(`Another person waited ${at(calm, 0.99).toFixed(0)} ms (p99; at most ${mostCalmMs})`)
  if (recoveryMs > mostRecoveryMs)
    faults.push(`The library took ${recoveryMs.toFixed(0)} ms to recover (at most ${mostRecoveryMs})`)
  if (counts.has('500')) faults.push(`${counts.get('500')} replies were failures of ours`)
  if (counts.size === 0) faults.push('Nobody attacked')
  if (server.exitCode !== null) faults.push(`The server ended with ${server.exitCode}`)
} finally {
  server.kill('SIGKILL') // its library is thrown away
  if (server.exitCode === null) await once(server, 'exit')
  rmSync(folder, { recursive: true, force: true })
}

for (const fault of faults) console.error(fault)
process.exit(faults.length === 0 ? 0 : 1)

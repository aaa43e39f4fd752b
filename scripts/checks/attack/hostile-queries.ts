/**
 * Usage: node scripts/checks/attack/hostile-queries.ts [SECONDS]. Twenty callers send the library the most expensive queries that can be typed,
 * and some disconnect early, while another person keeps working. Fails if that person has to wait, or if the library does not recover.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { createTally, finish, percentile } from '../harness/process.ts'
import { createSend, startLibraryApi } from '../harness/product.ts'

const seconds = Number(process.argv[2] ?? 15)
const attackers = 20
const documents = 30_000
/** How long another person may wait for any of their requests, at the 99th percentile. */
const maxCalmMs = 500
/** How long the first report may take once the attack has ended. */
const maxRecoveryMs = 3_000

/** The most expensive query within the limits: it compares every distance in every document that contains both words. */
function nearQuery(words: string): string {
  const [first = '', second = ''] = words.split(' ')
  return Array.from({ length: 10 }, (_, n) => `${first} near/${16 - n} ${second}`).join(' OR ')
}

const questions = [
  ...['the of', 'and to', 'in a', 'is that', 'for it'].map(nearQuery),
  'th* OR wh* OR an* OR in* OR re* OR co* OR ba* OR be* OR ma* OR di* OR se* OR sa* OR ca* OR ha* OR to*',
  '"of the" OR "in the" OR "to the" OR "and the" OR "for the" OR "the of" OR "a the" OR "is the"',
  `the -(${nearQuery('of and').slice(0, 400)})`,
]
const visits: [path: string, body?: object][] = [
  ['/users/me'],
  ['/users/inbox-list'],
  ['/explore/saveRecentSearch', { query_term: 'oat milk' }],
  ['/explore/getMonitorSubscriptions'],
  ['/health/getStatus'],
]
const faults: string[] = []
const counts = createTally()

/** Half of the attackers share one account, the others have one each. Every fourth query is aborted before its response. */
async function attack(url: string, number: number, until: AbortSignal): Promise<void> {
  const user = number % 2 === 0 ? 'mallory' : `mallory${number}`
  for (let turn = 0; !until.aborted; turn += 1) {
    const signal = turn % 4 === 3 ? AbortSignal.any([until, AbortSignal.timeout(200)]) : until
    const query_term = `${questions[(turn + number) % questions.length]} OR quill${number}x${turn}`.slice(0, 500)
    const request = async (path: string, body?: object) => {
      const reply = await fetch(`${url}/api${path}`, {
        headers: { authorization: `Bearer ${user}`, ...(body && { 'content-type': 'application/json' }) },
        ...(body && { method: 'POST', body: JSON.stringify(body) }),
        signal,
      })
      counts.add(reply.status)
      return JSON.parse(await reply.text()) as { signal_id?: string } // only a search's response is read
    }
    try {
      const { signal_id: id } = await request('/explore/topicQuery', { query_term, check_cache: false })
      if (id === undefined) continue
      await request(`/signal/json/${id}`)
      await request(`/signals/${id}/documents?sort=engagement`)
      await request('/signal/getChatter', { id })
      await request(`/signal/getInflectionPointSummary?id=${id}`)
    } catch {
      counts.add('left before the answer')
    }
  }
}

/** Sends a person's typical requests one at a time; returns the milliseconds of each. */
async function workCalmly(url: string, forMs: number): Promise<number[]> {
  const send = createSend(url, 'mira')
  const times: number[] = []
  for (const end = performance.now() + forMs; performance.now() < end;) {
    for (const [path, body] of visits) {
      const began = performance.now()
      const reply = await send(body === undefined ? 'GET' : 'POST', path, body)
      await reply.text()
      if (reply.status >= 400) faults.push(`${path} answered ${reply.status} to another person`)
      times.push(performance.now() - began)
    }
    await pause(20)
  }
  return times
}

function printTimes(label: string, times: readonly number[]): void {
  const [median, p99, slowest] = [0.5, 0.99, 1].map((share) => `${percentile(times, share).toFixed(0)} ms`)
  console.log(`${label}: ${times.length} requests, median ${median}, p99 ${p99}, slowest ${slowest}`)
}

/** Searches for a common word and waits for its report. */
async function measureReport(url: string): Promise<number> {
  const send = createSend(url, 'mira')
  const began = performance.now()
  const search = await send('POST', '/explore/topicQuery', { query_term: 'velmorite', check_cache: false })
  const { signal_id: id } = (await search.json()) as { signal_id: string } // as the contract defines it
  const report = await send('GET', `/signal/json/${id}`)
  const { counts: measured } = (await report.json()) as { counts: { documents: number } } // the same
  if (measured.documents !== documents / 100)
    faults.push(`The report counts ${measured.documents} of ${documents / 100} documents`)
  return performance.now() - began
}

const { url, child, end } = await startLibraryApi(documents)
try {
  await workCalmly(url, 1_000) // warm-up: the first requests compile the code they run
  printTimes('Alone', await workCalmly(url, 2_000))
  const over = new AbortController()
  const attacking = Array.from({ length: attackers }, (_, n) => attack(url, n, over.signal))
  const calm = await workCalmly(url, seconds * 1_000)
  printTimes(`Beside ${attackers} attackers`, calm)
  over.abort()
  await Promise.all(attacking)
  console.log(`What they got: ${counts.text()}`)
  const recoveryMs = await measureReport(url)
  console.log(`A report of another person right after: ${recoveryMs.toFixed(0)} ms`)
  const p99 = percentile(calm, 0.99)
  if (p99 > maxCalmMs) faults.push(`Another person waited ${p99.toFixed(0)} ms (p99; at most ${maxCalmMs})`)
  if (recoveryMs > maxRecoveryMs)
    faults.push(`The library took ${recoveryMs.toFixed(0)} ms to recover (at most ${maxRecoveryMs})`)
  if (counts.of('500') > 0) faults.push(`${counts.of('500')} replies were failures of ours`)
  if (counts.counts.size === 0) faults.push('No attack was answered')
  if (child.exitCode !== null) faults.push(`The server ended with ${child.exitCode}`)
} finally {
  await end('SIGKILL') // its library is discarded
}
finish(faults)

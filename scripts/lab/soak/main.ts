/**
 * Usage: npm run check lab/soak/main.ts [-- --minutes N] [--engine embedded|native]. Twenty clients at once search, read reports and write for this
 * many
 * minutes (30); prints memory by the minute and every status, and fails if memory grew by more than 5 % after it had settled, or on an unexpected
 * status.
 */
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { removeData, spawnServer } from '@auspex/server/testing'
import { startLocalPostgres } from '../../../apps/api/src/adapters/database/testing/local-postgres.ts'
import { type Person, signInAsMember } from '../../checks/faults/person.ts'

const { values } = parseArgs({
  options: { minutes: { type: 'string', default: '30' }, engine: { type: 'string', default: 'embedded' } },
})
const minutes = Number(values.minutes)
const people = 20
const growthAllowed = 1.05
/** Allowed statuses with twenty clients: no limit is reached, and nothing is missing. */
const expectedStatuses = new Set([200])

const postgres = values.engine === 'native' ? await startLocalPostgres() : null
if (typeof postgres === 'string') throw new Error(postgres)
const server = await spawnServer({
  AUSPEX_SOURCES: 'demo',
  AUSPEX_LOG_LEVEL: 'error',
  AUSPEX_REQUESTS_PER_MINUTE: '1000000',
  AUSPEX_ZEUS_RUNS_PER_DAY: '1000000',
  DATABASE_URL: postgres?.databaseUrl ?? '',
})
const statuses = new Map<string, number>()
const terms = ['oat milk', 'matcha', 'heat pump', 'solar', 'coffee', 'electric bicycle', 'sourdough', 'tea']
let member: Person = await signInAsMember(server)
const until = performance.now() + minutes * 60_000
function isOver(): boolean {
  return performance.now() >= until
}
// tokens expire after five minutes
const renewing = setInterval(() => void signInAsMember(server).then((newMember) => (member = newMember)), 120_000)

/** Resident memory of the process in megabytes. */
function memoryOf(pid: number): number {
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024)
}

async function note(what: string, reply: Response): Promise<string> {
  const text = await reply.text()
  const key = `${what} ${reply.status}`
  statuses.set(key, (statuses.get(key) ?? 0) + 1)
  return text
}

async function live(person: number): Promise<void> {
  for (let n = 0; !isOver(); n += 1) {
    const term = terms[(person + n) % terms.length] ?? 'tea'
    const found = await note('search', await member.send('POST', '/explore/topicQuery', { query_term: term }))
    const { signal_id: signal = '' } = JSON.parse(found) as { signal_id?: string }
    await note('report', await member.send('GET', `/signal/json/${signal}`))
    await note('profile', await member.send('GET', '/users/me'))
    await note('trends', await member.send('GET', '/explore/generalTrends'))
    if (n % 5 === 0) {
      // without a key: all twenty share one person, who may only use a thousand keys a day
      const createdPortfolio = await note(
        'create',
        await member.send('POST', '/portfolio/create', { title: `Soak ${person} ${n}` }),
      )
      const { id = '' } = JSON.parse(createdPortfolio) as { id?: string }
      await note('read', await member.send('GET', `/portfolio/${id}`))
      await note('remove', await member.send('POST', '/portfolio/remove', { id }))
    }
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
}

const memory: number[] = []
const watching = setInterval(() => {
  memory.push(memoryOf(server.pid))
  if (memory.length % 6 === 0) console.log(`minute ${memory.length / 6}: ${memory.at(-1)} MB`)
}, 10_000)
try {
  await Promise.all(Array.from({ length: people }, (_, person) => live(person)))
} finally {
  clearInterval(watching)
  clearInterval(renewing)
  await server.kill()
  await postgres?.stop()
  removeData(server.dataDir)
}

/** The first half fills caches; within the second half, the beginning is compared with the end. */
const secondHalf = memory.slice(Math.floor(memory.length / 2))
const third = Math.max(1, Math.floor(secondHalf.length / 3))
function median(of: readonly number[]): number {
  return of.toSorted((a, b) => a - b)[Math.floor(of.length / 2)] ?? 0
}
const [early, late] = [median(secondHalf.slice(0, third)), median(secondHalf.slice(-third))]
const surprises = [...statuses]
  .filter(([key]) => !expectedStatuses.has(Number(key.split(' ')[1])))
  .reduce((sum, [, count]) => sum + count, 0)
for (const [key, count] of [...statuses].toSorted(([a], [b]) => a.localeCompare(b))) console.log(`${key}: ${count}`)
const growth = Math.round((late / early - 1) * 1000) / 10
const requests = [...statuses.values()].reduce((sum, count) => sum + count, 0)
console.log(
  `Soak (${values.engine}): ${minutes} minutes, ${people} at once, ${requests} requests, ${surprises} unexpected statuses, memory ${early} MB to ${late} MB (${growth} %)`,
)
process.exit(surprises === 0 && late <= early * growthAllowed ? 0 : 1)

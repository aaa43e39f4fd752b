/**
 * Usage: npm run check lab/soak.ts [-- --minutes N] [--engine embedded|native]. Twenty clients at once search, read reports and write for this many
 * minutes (30); prints memory by the minute and every status, and fails if memory grew by more than 5 % after it had settled, or on an unexpected
 * status.
 */
import { parseArgs } from 'node:util'
import { startLocalPostgres } from '../../apps/api/src/adapters/database/testing/local-postgres.ts'
import { createTally, readMemoryMb } from '../checks/harness/process.ts'
import { startProduct } from '../checks/harness/product.ts'
import { median } from './figures.ts'

const { values } = parseArgs({
  options: { minutes: { type: 'string', default: '30' }, engine: { type: 'string', default: 'embedded' } },
})
const minutes = Number(values.minutes)
const people = 20
const terms = ['oat milk', 'matcha', 'heat pump', 'solar', 'coffee', 'electric bicycle', 'sourdough', 'tea']

const postgres = values.engine === 'native' ? await startLocalPostgres() : null
if (typeof postgres === 'string') throw new Error(postgres)
const product = await startProduct({
  AUSPEX_SOURCES: 'demo',
  AUSPEX_ZEUS_RUNS_PER_DAY: '1000000',
  DATABASE_URL: postgres?.databaseUrl ?? '',
})
const statuses = createTally()
let send = await product.sendAs('member')
const until = performance.now() + minutes * 60_000
// tokens expire after five minutes
const renewing = setInterval(() => void product.sendAs('member').then((renewed) => (send = renewed)), 120_000)

async function request(name: string, method: string, path: string, body?: object): Promise<Record<string, unknown>> {
  const reply = await send(method, path, body)
  statuses.add(`${name} ${reply.status}`)
  return JSON.parse(await reply.text()) as Record<string, unknown> // every response here is an object
}

async function live(person: number): Promise<void> {
  for (let n = 0; performance.now() < until; n += 1) {
    const query_term = terms[(person + n) % terms.length]
    const { signal_id: signal } = await request('search', 'POST', '/explore/topicQuery', { query_term })
    await request('report', 'GET', `/signal/json/${String(signal)}`)
    await request('profile', 'GET', '/users/me')
    await request('trends', 'GET', '/explore/generalTrends')
    if (n % 5 === 0) {
      // without a key: all twenty share one person, who may only use a thousand keys a day
      const { id } = await request('create', 'POST', '/portfolio/create', { title: `Soak ${person} ${n}` })
      await request('read', 'GET', `/portfolio/${String(id)}`)
      await request('remove', 'POST', '/portfolio/remove', { id })
    }
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
}

const memory: number[] = []
const watching = setInterval(() => {
  memory.push(readMemoryMb(product.server().pid) ?? 0)
  if (memory.length % 6 === 0) console.log(`minute ${memory.length / 6}: ${memory.at(-1)?.toFixed(0)} MB`)
}, 10_000)
try {
  await Promise.all(Array.from({ length: people }, (_, person) => live(person)))
} finally {
  clearInterval(watching)
  clearInterval(renewing)
  await product.end()
  await postgres?.stop()
}

// the first half fills caches; within the second half, the beginning is compared with the end
const secondHalf = memory.slice(Math.floor(memory.length / 2))
const third = Math.max(1, Math.floor(secondHalf.length / 3))
const [early, late] = [median(secondHalf.slice(0, third)), median(secondHalf.slice(-third))]
const otherStatuses = [...statuses.counts].filter(([name]) => !name.endsWith(' 200'))
for (const [name, count] of [...statuses.counts].toSorted(([a], [b]) => a.localeCompare(b)))
  console.log(`${name}: ${count}`)
const requests = [...statuses.counts.values()].reduce((sum, count) => sum + count, 0)
console.log(
  `Soak (${values.engine}): ${minutes} minutes, ${people} at once, ${requests} requests, ${otherStatuses.length} kinds of unexpected statuses, memory ${early.toFixed(0)} MB to ${late.toFixed(0)} MB (${((late / early - 1) * 100).toFixed(1)} %)`,
)
process.exit(otherStatuses.length === 0 && late <= early * 1.05 ? 0 : 1)

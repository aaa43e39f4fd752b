/**
 * Usage: npm run check lab/bench/processes.ts [-- SECONDS]. Measures how many uncached reports a second one and two API processes on one PostgreSQL
 * compute, next to the same counting statement sent directly to the database. All share this machine's cores: two processes can only add what the
 * database leaves idle.
 */
import { availableParallelism, loadavg } from 'node:os'
import { createLogger, openUnmigrated } from '@auspex/api'
import { startCluster } from '../../checks/processes/start-cluster.ts'

const seconds = Number(process.argv[2] ?? 30)
const connections = 8

async function perSecond(work: (n: number) => Promise<void>): Promise<number> {
  const until = performance.now() + seconds * 1000
  let done = 0
  let next = 0
  await Promise.all(
    Array.from({ length: connections }, async () => {
      while (performance.now() < until) {
        await work(next++)
        done += 1
      }
    }),
  )
  return Math.round((done / seconds) * 10) / 10
}

/** A different question for each number, so that no response comes from the cache. */
function question(n: number): string {
  const words = ['oat milk', 'matcha', 'coffee', 'tea', 'solar', 'heat pump']
  const day = new Date(Date.UTC(2024, 0, 1) + (n % 700) * 86_400_000).toISOString().slice(0, 10)
  return `${words[n % words.length]} since:${day}`
}

// other load takes a share of the cores, so the figures state it
const figures = [`${availableParallelism()} cores, load ${loadavg()[0]?.toFixed(1)} before it began`]
for (const api of [1, 2]) {
  const cluster = await startCluster({ api, workers: 1 })
  try {
    const token = await cluster.serviceToken()
    const sendRequest = async (method: string, path: string, body?: object) => {
      const reply = await fetch(`${cluster.proxy.url}/api${path}`, {
        method,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        ...(body && { body: JSON.stringify(body) }),
      })
      const text = await reply.text()
      if (!reply.ok) throw new Error(`${path} answered ${reply.status}: ${text.slice(0, 200)}`)
      return text
    }
    const rate = await perSecond(async (n) => {
      const { signal_id } = JSON.parse(
        await sendRequest('POST', '/explore/topicQuery', { query_term: question(n) }),
      ) as {
        signal_id: string
      }
      await sendRequest('GET', `/signal/json/${signal_id}`)
    })
    figures.push(`${api} API process${api === 1 ? '' : 'es'}: ${rate} reports a second`)
    if (api === 2) {
      const database = await openUnmigrated({ databaseUrl: cluster.databaseUrl, log: createLogger('silent') })
      const limit = await perSecond(async (n) => {
        await database.pool.query(
          `select day, count(*), avg(tone) from document where tsv @@ to_tsquery('simple', $1) and day >= $2::date group by day`,
          [['matcha', 'coffee', 'tea', 'solar'][n % 4], question(n).slice(-10)],
        )
      })
      await database.close()
      figures.push(`the database alone, counting by day: ${limit} statements a second`)
    }
  } finally {
    await cluster.end()
  }
}
for (const figure of figures) console.log(figure)

/**
 * Usage: npm run check lab/bench/processes.ts [-- SECONDS]. Measures how many uncached reports a second one and two API processes on one PostgreSQL
 * compute. All share this machine's cores: two processes can only add what the database leaves idle.
 */
import { availableParallelism, loadavg } from 'node:os'
import { startCluster } from '../../checks/processes/cluster.ts'

const seconds = Number(process.argv[2] ?? 30)
const words = ['oat milk', 'matcha', 'coffee', 'tea', 'solar', 'heat pump']
// other load takes a share of the cores, so the figures state it
console.log(`${availableParallelism()} cores, load ${loadavg()[0]?.toFixed(1)} before it began`)
for (const api of [1, 2]) {
  const cluster = await startCluster({ api, workers: 1 })
  try {
    const send = await cluster.sendAs('service')
    const request = async (method: string, path: string, body?: object) => {
      const reply = await send(method, path, body)
      const text = await reply.text()
      if (!reply.ok) throw new Error(`${path} answered ${reply.status}: ${text.slice(0, 200)}`)
      return text
    }
    const until = performance.now() + seconds * 1000
    let [next, done] = [0, 0]
    const work = async (): Promise<void> => {
      while (performance.now() < until) {
        const n = next++
        // a different question each time, so that no response comes from the cache
        const day = new Date(Date.UTC(2024, 0, 1) + (n % 700) * 86_400_000).toISOString().slice(0, 10)
        const question = { query_term: `${words[n % words.length]} since:${day}` }
        const search = JSON.parse(await request('POST', '/explore/topicQuery', question)) as { signal_id: string } // a search
        await request('GET', `/signal/json/${search.signal_id}`)
        done += 1
      }
    }
    await Promise.all(Array.from({ length: 8 }, work))
    console.log(`${api} API process${api === 1 ? '' : 'es'}: ${(done / seconds).toFixed(1)} reports a second`)
  } finally {
    await cluster.end()
  }
}

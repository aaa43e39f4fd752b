import type { Cluster } from './start-cluster.ts'

const connections = 16

export interface RollOver {
  sent: number
  /** Counts of requests without the expected response, by what happened. */
  dropped: Map<string, number>
  restarts: number
}

/** Sends requests without a pause while the processes restart one after the other, repeatedly until all requests are sent. */
export async function rollOver(cluster: Cluster, requests: number): Promise<RollOver> {
  const dropped = new Map<string, number>()
  let token = await cluster.tokenOf('member')
  let [sent, restarts] = [0, 0]
  const over = new AbortController()

  const sendRequest = async (n: number): Promise<void> => {
    const isWrite = n % 10 === 0
    const path = isWrite ? '/portfolio/create' : ['/users/me', '/portfolio?perPage=5', '/recentSearches'][n % 3]
    const reply = await fetch(`${cluster.proxy.url}/api${path}`, {
      method: isWrite ? 'POST' : 'GET',
      headers: {
        authorization: `Bearer ${token}`,
        ...(isWrite && { 'content-type': 'application/json', 'idempotency-key': `roll-${n}` }),
      },
      ...(isWrite && { body: JSON.stringify({ title: `Rolled ${n}` }) }),
    })
    const text = await reply.text()
    if (!reply.ok) throw new Error(`${reply.status} ${text.slice(0, 200)}`)
  }
  const work = async (): Promise<void> => {
    while (sent < requests) {
      const n = sent++
      await sendRequest(n).catch((error: unknown) => {
        const what =
          error instanceof Error ? (error.cause instanceof Error ? error.cause.message : error.message) : String(error)
        dropped.set(what, (dropped.get(what) ?? 0) + 1)
      })
    }
  }
  const restart = async (): Promise<void> => {
    while (!over.signal.aborted)
      for (const member of cluster.members) {
        if (over.signal.aborted) return
        await cluster.restart(member)
        restarts += 1
      }
  }
  // tokens expire after five minutes
  const renewing = setInterval(() => {
    void cluster.tokenOf('member').then((newToken) => (token = newToken))
  }, 120_000)
  const restarting = restart()
  await Promise.all(Array.from({ length: connections }, work))
  over.abort()
  clearInterval(renewing)
  await restarting
  return { sent: requests, dropped, restarts }
}

import { checkRound } from '../attack/killed-writes/check-round.ts'
import { writeAll, writesOfRound } from '../attack/killed-writes/write-all.ts'
import type { RunningRound } from '../attack/killed-writes/start-round.ts'
import type { Cluster } from './start-cluster.ts'

export interface KilledRound {
  faults: string[]
  acknowledged: number
  cutOff: number
}

/** Sends 200 writes on 20 connections through the balancer while a randomly chosen process is killed, then each write again with its key. */
export async function killOne(
  cluster: Cluster,
  { number, below }: { number: number; below: (most: number) => number },
): Promise<KilledRound> {
  const token = await cluster.tokenOf('member')
  const doomed = cluster.members[below(cluster.members.length)]
  if (doomed === undefined) throw new Error('There is no process')
  const retries: Promise<void>[] = []
  const round: RunningRound = {
    send: (method, path, body, key) =>
      fetch(`${cluster.proxy.url}/api${path}`, {
        method,
        headers: {
          authorization: `Bearer ${token}`,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...(key === undefined ? {} : { 'idempotency-key': key }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
    kill: async () => {
      await cluster.kill(doomed)
      retries.push(cluster.startAgain(doomed))
    },
    restart: async () => {},
    end: async () => {},
  }
  const writes = writesOfRound(number)
  const outcomes = await writeAll(round, writes, { killAfter: 20 + below(150) })
  await Promise.all(retries)
  const { faults, figures } = await checkRound(round, writes, outcomes)
  console.log(
    `Killed a ${doomed.role} in round ${number}: ${figures.acknowledged} of ${writes.length} acknowledged, ${figures.cutOff} cut off, ${faults.length} faults`,
  )
  return { faults, acknowledged: figures.acknowledged, cutOff: figures.cutOff }
}

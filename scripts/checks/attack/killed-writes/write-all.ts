import type { RunningRound } from './start-round.ts'

const writesOfOneRound = 200
const connections = 20

export interface Write {
  key: string
  title: string
}

/** Id of what was created, as the server acknowledged it; null for a write that was cut off or never sent. */
export type Outcomes = ReadonlyMap<string, string | null>

export function writesOfRound(number: number): Write[] {
  return Array.from({ length: writesOfOneRound }, (_, n) => ({
    key: `killed-${number}-${n}`,
    title: `Round ${number} write ${n}`,
  }))
}

/** Sends the writes on twenty connections at once, and kills the server once `killAfter` of them are acknowledged. */
export async function writeAll(
  round: RunningRound,
  writes: readonly Write[],
  { killAfter }: { killAfter: number },
): Promise<Outcomes> {
  const outcomes = new Map<string, string | null>(writes.map(({ key }) => [key, null]))
  let acknowledged = 0
  let next = 0
  const kills: Promise<void>[] = []
  await Promise.all(
    Array.from({ length: connections }, async () => {
      while (next < writes.length) {
        const write = writes[next++]
        if (write === undefined) return
        const id = await create(round, write).catch(() => null)
        if (id === null) return // the server is gone
        outcomes.set(write.key, id)
        acknowledged += 1
        if (acknowledged === killAfter) kills.push(round.kill())
      }
    }),
  )
  await Promise.all(kills)
  return outcomes
}

/** Returns the new id, or null if the write was refused. */
async function create(round: RunningRound, { key, title }: Write): Promise<string | null> {
  const reply = await round.send('POST', '/portfolio/create', { title }, key)
  if (!reply.ok) throw new Error(`A write answered ${reply.status}: ${await reply.text()}`)
  const { id } = (await reply.json()) as { id: string } // the contract's Portfolio
  return id
}

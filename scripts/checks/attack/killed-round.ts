import { setTimeout as pause } from 'node:timers/promises'
import { type Item, listPortfolios, type Send } from '../harness/product.ts'

const writesOfOneRound = 200
const connections = 20
/** A key whose process died becomes available once that process has been silent for long enough. */
const maxWaitMs = 90_000

export interface Figures {
  /** Writes that the server acknowledged before it was killed. */
  acknowledged: number
  /** Writes that got no response, or were not sent. */
  cutOff: number
  /** Of these, writes that took effect although they were not acknowledged. */
  done: number
  /** Writes that took effect only when they were sent again. */
  again: number
  /** Of the writes sent again, those whose outcome the server reports as unknown. */
  unknown: number
}

interface Round {
  send: Send
  /** Kills a process, and resolves once there is one to send to. */
  kill: () => Promise<void>
  number: number
  /** How many writes are acknowledged before the kill. */
  killAfter: number
}

/** Sends writes on twenty connections at once with a kill in their middle, then each again with its key, and checks what is stored. */
export async function runRound({
  send,
  kill,
  number,
  killAfter,
}: Round): Promise<{ figures: Figures; faults: string[] }> {
  const writes = Array.from({ length: writesOfOneRound }, (_, n) => ({
    key: `killed-${number}-${n}`,
    title: `Round ${number} write ${n}`,
  }))
  const create = (title: string, key: string) =>
    send('POST', '/portfolio/create', { title }, { 'idempotency-key': key })
  const acknowledgedIds = new Map<string, string>()
  const kills: Promise<void>[] = []
  let next = 0
  const work = async (): Promise<void> => {
    for (let write = writes[next++]; write !== undefined; write = writes[next++]) {
      const reply = await create(write.title, write.key).catch(() => null)
      const body = reply?.ok === true ? await reply.json().catch(() => null) : null
      if (body === null) return // the server is gone
      acknowledgedIds.set(write.key, (body as Item).id) // the contract's Portfolio
      if (acknowledgedIds.size === killAfter) kills.push(kill())
    }
  }
  await Promise.all(Array.from({ length: connections }, work))
  await Promise.all(kills)

  const faults: string[] = []
  const figures: Figures = { acknowledged: acknowledgedIds.size, cutOff: 0, done: 0, again: 0, unknown: 0 }
  const before = groupByTitle(await listPortfolios(send))
  for (const { key, title } of writes) {
    const id = acknowledgedIds.get(key)
    const portfolios = before.get(title) ?? []
    if (id === undefined) figures.cutOff += 1
    if (id === undefined && portfolios.length > 0) figures.done += 1
    if (id !== undefined && portfolios.every((portfolio) => portfolio.id !== id))
      faults.push(`${title} was acknowledged and is lost`)
  }
  const deadline = Date.now() + maxWaitMs
  await Promise.all(
    writes.map(async ({ key, title }) => {
      const id = acknowledgedIds.get(key)
      let reply = await create(title, key)
      while (reply.status === 503 && Date.now() < deadline) {
        await reply.arrayBuffer()
        await pause(1_000)
        reply = await create(title, key)
      }
      const body = (await reply.json()) as { id?: string; code?: string } // a Portfolio or a Problem
      const repeatedId = reply.ok ? body.id : undefined
      if (id !== undefined && repeatedId !== id)
        faults.push(`${title} was acknowledged as ${id} and answers ${JSON.stringify(body)}`)
      if (id === undefined && repeatedId !== undefined && !before.has(title)) figures.again += 1
      if (body.code === 'request.outcome_unknown') figures.unknown += 1
      else if (repeatedId === undefined) faults.push(`${title} sent again answers ${body.code}`)
    }),
  )
  const after = groupByTitle(await listPortfolios(send))
  for (const { title } of writes) {
    const portfolios = after.get(title) ?? []
    if (portfolios.length > 1) faults.push(`${title} is there ${portfolios.length} times`)
    if (portfolios.some(({ revision }) => revision !== 1)) faults.push(`${title} was changed by being sent again`)
  }
  return { figures, faults }
}

function groupByTitle(portfolios: readonly Item[]): Map<string, Item[]> {
  return Map.groupBy(portfolios, ({ title }) => title)
}

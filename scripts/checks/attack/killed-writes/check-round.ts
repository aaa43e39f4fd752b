import { setTimeout as pause } from 'node:timers/promises'
import type { RunningRound } from './start-round.ts'
import type { Outcomes, Write } from './write-all.ts'

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

export interface Round {
  figures: Figures
  faults: string[]
}

interface Portfolio {
  id: string
  title: string
  revision: number
}

/** A key whose process died becomes available once that process has been silent for long enough. */
const maxWaitMs = 90_000

/** Sends every write again with its key, and checks what is stored. */
export async function checkRound(round: RunningRound, writes: readonly Write[], outcomes: Outcomes): Promise<Round> {
  const faults: string[] = []
  const figures: Figures = { acknowledged: 0, cutOff: 0, done: 0, again: 0, unknown: 0 }
  const before = groupByTitle(await listAll(round))
  for (const { key, title } of writes) {
    const id = outcomes.get(key) ?? null
    const found = before.get(title) ?? []
    if (id === null) figures.cutOff += 1
    else figures.acknowledged += 1
    if (id === null && found.length > 0) figures.done += 1
    if (id !== null && !found.some((portfolio) => portfolio.id === id))
      faults.push(`${title} was acknowledged and is lost`)
  }
  const deadline = Date.now() + maxWaitMs
  await Promise.all(
    writes.map(async ({ key, title }) => {
      const id = outcomes.get(key) ?? null
      const reply = await sendAgain(round, { key, title }, deadline)
      if (id !== null && reply.id !== id)
        faults.push(`${title} was acknowledged as ${id} and answers ${JSON.stringify(reply)}`)
      if (id === null && reply.id !== null && !before.has(title)) figures.again += 1
      if (reply.code === 'request.outcome_unknown') figures.unknown += 1
      else if (reply.id === null) faults.push(`${title} sent again answers ${reply.code}`)
    }),
  )
  const after = groupByTitle(await listAll(round))
  for (const { title } of writes) {
    const there = after.get(title) ?? []
    if (there.length > 1) faults.push(`${title} is there ${there.length} times`)
    if (there.some(({ revision }) => revision !== 1)) faults.push(`${title} was changed by being sent again`)
  }
  return { figures, faults }
}

async function sendAgain(round: RunningRound, { key, title }: Write, deadline: number) {
  for (;;) {
    const reply = await round.send('POST', '/portfolio/create', { title }, key)
    const body = (await reply.json()) as { id?: string; code?: string } // a Portfolio or a Problem
    if (reply.status !== 503 || Date.now() > deadline)
      return { id: reply.ok ? (body.id ?? null) : null, code: body.code ?? null }
    await pause(1_000)
  }
}

/** All portfolios of the member, each complete, because a partly written one could not be read. */
async function listAll(round: RunningRound): Promise<Portfolio[]> {
  const all: Portfolio[] = []
  for (let page = 1; ; page += 1) {
    const reply = await round.send('GET', `/portfolio?perPage=200&page=${page}`)
    const { items, page: info } = (await reply.json()) as { items: Portfolio[]; page: { totalPages: number } }
    all.push(...items)
    if (page >= info.totalPages) return all
  }
}

function groupByTitle(portfolios: readonly Portfolio[]): Map<string, Portfolio[]> {
  const groups = new Map<string, Portfolio[]>()
  for (const portfolio of portfolios) groups.set(portfolio.title, [...(groups.get(portfolio.title) ?? []), portfolio])
  return groups
}

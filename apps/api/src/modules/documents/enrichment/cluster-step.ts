import { tokens } from '@auspex/analytics'
import { sql } from 'kysely'
import type { Database } from '../../../adapters/database/database.port.ts'
import { kindCodes, sourceCodes } from '../document-codes.ts'
import { addDays } from '../weeks.ts'
import type { Reader } from './reader.ts'

/** A title of few words is helped out with the beginning of the body. */
const comparedWords = 60
const enoughTitleWords = 8
/** More documents in a fortnight are compared among the newest only, so that memory stays bounded. */
const maxWindow = 60_000

interface WindowRow {
  id: string
  cluster_id: string
  day: string
  outlet: string
  url: string | null
  title: string
  lead: string | null
}

/**
 * Joins the near-duplicates of one pending week with each other and with those of the week before, and returns whether
 * there was a week to do. Repeating it changes nothing; a week stays pending until its result is written.
 */
export async function clusterNextWeek(database: Database, reader: Reader): Promise<boolean> {
  const { rows } = await sql<{ week: string }>`select week from cluster_pending order by week limit 1`.execute(
    database.kysely,
  )
  const week = rows[0]?.week
  if (week === undefined) return false
  for (const demo of [false, true]) await clusterWeek({ database, reader, week, demo })
  await sql`delete from cluster_pending where week = ${week}::date`.execute(database.kysely)
  return true
}

async function clusterWeek(work: { database: Database; reader: Reader; week: string; demo: boolean }): Promise<void> {
  const { database, reader, week, demo } = work
  const window = await readWindow(database, { week, demo })
  if (!window.some((row) => row.day >= week)) return
  const found = await reader.cluster(
    window.map((row) => ({
      id: row.id,
      url: row.url,
      outlet: row.outlet,
      publishedDay: row.day,
      tokens: wordsOf(row),
    })),
  )
  const changes = chooseClusters({ window, found, week })
  for (let at = 0; at < changes.length; at += 500) {
    const part = changes.slice(at, at + 500)
    await sql`
      update document d set cluster_id = c.cluster
      from unnest(${part.map((one) => one.id)}::bigint[], ${part.map((one) => one.cluster)}::bigint[]) as c (id, cluster)
      where d.id = c.id`.execute(database.kysely)
  }
  if (changes.length > 0) await sql`update library set revision = revision + 1`.execute(database.kysely)
}

async function readWindow(database: Database, { week, demo }: { week: string; demo: boolean }): Promise<WindowRow[]> {
  const from = `${addDays(week, -7)}T00:00:00Z`
  const to = `${addDays(week, 7)}T00:00:00Z`
  const { rows } = await sql<WindowRow>`
    select d.id, d.cluster_id, d.day, o.name as outlet, t.url, t.title, left(t.body, 400) as lead
    from document d join document_text t on t.id = d.id join outlet o on o.id = d.outlet_id
    where d.ts >= ${from}::timestamptz and d.ts < ${to}::timestamptz and (d.source_id = ${sourceCodes.demo}) = ${demo}::boolean
      and d.kind not in (${kindCodes.comment}, ${kindCodes.answer})
    order by d.ts desc limit ${maxWindow}`.execute(database.kysely)
  return rows
}

function wordsOf({ title, lead }: WindowRow): string[] {
  const words = tokens(title)
  return words.length >= enoughTitleWords || lead === null ? words : [...words, ...tokens(lead)].slice(0, comparedWords)
}

/** The documents of `week` whose stored cluster is not the found one. A story that began the week before keeps its name. */
export function chooseClusters(input: {
  window: readonly { id: string; cluster_id: string; day: string }[]
  found: ReadonlyMap<string, string>
  week: string
}): { id: string; cluster: string }[] {
  const { window, found, week } = input
  const storedName = new Map(window.map((row) => [row.id, row.day < week ? row.cluster_id : row.id]))
  return window
    .filter((row) => row.day >= week)
    .map((row) => {
      const first = found.get(row.id) ?? row.id
      return { id: row.id, cluster: storedName.get(first) ?? first, stored: row.cluster_id }
    })
    .filter((row) => row.cluster !== row.stored)
}

import { sql } from 'kysely'
import type { Library } from '../document-store.port.ts'
import type { Reader } from './reader.ts'
import type { WorkFaults } from './work-faults.ts'

/** More documents in a fortnight are compared among the newest only, so that memory stays bounded. */
const maxWindow = 60_000

const weekWork = 'stories of a week'

/**
 * Joins the near-duplicates of one pending week with each other and with those of the week before, and returns whether
 * there was a week to do. Repeating it changes nothing; a week stays pending until its result is written. One that fails goes behind the
 * others, and is set aside when it fails again and again.
 */
export async function clusterNextWeek(library: Library, reader: Reader, faults: WorkFaults): Promise<boolean> {
  const { kysely } = library.database
  const { rows } = await sql<{ week: string; tries: number }>`
    select p.week::text as week, coalesce(f.tries, 0) as tries from cluster_pending p
    left join work_fault f on f.work = ${weekWork} and f.item = p.week::text
    order by coalesce(f.tries, 0), p.week limit 1`.execute(kysely)
  const [next] = rows
  if (next === undefined) return false
  const { week, tries } = next
  try {
    for (const demo of [false, true]) await clusterWeek({ ...library, reader, week, demo })
    if (tries > 0) await faults.forget(weekWork, week)
  } catch (error) {
    if (!(await faults.note(weekWork, week, error))) return true
  }
  await sql`delete from cluster_pending where week::text = ${week}`.execute(kysely)
  return true
}

async function clusterWeek(work: Library & { reader: Reader; week: string; demo: boolean }): Promise<void> {
  const { database, store, reader, week, demo } = work
  const window = await store.readFortnight(week, { demo, most: maxWindow })
  if (!window.some((row) => row.day >= week)) return
  const firstIds = await reader.ask({
    kind: 'cluster',
    input: window.map(({ id, url, outlet, day, title, lead }) => ({ id, url, outlet, day, title, lead })),
  })
  const changes = chooseClusters({ window, firstIds, week })
  if (changes.length === 0) return
  await store.setClusters(changes)
  await sql`update library set revision = revision + 1`.execute(database.kysely)
}

/**
 * The documents of `week` whose stored cluster is another than the one found now. A story keeps the name that its earliest
 * document has stored, so that a document alone, and a story that began the week before, need no write; only when two
 * stories would have one name does the later take its first document's id.
 */
export function chooseClusters(input: {
  /** In any order. */
  window: readonly { id: string; cluster_id: string; day: string }[]
  /** The earliest member of each document's story. */
  firstIds: ReadonlyMap<string, string>
  week: string
}): { id: string; cluster: string }[] {
  const { window, firstIds, week } = input
  const rows = new Map(window.map((row) => [row.id, row]))
  const firsts = [...new Set(firstIds.values())].flatMap((id) => rows.get(id) ?? [])
  firsts.sort((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : a.id < b.id ? -1 : 1))
  const names = new Map<string, string>()
  const taken = new Set<string>()
  for (const first of firsts) {
    // Documents of the week before were named in their own turn; two of their stories may rightly share a name
    const name = first.day >= week && taken.has(first.cluster_id) ? first.id : first.cluster_id
    taken.add(name)
    names.set(first.id, name)
  }
  return window
    .filter((row) => row.day >= week)
    .map((row) => ({ id: row.id, cluster: names.get(firstIds.get(row.id) ?? '') ?? row.id, stored: row.cluster_id }))
    .filter((row) => row.cluster !== row.stored)
    .map(({ id, cluster }) => ({ id, cluster }))
}

import { documentsRead, entitiesShown, minHits, partsShown, voicesRead } from '../../measures/voice-interests.ts'
import { sumByKey } from './sum-by-key.ts'

/** A document of a voice beyond the signal. */
export interface OtherDocument {
  part: string | null
  entities: readonly number[]
  /** Places of the subjects that it is about. */
  subjects: readonly number[]
}

export interface PartHits<Thing> {
  part: string | null
  thing: Thing
  documents: number
}

/** The voices of most documents, equal ones by number; each shard counts those that it holds. Pure. */
export function loudestVoices(rows: { length: number; id: Int32Array; documents: Float64Array }): number[] {
  const counts = Array.from({ length: rows.length }, (_, row) => ({
    id: rows.id[row] ?? 0,
    documents: rows.documents[row] ?? 0,
  }))
  return sumByKey(counts, ({ id }) => id, ['documents'])
    .toSorted((a, b) => b.documents - a.documents || a.id - b.id)
    .slice(0, voicesRead)
    .map(({ id }) => id)
}

/** The documents of the lowest ids, of those that each shard found lowest. Pure. */
export function lowestDocuments<Row extends { id: string }>(rows: readonly Row[]): Row[] {
  return rows
    .map((row) => ({ row, order: BigInt(row.id) }))
    .toSorted((a, b) => (a.order < b.order ? -1 : 1))
    .slice(0, documentsRead)
    .map(({ row }) => row)
}

/** The largest parts; null is one only where nothing is told apart. Pure. */
export function largestParts(
  parts: readonly (string | null)[],
  { isSplit }: { isSplit: boolean },
): { part: string | null; documents: number }[] {
  const counts = new Map<string | null, number>()
  for (const part of parts) if (!isSplit || part !== null) counts.set(part, (counts.get(part) ?? 0) + 1)
  return [...counts]
    .map(([part, documents]) => ({ part, documents }))
    .toSorted((a, b) => b.documents - a.documents || ((a.part ?? '') < (b.part ?? '') ? -1 : 1))
    .slice(0, partsShown)
}

/** The entities and subjects of the parts, without anecdotes. Pure. */
export function countInterests(documents: readonly OtherDocument[]): {
  entities: PartHits<number>[]
  subjects: PartHits<number>[]
} {
  const entities = countThings(documents, (one) => one.entities)
    .toSorted((a, b) => b.documents - a.documents || a.thing - b.thing)
    .slice(0, entitiesShown)
  return { entities, subjects: countThings(documents, (one) => one.subjects) }
}

function countThings(
  documents: readonly OtherDocument[],
  thingsOf: (document: OtherDocument) => readonly number[],
): PartHits<number>[] {
  const parts = new Map<string | null, Map<number, number>>()
  for (const document of documents) {
    const counts = parts.get(document.part) ?? new Map<number, number>()
    parts.set(document.part, counts)
    for (const thing of thingsOf(document)) counts.set(thing, (counts.get(thing) ?? 0) + 1)
  }
  return [...parts].flatMap(([part, counts]) =>
    [...counts].flatMap(([thing, hits]) => (hits < minHits ? [] : [{ part, thing, documents: hits }])),
  )
}

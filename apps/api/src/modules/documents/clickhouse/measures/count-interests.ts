import { entitiesShown, minHits, partsShown } from '../../measures/voice-interests.ts'

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

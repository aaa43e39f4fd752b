import { createHash } from 'node:crypto'
import type { StoredFacts } from '../prepare-document.ts'

/** A document as moved between engines: everything stored and derived. Names have their PostgreSQL numbers. */
export interface MovedDocument extends StoredFacts {
  /** Milliseconds since 1970. */
  ms: number
  /** When it was collected, in milliseconds since 1970; null when that was not recorded. */
  collectedMs: number | null
  outletId: number
  authorId: number | null
  sourceId: number
  entities: number[]
}

/** Reads and writes an engine's documents for a move. */
export interface MovableDocuments {
  /** Globally unique names of its tables: two stores that share one overlap. */
  listTables(): Promise<string[]>
  count(): Promise<number>
  /** The next documents after that id, in the engine's own order; null reads the first. */
  read(after: string | null, limit: number): Promise<MovedDocument[]>
  /** Stores those that do not exist, without updating any counts. */
  write(documents: readonly MovedDocument[]): Promise<void>
  clear(): Promise<void>
}

/** The number of documents, and the sum of their hashes, which does not depend on their order. */
export interface Fingerprint {
  documents: number
  sum: bigint
}

const sums = 2n ** 64n

export function emptyFingerprint(): Fingerprint {
  return { documents: 0, sum: 0n }
}

export function addToFingerprint(fingerprint: Fingerprint, documents: readonly MovedDocument[]): void {
  for (const document of documents) {
    // a fixed order of keys, however the object was built
    const text = JSON.stringify(document, Object.keys(document).toSorted())
    const digest = createHash('sha256').update(text).digest()
    fingerprint.documents += 1
    fingerprint.sum = (fingerprint.sum + digest.readBigUInt64BE(0)) % sums
  }
}

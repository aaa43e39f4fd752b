import { createHash } from 'node:crypto'

/** A document as it is moved from one engine to another: everything that was stored and read of it. Names have the numbers of PostgreSQL. */
export interface MovedDocument {
  id: string
  clusterId: string
  /** Milliseconds since 1970. */
  ms: number
  outletId: number
  outlet: string
  authorId: number | null
  author: string | null
  score: number | null
  comments: number | null
  tone: number | null
  sourceId: number
  kind: number
  toneLabel: number
  country: string | null
  countryBasis: number | null
  lang: string | null
  entities: number[]
  canonicalUrlHash: string | null
  views: number | null
  reposts: number | null
  datePrecision: number
  nativeId: string | null
  url: string | null
  title: string
  body: string | null
}

/** Documents of an engine, for moving. */
export interface MovableDocuments {
  /** The tables that hold them, by names that no other table has: two places that share one are partly the same. */
  listTables(): Promise<string[]>
  count(): Promise<number>
  /** The next documents after that one, in an order of the engine's own; the first for null. */
  read(after: string | null, limit: number): Promise<MovedDocument[]>
  /** Stores those that are not there, and nothing of what is counted of them. */
  write(documents: readonly MovedDocument[]): Promise<void>
  clear(): Promise<void>
}

/** How many documents, and the sum of their hashes, which does not depend on their order. */
export interface Fingerprint {
  documents: number
  sum: bigint
}

const sums = 2n ** 64n

export function emptyFingerprint(): Fingerprint {
  return { documents: 0, sum: 0n }
}

/** Counts documents in. */
export function addToFingerprint(fingerprint: Fingerprint, documents: readonly MovedDocument[]): void {
  for (const document of documents) {
    // one order of names, whoever made the object
    const text = JSON.stringify(document, Object.keys(document).toSorted())
    const digest = createHash('sha256').update(text).digest()
    fingerprint.documents += 1
    fingerprint.sum = (fingerprint.sum + digest.readBigUInt64BE(0)) % sums
  }
}

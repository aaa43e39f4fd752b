import { z } from 'zod'

/** An object whose named fields are always there; further ones may follow, because a server may be newer than this package. */
export const fields = z.looseObject

const count = z.int().min(0)
/** Lists of what the contract describes; the answers of a server have already been typed by it. */
const items = z.array(z.looseObject({}))

export const estimate = z
  .object({ value: z.number(), low: z.number(), high: z.number() })
  .nullable()
  .describe('A value with its 95 % interval; null when it is unknown')
export const documents = z
  .array(
    fields({
      id: z.string(),
      day: z.string(),
      source: z.string(),
      outlet: z.string(),
      title: z.string(),
      tone: z.string(),
    }),
  )
  .describe('Documents, by whose ids statements are cited')
export const documentPage = fields({ total: count.nullable().describe('Documents in all'), page: count, documents })
export const counts = fields({
  documents: count,
  storyClusters: count.describe('Near-duplicates counted once'),
  outlets: count,
  authors: count,
}).describe('With `low` and `high` where they are estimates')
export const search = fields({
  signalId: z.string().describe('What the other tools need'),
  requestId: z.string(),
  title: z.string(),
  status: z.string().describe('queued, running, complete, partial, failed or cancelled'),
  matched: count.nullable().describe('Documents that match; null while unknown'),
  sources: items.describe('What each source answered'),
})
export const measures = fields({
  signalId: z.string(),
  title: z.string(),
  coveredTo: z.string().nullable().describe('Last day that the sources cover; later days are unknown'),
  counts,
  momentum: fields({ ratio: estimate, reason: z.string().nullable() }),
  stage: z.string().nullable(),
  tone: fields({ mean: estimate, counts: z.looseObject({}) }),
})
export const report = measures.extend({
  summary: z.array(fields({ text: z.string(), documentIds: z.array(z.string()) })),
  contexts: items,
  voices: items,
  countries: items,
  documents,
  failedSources: items.describe('Sources that did not answer, and why'),
})
/** A slice of a list. */
export const listOf = (description: string) => fields({ items: items.describe(description) })
export const savedItem = fields({ id: z.string() })
export { count, items }

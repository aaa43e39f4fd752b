import type { SignalQuery, SourceKey } from '@auspex/sdk'
import * as z from 'zod/mini'
import { catch as orElse } from 'zod/mini'
import { isDay } from '../../lib/dates.ts'
import { sourceWords } from '../../lib/words.ts'

const isSource = (value: string): value is SourceKey => value in sourceWords
const day = orElse(z.optional(z.string().check(z.refine(isDay))), undefined)

const sources = z.pipe(
  orElse(z.optional(z.union([z.string(), z.array(z.string())])), undefined),
  z.transform((value): SourceKey[] | undefined => {
    const known = [...new Set([value ?? []].flat())].filter(isSource)
    return known.length > 0 ? known : undefined
  }),
)

/** The URL of a search: what to search. A value that cannot be read is left out instead of breaking the link. */
export const topicSearchSchema = z.object({
  term: orElse(z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(500))), undefined),
  geo: orElse(z.optional(z.string().check(z.regex(/^[A-Z]{2}$/))), undefined),
  source: sources,
  from: day,
  to: day,
  /** Fetch again even when a stored report is fresh. */
  force: orElse(z.optional(z.literal('1')), undefined),
})

export type TopicSearch = z.output<typeof topicSearchSchema>

/** AND, OR and NOT are no terms: lower-cased they would be words to find. */
const lowerTerms = (text: string): string =>
  text.replaceAll(/\S+/gu, (word) => (/^\(*(?:AND|OR|NOT)\)*$/.test(word) ? word : word.toLowerCase()))

/** The query as the API takes it. A forced search lower-cases its terms (specification §5). */
export const toSignalQuery = (search: TopicSearch): SignalQuery => {
  const force = search.force === '1'
  const term = search.term ?? ''
  return {
    query_term: force ? lowerTerms(term) : term,
    geo: search.geo ?? null,
    sources: search.source ?? [],
    startDate: search.from ?? null,
    endDate: search.to ?? null,
    check_cache: !force,
    force,
  }
}

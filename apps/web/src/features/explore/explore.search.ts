import type { QueryText, SignalQuery, SourceKey } from '@auspex/sdk'
import * as z from 'zod/mini'
import { catch as orElse } from 'zod/mini'
import { isDay } from '../../lib/time/dates.ts'
import { isSource } from '../../lib/words/source-names.ts'

const day = orElse(z.optional(z.string().check(z.refine(isDay))), undefined)

/** The maximum number of feeds in one search. */
export const maxFeeds = 20
/** The maximum length of a term in a pair. */
export const maxPairLength = 250

/** Whether a text is an address that could be a feed. */
export const isFeedAddress = (text: string): boolean =>
  text.length <= 2000 && URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)

const sourceParameter = z.pipe(
  orElse(z.optional(z.union([z.string(), z.array(z.string())])), undefined),
  z.transform((value): SourceKey[] | undefined => {
    const sources = [...new Set([value ?? []].flat())].filter(isSource)
    return sources.length > 0 ? sources : undefined
  }),
)

const feedParameter = z.pipe(
  orElse(z.optional(z.union([z.string(), z.array(z.string())])), undefined),
  z.transform((value): string[] | undefined => {
    const feeds = [...new Set([value ?? []].flat())].filter(isFeedAddress).slice(0, maxFeeds)
    return feeds.length > 0 ? feeds : undefined
  }),
)

/** The search parameters of a search. An invalid value is dropped instead of breaking the link. */
export const topicSearchSchema = z.object({
  term: orElse(z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(500))), undefined),
  /** The second term of a pair. */
  and: orElse(z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(250))), undefined),
  /** Both terms of the pair must occur; without it either is enough. */
  both: orElse(z.optional(z.literal('1')), undefined),
  /** Additional feeds to read. */
  feed: z.optional(feedParameter),
  geo: orElse(z.optional(z.string().check(z.regex(/^[A-Z]{2}$/))), undefined),
  /** A person, organisation or place that the documents must name. */
  entity: orElse(z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(200))), undefined),
  source: sourceParameter,
  from: day,
  to: day,
  /** The signal whose query was changed into this one. */
  previous: orElse(z.optional(z.string().check(z.regex(/^sig_[a-z0-9]{1,40}$/))), undefined),
  /** Fetches again even if a stored report is fresh. */
  force: orElse(z.optional(z.literal('1')), undefined),
  /** Searches these exact words, even if another wording finds more. */
  exactly: orElse(z.optional(z.literal('1')), undefined),
})

/** The home page: a search to begin with, and whether the form for several topics is open. */
export const homeSearchSchema = z.extend(topicSearchSchema, {
  several: orElse(z.optional(z.literal('1')), undefined),
})

export type TopicSearch = z.output<typeof topicSearchSchema>

/** The search as a title. */
export const searchTitle = ({ term = '', and, both }: TopicSearch): string =>
  and === undefined ? term : `${term} ${both === '1' ? 'and' : 'or'} ${and}`

/** The terms in the form of the API: one, or a pair. */
export const toQueryText = ({ term = '', and, both }: Pick<TopicSearch, 'term' | 'and' | 'both'>): QueryText =>
  and === undefined
    ? { query_term: term }
    : {
        x_term: term.slice(0, maxPairLength),
        y_term: and.slice(0, maxPairLength),
        isCompound: both === '1',
      }

/** The query in the form of the API, which lowercases the terms of a forced search (specification §5). */
export const toSignalQuery = (search: TopicSearch): SignalQuery => {
  const force = search.force === '1'
  return {
    ...toQueryText(search),
    ...(search.feed === undefined ? {} : { feeds: search.feed }),
    geo: search.geo ?? null,
    ...(search.entity === undefined ? {} : { entity: search.entity }),
    sources: search.source ?? [],
    startDate: search.from ?? null,
    endDate: search.to ?? null,
    check_cache: !force,
    force,
  }
}

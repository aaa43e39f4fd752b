import * as z from 'zod/mini'
import { catch as orElse } from 'zod/mini'

/** The URL of the news. A value that cannot be read is left out. */
export const newsSearchSchema = z.object({
  /** Everything when it is left out. */
  feed: orElse(z.optional(z.string().check(z.regex(/^(nf_[a-z0-9]{1,40}|saved|pf_[a-z0-9]{1,40})$/))), undefined),
  view: orElse(z.optional(z.literal('stories')), undefined),
  show: orElse(z.optional(z.literal('unread')), undefined),
  /** The days of the articles; the last four weeks when either is left out. */
  from: orElse(z.optional(z.iso.date()), undefined),
  to: orElse(z.optional(z.iso.date()), undefined),
  /** Whether what mutes hide is shown too. */
  muted: orElse(z.optional(z.literal('1')), undefined),
  /** The article that is read. */
  article: orElse(z.optional(z.string().check(z.regex(/^doc_[a-z0-9]{1,20}$/))), undefined),
})
export type NewsSearch = z.output<typeof newsSearchSchema>

/** What is kept when another feed, view or mark is chosen: the days, and how they are shown. */
export const keptOf = ({ view, show, from, to }: NewsSearch) => ({ view, show, from, to })

/** The days that somebody chose, when they are whole; null for the last four weeks. */
export const chosenDays = ({ from, to }: Pick<NewsSearch, 'from' | 'to'>): { from: string; to: string } | null =>
  from !== undefined && to !== undefined && from <= to ? { from, to } : null

import * as z from 'zod/mini'
import { catch as orElse } from 'zod/mini'

/** The search parameters of the news. An invalid value is dropped. */
export const newsSearchSchema = z.object({
  /** All feeds if omitted. */
  feed: orElse(
    z.optional(z.string().check(z.regex(/^(nf_[a-z0-9]{1,40}|saved|watched|pf_[a-z0-9]{1,40})$/))),
    undefined,
  ),
  view: orElse(z.optional(z.literal('stories')), undefined),
  show: orElse(z.optional(z.literal('unread')), undefined),
  /** The days of the articles; the last four weeks if either is omitted. */
  from: orElse(z.optional(z.iso.date()), undefined),
  to: orElse(z.optional(z.iso.date()), undefined),
  /** Whether muted articles are shown too. */
  muted: orElse(z.optional(z.literal('1')), undefined),
  /** The open article. */
  article: orElse(z.optional(z.string().check(z.regex(/^doc_[a-z0-9]{1,20}$/))), undefined),
})
export type NewsSearch = z.output<typeof newsSearchSchema>

/** The parameters retained when another feed, view or mark is chosen: the days, and the display options. */
export const searchFiltersOf = ({ view, show, from, to }: NewsSearch) => ({ view, show, from, to })

/** The chosen days, if both are set; null for the last four weeks. */
export const chosenDays = ({ from, to }: NewsSearch): { from: string; to: string } | null =>
  from !== undefined && to !== undefined && from <= to ? { from, to } : null

import * as z from 'zod/mini'
import { catch as orElse } from 'zod/mini'

const text = orElse(z.optional(z.string().check(z.maxLength(200))), undefined)

/** The search parameters of the list. An invalid value is dropped instead of breaking the link. */
export const portfoliosSearchSchema = z.object({
  /** Whether the dialog for a new one is open. */
  new: orElse(z.optional(z.enum(['1'])), undefined),
  /** Part of a title. */
  find: text,
  sort: orElse(z.optional(z.enum(['title', 'size'])), undefined),
  /** Only portfolios of this group. */
  group: orElse(z.optional(z.string().check(z.regex(/^(?:mine|grp_[a-z0-9]{1,40})$/))), undefined),
})

export type PortfoliosSearch = z.output<typeof portfoliosSearchSchema>

export const trendSorts = ['title', 'level', 'growth', 'stage', 'tone', 'event'] as const
export type TrendSort = (typeof trendSorts)[number]

/** The search parameters of a portfolio: how its trends are shown. */
export const portfolioSearchSchema = z.object({
  find: text,
  sort: orElse(z.optional(z.enum(trendSorts)), undefined),
  order: orElse(z.optional(z.enum(['up', 'down'])), undefined),
  stage: orElse(
    z.optional(z.enum(['emerging', 'rising', 'peaking', 'steady', 'declining', 'dormant', 'unknown'])),
    undefined,
  ),
  tone: orElse(z.optional(z.enum(['positive', 'neutral', 'negative', 'unknown'])), undefined),
  /** Only trends whose last measurement failed. */
  failed: orElse(z.optional(z.enum(['1'])), undefined),
  view: orElse(z.optional(z.enum(['weeks', 'summary'])), undefined),
})

export type PortfolioSearch = z.output<typeof portfolioSearchSchema>

import * as z from 'zod/mini'
import { catch as orElse } from 'zod/mini'
import { isDay } from '../../lib/time/dates.ts'

const id = orElse(z.optional(z.string().check(z.regex(/^[a-z_]{1,60}$/))), undefined)

/** The views of the page; the first is the default. */
export const views = ['trends', 'categories', 'industries', 'stories'] as const
export type TrendsViewName = (typeof views)[number]

/** The lengths of windows that can be chosen, in days. */
export const windowLengths = ['7', '28', '90', '365'] as const

/** The search parameters of the explore screens. An invalid value is dropped. */
export const trendsSearchSchema = z.object({
  view: orElse(z.optional(z.enum(['categories', 'industries', 'stories'])), undefined),
  geo: orElse(z.optional(z.string().check(z.regex(/^[A-Z]{2}$/))), undefined),
  category: id,
  industry: id,
  /** Days of each of the two windows; by default it depends on the age of the library. */
  window: orElse(z.optional(z.enum(windowLengths)), undefined),
  /** The last day of the window; by default the latest covered day. */
  asOf: orElse(z.optional(z.string().check(z.refine(isDay))), undefined),
  /** Shows changes that may be chance as well. */
  uncertain: orElse(z.optional(z.literal('1')), undefined),
})

export type TrendsSearch = z.output<typeof trendsSearchSchema>

import * as z from 'zod/mini'
import { catch as orElse } from 'zod/mini'
import { isDay } from '../../lib/dates.ts'

const id = orElse(z.optional(z.string().check(z.regex(/^[a-z_]{1,60}$/))), undefined)

/** What the page can show; the first is what it shows by itself. */
export const views = ['trends', 'categories', 'industries', 'stories'] as const
export type TrendsViewName = (typeof views)[number]

/** Days of a window that can be chosen. */
export const windowLengths = ['7', '28', '90', '365'] as const

/** The URL of the explore screens. A value that cannot be read is left out. */
export const trendsSearchSchema = z.object({
  view: orElse(z.optional(z.enum(['categories', 'industries', 'stories'])), undefined),
  geo: orElse(z.optional(z.string().check(z.regex(/^[A-Z]{2}$/))), undefined),
  category: id,
  industry: id,
  /** Days of each of the two windows; chosen by the age of the library without it. */
  window: orElse(z.optional(z.enum(windowLengths)), undefined),
  /** The last day to look at; the latest covered day without it. */
  asOf: orElse(z.optional(z.string().check(z.refine(isDay))), undefined),
  /** What may be chance is shown as well. */
  uncertain: orElse(z.optional(z.literal('1')), undefined),
})

export type TrendsSearch = z.output<typeof trendsSearchSchema>

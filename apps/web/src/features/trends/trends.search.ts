import * as z from 'zod/mini'
import { catch as orElse } from 'zod/mini'

const id = orElse(z.optional(z.string().check(z.regex(/^[a-z_]{1,60}$/))), undefined)

/** What the page can show; the first is what it shows by itself. */
export const views = ['trends', 'categories', 'industries', 'stories'] as const
export type TrendsViewName = (typeof views)[number]

/** The URL of the explore screens. A value that cannot be read is left out. */
export const trendsSearchSchema = z.object({
  view: orElse(z.optional(z.enum(['categories', 'industries', 'stories'])), undefined),
  geo: orElse(z.optional(z.string().check(z.regex(/^[A-Z]{2}$/))), undefined),
  category: id,
  industry: id,
})

export type TrendsSearch = z.output<typeof trendsSearchSchema>

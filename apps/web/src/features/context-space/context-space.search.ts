import * as z from 'zod/mini'
import { catch as orElse } from 'zod/mini'

/** The URL of a context space: its display options and the selected context. */
export const contextSpaceSearchSchema = z.object({
  view: orElse(z.optional(z.literal('list')), undefined),
  colour: orElse(z.optional(z.literal('tone')), undefined),
  /** What the map shows: its contexts unless said otherwise. */
  of: orElse(z.optional(z.literal('narratives')), undefined),
  /** Selected narrative. */
  narrative: orElse(z.optional(z.string().check(z.regex(/^nar_[a-z0-9]{1,40}$/))), undefined),
  /** Selected context. */
  context: orElse(z.optional(z.string().check(z.regex(/^ctx_[a-z0-9]{1,40}$/))), undefined),
})

export type ContextSpaceSearch = z.output<typeof contextSpaceSearchSchema>

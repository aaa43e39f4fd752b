import * as z from 'zod/mini'
import { catch as orElse } from 'zod/mini'

/** The search parameters of the list. */
export const storiesSearchSchema = z.object({
  /** The search text for titles. */
  q: orElse(z.optional(z.string().check(z.maxLength(200))), undefined),
  /** Opens the form for a new one. */
  new: orElse(z.optional(z.literal('1')), undefined),
})

/** The current slide of a presentation, from 1; the first needs no parameter. */
export const presentSearchSchema = z.object({
  slide: orElse(z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(201))), undefined),
})

import * as z from 'zod/mini'
import { catch as orElse } from 'zod/mini'

/** What the address of the list holds. */
export const storiesSearchSchema = z.object({
  /** What titles are searched for. */
  q: orElse(z.optional(z.string().check(z.maxLength(200))), undefined),
  /** Opens the form for a new one. */
  new: orElse(z.optional(z.literal('1')), undefined),
})

/** Which slide of a presentation is shown, from 1; the first needs no word in the address. */
export const presentSearchSchema = z.object({
  slide: orElse(z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(201))), undefined),
})

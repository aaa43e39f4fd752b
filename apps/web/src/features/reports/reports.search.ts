import * as z from 'zod/mini'
import { catch as orElse } from 'zod/mini'

/** The search parameters of the list. */
export const reportsSearchSchema = z.object({
  /** The search text for titles and contents. */
  q: orElse(z.optional(z.string().check(z.maxLength(300))), undefined),
})

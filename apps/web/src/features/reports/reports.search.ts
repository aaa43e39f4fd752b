import * as z from 'zod/mini'
import { catch as orElse } from 'zod/mini'

/** What the address of the list holds. */
export const reportsSearchSchema = z.object({
  /** What titles and texts are searched for. */
  q: orElse(z.optional(z.string().check(z.maxLength(300))), undefined),
})

import * as z from 'zod/mini'
import { catch as orElse } from 'zod/mini'

/** The search parameters of the list. An invalid value is dropped instead of breaking the link. */
export const projectsSearchSchema = z.object({
  /** Whether the dialog for a new one is open. */
  new: orElse(z.optional(z.enum(['1'])), undefined),
  /** Part of a title. */
  find: orElse(z.optional(z.string().check(z.maxLength(200))), undefined),
  sort: orElse(z.optional(z.enum(['title'])), undefined),
})

export type ProjectsSearch = z.output<typeof projectsSearchSchema>

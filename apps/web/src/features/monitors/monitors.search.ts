import type { SourceKey } from '@auspex/sdk'
import * as z from 'zod/mini'
import { catch as orElse } from 'zod/mini'
import { isSource } from '../../lib/words/source-names.ts'

/** Rules on what registers publish: they need only a condition. */
const conditionKinds = ['new-trials', 'trial-status', 'new-papers'] as const

/** The search parameters of the page: a topic for a new monitor. An invalid value is dropped. */
export const monitorsSearchSchema = z.object({
  term: orElse(z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(500))), undefined),
  /** A rule for a condition, if one is monitored. */
  rule: orElse(z.optional(z.enum(conditionKinds)), undefined),
  geo: orElse(z.optional(z.string().check(z.regex(/^[A-Z]{2}$/))), undefined),
  entity: orElse(z.optional(z.string().check(z.minLength(1), z.maxLength(200))), undefined),
  source: z.pipe(
    orElse(z.optional(z.union([z.string(), z.array(z.string())])), undefined),
    z.transform((value): SourceKey[] | undefined => {
      const sources = [...new Set([value ?? []].flat())].filter(isSource)
      return sources.length > 0 ? sources : undefined
    }),
  ),
})

export type MonitorsSearch = z.output<typeof monitorsSearchSchema>

import type { SourceKey } from '@auspex/sdk'
import * as z from 'zod/mini'
import { catch as orElse } from 'zod/mini'
import { isSource } from '../../lib/source-names.ts'
import { conditionKinds } from './condition-kinds.ts'

/** The URL of the page: a topic to begin a monitor with. A value that cannot be read is left out. */
export const monitorsSearchSchema = z.object({
  term: orElse(z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(500))), undefined),
  /** A rule of a condition, where one is watched. */
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

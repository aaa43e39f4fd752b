import * as z from 'zod/mini'
import { catch as orElse } from 'zod/mini'

export const newWorkflowSearchSchema = z.object({
  /** The workflow that is copied. */
  from: orElse(z.optional(z.string().check(z.regex(/^wf_[a-z0-9]{1,40}$/))), undefined),
})

export const workflowSearchSchema = z.object({
  /** Opens the builder. */
  edit: orElse(z.optional(z.literal('1')), undefined),
})

export const runSearchSchema = z.object({
  /** The run that its result is compared with. */
  with: orElse(z.optional(z.string().check(z.regex(/^wfr_[a-z0-9]{1,40}$/))), undefined),
})

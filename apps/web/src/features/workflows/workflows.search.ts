import * as z from 'zod/mini'
import { catch as orElse } from 'zod/mini'

export const newWorkflowSearchSchema = z.object({
  /** The workflow to copy. */
  from: orElse(z.optional(z.string().check(z.regex(/^wf_[a-z0-9]{1,40}$/))), undefined),
})

export const workflowSearchSchema = z.object({
  /** Opens the builder. */
  edit: orElse(z.optional(z.literal('1')), undefined),
})

export const runSearchSchema = z.object({
  /** The run with which to compare the result. */
  with: orElse(z.optional(z.string().check(z.regex(/^wfr_[a-z0-9]{1,40}$/))), undefined),
})

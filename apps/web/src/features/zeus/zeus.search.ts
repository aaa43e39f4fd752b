import * as z from 'zod/mini'
import { catch as orElse } from 'zod/mini'

const some = (pattern: RegExp) => orElse(z.optional(z.string().check(z.regex(pattern))), undefined)

/** The search parameters of a new conversation: its subject, and its initial text. */
export const zeusSearchSchema = z.object({
  /** Signals, separated by commas; up to the maximum of one question. */
  signals: some(/^sig_[a-z0-9]{1,40}(,sig_[a-z0-9]{1,40}){0,4}$/),
  portfolio: some(/^pf_[a-z0-9]{1,40}$/),
  project: some(/^pj_[a-z0-9]{1,40}$/),
  story: some(/^st_[a-z0-9]{1,40}$/),
  report: some(/^rp_[a-z0-9]{1,40}$/),
  ask: orElse(z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(2000))), undefined),
})

export type ZeusSearch = z.output<typeof zeusSearchSchema>

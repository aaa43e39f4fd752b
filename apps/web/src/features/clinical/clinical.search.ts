import * as z from 'zod/mini'
import { catch as orElse } from 'zod/mini'

const words = orElse(z.optional(z.string().check(z.minLength(1), z.maxLength(300))), undefined)

/** Searchable fields of the register, in display order. */
export const trialFields = [
  'condition',
  'intervention',
  'sponsor',
  'term',
  'title',
  'outcome',
  'location',
  'id',
] as const
export const phases = ['EARLY_PHASE1', 'PHASE1', 'PHASE2', 'PHASE3', 'PHASE4', 'NA'] as const
export const statuses = [
  'RECRUITING',
  'NOT_YET_RECRUITING',
  'ENROLLING_BY_INVITATION',
  'ACTIVE_NOT_RECRUITING',
  'COMPLETED',
  'SUSPENDED',
  'TERMINATED',
  'WITHDRAWN',
  'UNKNOWN',
  'AVAILABLE',
  'NO_LONGER_AVAILABLE',
  'TEMPORARILY_NOT_AVAILABLE',
  'APPROVED_FOR_MARKETING',
  'WITHHELD',
] as const
export const sponsorClasses = [
  'INDUSTRY',
  'NIH',
  'FED',
  'OTHER_GOV',
  'NETWORK',
  'INDIV',
  'OTHER',
  'AMBIG',
  'UNKNOWN',
] as const
/** Search parameters are text: a year is four digits. */
const year = orElse(z.optional(z.string().check(z.regex(/^(1[789]|2[01])\d\d$/))), undefined)

/** The search parameters of the trials page. An invalid value is dropped. */
export const trialsSearchSchema = z.object({
  q: words,
  field: orElse(z.optional(z.enum(trialFields)), undefined),
  view: orElse(z.optional(z.literal('landscape')), undefined),
  phase: orElse(z.optional(z.enum(phases)), undefined),
  status: orElse(z.optional(z.enum(statuses)), undefined),
  sponsorClass: orElse(z.optional(z.enum(sponsorClasses)), undefined),
  country: orElse(z.optional(z.string().check(z.minLength(1), z.maxLength(100))), undefined),
  startYear: year,
})
export type TrialsSearch = z.output<typeof trialsSearchSchema>
export type TrialFilterName = 'phase' | 'status' | 'sponsorClass' | 'country' | 'startYear'

/** The search parameters of the literature page. */
export const literatureSearchSchema = z.object({
  q: words,
  /** Lists only articles of this year. */
  year: year,
  /** The first year of the chart. */
  from: year,
})
export type LiteratureSearch = z.output<typeof literatureSearchSchema>

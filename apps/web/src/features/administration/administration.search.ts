import * as z from 'zod/mini'
import { catch as orElse } from 'zod/mini'
import { isDay } from '../../lib/time/dates.ts'
import { listSearchFields, organizationField, personField } from '../../lib/lists/list-search.ts'

/** The search parameters of the administration's lists. An invalid value is dropped. */
export const organizationsSearchSchema = z.object(listSearchFields)

export const groupsSearchSchema = z.object({ ...listSearchFields, organization: organizationField })

export const peopleSearchSchema = z.object({
  ...listSearchFields,
  organization: organizationField,
  access: orElse(z.optional(z.enum(['enabled', 'disabled'])), undefined),
})

export const tokensSearchSchema = z.object({
  ...listSearchFields,
  organization: organizationField,
  person: personField,
})

export const portfoliosSearchSchema = z.object({ ...listSearchFields, organization: organizationField })

export const reportsSearchSchema = z.object({ organization: organizationField })

export const jobStates = ['waiting', 'running', 'completed', 'failed'] as const
export const jobsSearchSchema = z.object({
  ...listSearchFields,
  state: orElse(z.optional(z.enum(jobStates)), undefined),
  queue: orElse(z.optional(z.string().check(z.regex(/^[a-z0-9][a-z0-9-]{0,59}$/))), undefined),
})

const day = orElse(z.optional(z.string().check(z.refine(isDay))), undefined)
export const auditSearchSchema = z.object({
  ...listSearchFields,
  organization: organizationField,
  person: personField,
  from: day,
  to: day,
})

export const securitySearchSchema = z.object({
  ...listSearchFields,
  event: orElse(z.optional(z.string().check(z.regex(/^[a-z]+(-[a-z]+)*\.[a-z]+(-[a-z]+)*$/))), undefined),
  person: personField,
  from: day,
  to: day,
})

export type GroupsSearch = z.output<typeof groupsSearchSchema>
export type PeopleSearch = z.output<typeof peopleSearchSchema>
export type TokensSearch = z.output<typeof tokensSearchSchema>
export type PortfoliosSearch = z.output<typeof portfoliosSearchSchema>
export type JobsSearch = z.output<typeof jobsSearchSchema>
export type AuditSearch = z.output<typeof auditSearchSchema>
export type SecuritySearch = z.output<typeof securitySearchSchema>

import * as z from 'zod/mini'
import { catch as orElse } from 'zod/mini'
import { listSearchFields, organizationField, personField } from '../../lib/lists/list-search.ts'

/** The numbers of days that the heatmap offers. */
export const daysChoices = ['7', '28', '90', '365'] as const

const days = orElse(z.optional(z.enum(daysChoices)), undefined)

export const activitySearchSchema = z.object({ ...listSearchFields, person: personField, days })
export const allActivitySearchSchema = z.object({
  ...listSearchFields,
  organization: organizationField,
  person: personField,
  days,
})

export type ActivitySearch = z.output<typeof activitySearchSchema>
export type AllActivitySearch = z.output<typeof allActivitySearchSchema>

import { createFileRoute } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { catch as orElse } from 'zod/mini'
import { ReportsPage } from '../../features/reports/reports-page.tsx'

/** The search parameters of the list. */
const reportsSearchSchema = z.object({
  /** The search text for titles and contents. */
  q: orElse(z.optional(z.string().check(z.maxLength(300))), undefined),
})

export const Route = createFileRoute('/reports/')({ validateSearch: reportsSearchSchema, component: ReportsPage })

import { createFileRoute } from '@tanstack/react-router'
import { ReportsPage } from '../../features/reports/reports-page.tsx'
import { reportsSearchSchema } from '../../features/reports/reports.search.ts'

export const Route = createFileRoute('/reports/')({ validateSearch: reportsSearchSchema, component: ReportsPage })

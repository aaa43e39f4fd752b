import { createFileRoute } from '@tanstack/react-router'
import { reportsSearchSchema } from '../../features/administration/administration.search.ts'
import { ReportsPage } from '../../features/administration/reports-page.tsx'

export const Route = createFileRoute('/admin/reports')({ validateSearch: reportsSearchSchema, component: ReportsPage })

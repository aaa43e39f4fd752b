import { createFileRoute } from '@tanstack/react-router'
import { NewReportPage } from '../../features/reports/report-page.tsx'

export const Route = createFileRoute('/reports/new')({ component: NewReportPage })

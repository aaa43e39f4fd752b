import { createFileRoute } from '@tanstack/react-router'
import { ReportPage } from '../../features/reports/report-page.tsx'

const ReportRoute = () => {
  const { reportId } = Route.useParams()
  return <ReportPage key={reportId} reportId={reportId} />
}

export const Route = createFileRoute('/reports/$reportId')({ component: ReportRoute })

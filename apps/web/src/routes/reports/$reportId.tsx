import { createFileRoute } from '@tanstack/react-router'
import { CardView } from '../../features/stories/cards/card-view.tsx'
import { ReportPage } from '../../features/reports/report-page.tsx'

const ReportRoute = () => {
  const { reportId } = Route.useParams()
  return <ReportPage key={reportId} reportId={reportId} renderCard={(card) => <CardView card={card} />} />
}

export const Route = createFileRoute('/reports/$reportId')({ component: ReportRoute })

import { createFileRoute } from '@tanstack/react-router'
import { NewReportPage } from '../../features/reports/report-page.tsx'
import { CardView } from '../../features/stories/cards/card-view.tsx'

const NewReportRoute = () => <NewReportPage renderCard={(card) => <CardView card={card} />} />

export const Route = createFileRoute('/reports/new')({ component: NewReportRoute })

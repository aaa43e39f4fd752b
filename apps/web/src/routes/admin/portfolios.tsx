import { createFileRoute } from '@tanstack/react-router'
import { portfoliosSearchSchema } from '../../features/administration/administration.search.ts'
import { PortfoliosPage } from '../../features/administration/portfolios-page.tsx'

export const Route = createFileRoute('/admin/portfolios')({
  validateSearch: portfoliosSearchSchema,
  component: PortfoliosPage,
})

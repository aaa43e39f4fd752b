import { createFileRoute } from '@tanstack/react-router'
import { PortfoliosPage } from '../../features/portfolios/portfolios-page.tsx'
import { portfoliosSearchSchema } from '../../features/portfolios/portfolios.search.ts'

export const Route = createFileRoute('/portfolios/')({
  validateSearch: portfoliosSearchSchema,
  component: PortfoliosPage,
})

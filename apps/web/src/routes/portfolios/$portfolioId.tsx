import { createFileRoute } from '@tanstack/react-router'
import { PortfolioPage } from '../../features/portfolios/portfolio-page.tsx'
import { portfolioSearchSchema } from '../../features/portfolios/portfolios.search.ts'

const PortfolioRoute = () => {
  const { portfolioId } = Route.useParams()
  return <PortfolioPage key={portfolioId} portfolioId={portfolioId} />
}

export const Route = createFileRoute('/portfolios/$portfolioId')({
  validateSearch: portfolioSearchSchema,
  component: PortfolioRoute,
})

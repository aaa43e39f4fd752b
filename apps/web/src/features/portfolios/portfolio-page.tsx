import { Skeleton, Stack } from '@mantine/core'
import { NotFoundError } from '@auspex/sdk'
import { IconBookmarks } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useClient } from '../../lib/api/api.tsx'
import { useDelayedChanges } from '../../lib/api/delayed-changes.tsx'
import { describeFailure } from '../../lib/api/failure.ts'
import { LinkButton } from '../../lib/links/link-button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorView } from '../../ui/error-view.tsx'
import { Page } from '../../ui/page.tsx'
import { PortfolioHeader } from './portfolio-header.tsx'
import { portfolioOptions } from './portfolios.queries.ts'
import { TrendsSection } from './trends/trends-section.tsx'

/** A portfolio: its details, and the state of each of its trends. */
export const PortfolioPage = ({ portfolioId }: { portfolioId: string }) => {
  const { data, error, refetch } = useQuery(portfolioOptions(useClient(), portfolioId))
  const { hiddenIds } = useDelayedChanges()
  if (hiddenIds.has(portfolioId) || (data === undefined && error instanceof NotFoundError)) return <MissingPortfolio />
  if (data === undefined)
    return (
      <Page>
        {error ? (
          <ErrorView level={1} {...describeFailure(error)} onRetry={() => void refetch()} />
        ) : (
          <Stack gap={20} role="group" aria-busy="true" aria-label="Loading the portfolio">
            <Skeleton height={56} width="min(100%, 420px)" radius="md" />
            <Skeleton height={36} radius="md" />
            <Skeleton height={420} radius="lg" />
          </Stack>
        )}
      </Page>
    )
  const isEmpty = data.trends.every(({ id }) => hiddenIds.has(id))
  return (
    <Page>
      <title>{`${data.title} · Portfolios · Auspex`}</title>
      <PortfolioHeader portfolio={data} />
      {isEmpty ? (
        <EmptyState
          icon={<IconBookmarks size={22} aria-hidden />}
          title="Nothing saved yet"
          text={`Open a report and press S to save it. Its level, growth, tone and latest event appear here.`}
          action={<LinkButton to="/">Search a topic</LinkButton>}
        />
      ) : (
        <TrendsSection portfolio={data} />
      )}
    </Page>
  )
}

const MissingPortfolio = () => (
  <Page>
    <title>Portfolios · Auspex</title>
    <EmptyState
      level={1}
      icon={<IconBookmarks size={22} aria-hidden />}
      title="Portfolio not found"
      text="It may have been deleted, or you may not have access to it."
      action={<LinkButton to="/portfolios">All portfolios</LinkButton>}
    />
  </Page>
)

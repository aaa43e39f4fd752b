import { Flex } from '@mantine/core'
import { IconTrendingUp } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { TrendList } from '@auspex/sdk'
import { useClient } from '../../lib/api.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { categoriesOptions } from './explore.queries.ts'
import surfaces from '../../ui/surfaces.module.css'

/** How many topics to begin with are shown. */
const mostStarterTopics = 8

/** Shown when no term grew or the library has too few days: topics to begin with instead. */
export const NoTrends = ({ trends }: { trends: TrendList }) => {
  const { data } = useQuery(categoriesOptions(useClient()))
  const topics = data?.items.flatMap((category) => category.terms.slice(0, 1)).slice(0, mostStarterTopics) ?? []
  return (
    <EmptyState
      level={3}
      icon={<IconTrendingUp size={20} aria-hidden />}
      title={trends.asOf ? 'No term grew clearly' : 'No trends yet'}
      text={
        trends.asOf
          ? `Nothing was said clearly more in the last ${trends.windowDays} days of the library than in those before.`
          : 'Trends appear once the library holds documents of two windows. Begin with a topic.'
      }
      action={
        topics.length > 0 && (
          <Flex component="ul" wrap="wrap" gap={8} justify="center" aria-label="Topics to begin with">
            {topics.map((term) => (
              <li key={term}>
                <Link className={surfaces.chip} to="/search" search={{ term }}>
                  {term}
                </Link>
              </li>
            ))}
          </Flex>
        )
      }
    />
  )
}

import { Box, Flex, Stack } from '@mantine/core'
import { NotFoundError } from '@auspex/sdk'
import { IconArrowLeft, IconSearchOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useClient } from '../../lib/api.tsx'
import { formatCount, formatDay } from '../../lib/format.ts'
import { LinkButton } from '../../lib/link-button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Section } from '../../ui/section.tsx'
import { TrendRow } from './trend-row.tsx'
import { QueryResult } from './query-result.tsx'
import { categoryOptions } from './trends.queries.ts'
import textStyles from '../../ui/text-styles.module.css'
import surfaces from '../../ui/surfaces.module.css'

/** One category: how its terms moved, the names that belong to it, and the terms that nobody writes about. */
export const CategoryDetail = ({ id }: { id: string }) => {
  const query = useQuery(categoryOptions(useClient(), id))
  return (
    <Stack gap={32}>
      <Box ml={-8}>
        <LinkButton
          to="/trends"
          search={{ view: 'categories' }}
          variant="subtle"
          size="compact-sm"
          leftSection={<IconArrowLeft size={15} aria-hidden />}
        >
          All categories
        </LinkButton>
      </Box>
      {query.error instanceof NotFoundError ? (
        <EmptyState
          level={3}
          icon={<IconSearchOff size={20} aria-hidden />}
          title="There is no such category"
          text="The link leads to a category that this version does not have."
          action={
            <LinkButton to="/trends" search={{ view: 'categories' }}>
              Show all categories
            </LinkButton>
          }
        />
      ) : (
        <QueryResult query={query} label="Loading the category">
          {({ name, terms, trends, related, asOf, windowDays, stepDays }) => {
            const trendTerms = new Set(trends.map(({ term }) => term))
            const quiet = terms.filter((term) => !trendTerms.has(term))
            return (
              <>
                <Section
                  title={name}
                  hint={
                    asOf
                      ? `How its terms moved in the ${windowDays} days to ${formatDay(asOf)}, what is certain first.`
                      : undefined
                  }
                >
                  <Flex component="ol" direction="column" gap={2} mb={20}>
                    {trends.map((trend) => (
                      <TrendRow key={trend.term} trend={trend} windows={{ windowDays, stepDays }} />
                    ))}
                  </Flex>
                  {quiet.length > 0 && (
                    <Box component="p" className={textStyles.caption} fw={400}>
                      No document of these {windowDays} days or the {windowDays} before names{' '}
                      {quiet.map((term) => `“${term}”`).join(', ')}.
                    </Box>
                  )}
                </Section>
                {related.length > 0 && (
                  <Section
                    title="Named with it"
                    hint="Names that its documents mention more often than chance, the surest first, with the documents that name them."
                  >
                    <Flex component="ul" wrap="wrap" gap={8}>
                      {related.map((topic) => (
                        <li key={topic.term}>
                          <Link className={surfaces.chip} to="/search" search={{ term: topic.term }} title={topic.why}>
                            {topic.term}{' '}
                            <span className={`${textStyles.quiet} ${textStyles.tabular}`}>
                              {formatCount(topic.documents)}
                            </span>
                          </Link>
                        </li>
                      ))}
                    </Flex>
                  </Section>
                )}
              </>
            )
          }}
        </QueryResult>
      )}
    </Stack>
  )
}

import { type Category, type Topic, NotFoundError } from '@auspex/sdk'
import { Box, Flex, Stack } from '@mantine/core'
import { IconArrowLeft, IconSearchOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useClient } from '../../lib/api/api.tsx'
import { LinkButton } from '../../lib/links/link-button.tsx'
import { statisticsWords } from '../../lib/numbers/figures.ts'
import { formatCount } from '../../lib/numbers/format.ts'
import { formatDay } from '../../lib/time/format.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Section } from '../../ui/page.tsx'
import surfaces from '../../ui/surfaces.module.css'
import textStyles from '../../ui/text-styles.module.css'
import { Why } from '../../ui/values.tsx'
import { CategoryChips, MoverList, QuietSection, findMovers, separateQuiet } from './movers.tsx'
import { QueryResult } from './trend-filters.tsx'
import { TrendRow } from './trend-row.tsx'
import classes from './trends.module.css'
import { categoriesOptions, measuredTopicsOptions, categoryOptions } from './trends.queries.ts'

/** All categories with the largest movements in each, or one of them in full. */
export const CategoriesView = ({ category }: { category: string | undefined }) => {
  const client = useClient()
  const categories = useQuery(categoriesOptions(client))
  const topics = useQuery(measuredTopicsOptions(client))
  if (category !== undefined) return <CategoryDetail key={category} id={category} />
  return (
    <Section
      title="Categories"
      aside={<Why label="Growth and its interval:" text={`${statisticsWords.growth} ${statisticsWords.interval}`} />}
      hint="The clearest growth in each category, with its 95% interval. ×1 means no change."
    >
      <QueryResult query={categories} label="Loading categories">
        {({ items }) => (
          <QueryResult query={topics} label="Loading growing topics">
            {(measured) => <Cards categories={items} topics={measured.items} />}
          </QueryResult>
        )}
      </QueryResult>
    </Section>
  )
}

/** A card for each category with measurements; the others in a few lines. */
const Cards = ({ categories, topics }: { categories: readonly Category[]; topics: readonly Topic[] }) => {
  const { withMovers, quiet } = separateQuiet(categories, ({ id }) => findMovers(topics, [id]))
  return (
    <>
      {withMovers.length > 0 && (
        <ul className={classes.cards}>
          {withMovers.map(({ item: { id, name }, movers }) => (
            <Flex key={id} component="li" className={surfaces.panel} direction="column" gap={10} py={16} px={18}>
              <Box component="h3" className={textStyles.title} fz="lead">
                <Link to="/trends" search={{ view: 'categories', category: id }}>
                  {name}
                </Link>
              </Box>
              <MoverList topics={movers} label={`Growing in ${name}`} />
            </Flex>
          ))}
        </ul>
      )}
      {quiet.length > 0 && (
        <QuietSection isFirst={withMovers.length === 0}>
          <CategoryChips categories={quiet} label="Quiet categories" />
        </QuietSection>
      )}
    </>
  )
}

/** One category: the movements of its terms, the names in it, and the terms without documents. */
const CategoryDetail = ({ id }: { id: string }) => {
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
          title="Category not found"
          text="This version does not have the category in the link."
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
                      ? `How its terms moved in the ${windowDays} days to ${formatDay(asOf)}, clear changes first.`
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
                    title="Mentioned with it"
                    hint="Names its documents mention more often than by chance, clearest first, with the documents that mention them."
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

import { Box, Flex } from '@mantine/core'
import type { Category, Industry, Topic } from '@auspex/sdk'
import { useQuery } from '@tanstack/react-query'
import { useClient } from '../../lib/api/api.tsx'
import { Section } from '../../ui/page.tsx'
import { CategoryChips, MoverList, QuietSection, findMovers, separateQuiet } from './movers.tsx'
import { QueryResult } from './trend-filters.tsx'
import { categoriesOptions, industriesOptions, measuredTopicsOptions } from './trends.queries.ts'
import { statisticsWords } from '../../lib/numbers/figures.ts'
import { Why } from '../../ui/values.tsx'
import classes from './trends.module.css'
import textStyles from '../../ui/text-styles.module.css'
import surfaces from '../../ui/surfaces.module.css'
import layout from '../../ui/layout.module.css'

/** Industries with their categories, and the largest movements in those. */
export const IndustriesView = ({ industry }: { industry: string | undefined }) => {
  const client = useClient()
  const industries = useQuery(industriesOptions(client))
  const topics = useQuery(measuredTopicsOptions(client))
  const { data: categories } = useQuery(categoriesOptions(client))
  return (
    <Section
      title="Industries"
      aside={<Why label="Growth and its interval:" text={`${statisticsWords.growth} ${statisticsWords.interval}`} />}
      hint="The clearest growth in the categories of each industry, with its 95% interval. ×1 means no change."
    >
      <QueryResult query={industries} label="Loading industries">
        {({ items }) => (
          <QueryResult query={topics} label="Loading growing topics">
            {(measured) => (
              <Cards
                industries={items.filter(({ id }) => industry === undefined || id === industry)}
                categories={categories?.items ?? []}
                topics={measured.items}
              />
            )}
          </QueryResult>
        )}
      </QueryResult>
    </Section>
  )
}

interface CardsProps {
  industries: readonly Industry[]
  categories: readonly Category[]
  topics: readonly Topic[]
}

const Cards = ({ industries, categories, topics }: CardsProps) => {
  const { withMovers, quiet } = separateQuiet(industries, ({ categoryIds }) => findMovers(topics, categoryIds))
  return (
    <>
      {withMovers.length > 0 && (
        <ul className={classes.cards}>
          {withMovers.map(({ item, movers }) => (
            <IndustryCard key={item.id} industry={item} categories={categories} movers={movers} />
          ))}
        </ul>
      )}
      {quiet.length > 0 && (
        <QuietSection isFirst={withMovers.length === 0}>
          <ul>
            {quiet.map(({ id, name, categoryIds }) => (
              <li key={id} className={`${layout.split} ${classes.cardRow}`}>
                <Box component="h4" className={textStyles.strong} fz="text">
                  {name}
                </Box>
                <CategoryChips
                  categories={categories.filter((category) => categoryIds.includes(category.id))}
                  label={`Categories of ${name}`}
                />
              </li>
            ))}
          </ul>
        </QuietSection>
      )}
    </>
  )
}

interface IndustryCardProps {
  industry: Industry
  categories: readonly Category[]
  movers: readonly Topic[]
}

const IndustryCard = ({ industry: { name, categoryIds }, categories, movers }: IndustryCardProps) => (
  <Flex component="li" className={surfaces.panel} direction="column" gap={10} py={16} px={18}>
    <Box component="h3" className={textStyles.title} fz="lead">
      {name}
    </Box>
    <MoverList topics={movers} label={`Growing in ${name}`} />
    <Box mt="auto">
      <CategoryChips
        categories={categories.filter(({ id }) => categoryIds.includes(id))}
        label={`Categories of ${name}`}
      />
    </Box>
  </Flex>
)

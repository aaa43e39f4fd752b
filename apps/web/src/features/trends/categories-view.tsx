import { Box, Flex } from '@mantine/core'
import type { Category, Topic } from '@auspex/sdk'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useClient } from '../../lib/api.tsx'
import { Section } from '../../ui/section.tsx'
import { CategoryChips } from './category-chips.tsx'
import { CategoryDetail } from './category-detail.tsx'
import { QueryResult } from './query-result.tsx'
import { MoverList } from './mover-list.tsx'
import { QuietSection } from './quiet-section.tsx'
import { moversOf, separateQuiet } from './topic-movers.ts'
import { categoriesOptions, measuredTopicsOptions } from './trends.queries.ts'
import { statisticsWords } from '../../lib/statistics-words.ts'
import { Why } from '../../ui/why.tsx'
import classes from './topic-cards.module.css'
import textStyles from '../../ui/text-styles.module.css'
import surfaces from '../../ui/surfaces.module.css'

/** All categories with what moved most in each, or one of them in full. */
export const CategoriesView = ({ category }: { category: string | undefined }) => {
  const client = useClient()
  const categories = useQuery(categoriesOptions(client))
  const topics = useQuery(measuredTopicsOptions(client))
  if (category !== undefined) return <CategoryDetail key={category} id={category} />
  return (
    <Section
      title="Categories"
      aside={<Why label="Growth and its interval:" text={`${statisticsWords.growth} ${statisticsWords.interval}`} />}
      hint="The terms of each category whose growth is most certain, with the 95 % interval; ×1 is no change."
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

/** A card where something is measured; the others in a few lines. */
const Cards = ({ categories, topics }: { categories: readonly Category[]; topics: readonly Topic[] }) => {
  const { withMovers, quiet } = separateQuiet(categories, ({ id }) => moversOf(topics, [id]))
  return (
    <>
      {withMovers.length > 0 && (
        <ul className={classes.cards}>
          {withMovers.map(({ one: { id, name }, movers }) => (
            <Flex key={id} component="li" className={surfaces.panel} direction="column" gap={10} py={16} px={18}>
              <Box component="h3" className={textStyles.title} fz={15.5}>
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

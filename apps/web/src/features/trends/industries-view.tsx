import type { Category, Industry, Topic } from '@auspex/sdk'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useClient } from '../../lib/api.tsx'
import { Section } from '../../ui/section.tsx'
import { Loaded } from './loaded.tsx'
import { MoverList } from './mover-list.tsx'
import { moversOf } from './topic-movers.ts'
import { categoriesOptions, industriesOptions, measuredTopicsOptions } from './trends.queries.ts'
import classes from './topic-cards.module.css'

/** Industries with the categories that concern them, and what moved most in those. */
export const IndustriesView = ({ industry }: { industry: string | undefined }) => {
  const client = useClient()
  const industries = useQuery(industriesOptions(client))
  const topics = useQuery(measuredTopicsOptions(client))
  const { data: categories } = useQuery(categoriesOptions(client))
  return (
    <Section
      title="Industries"
      hint="The terms whose growth is most certain in the categories that concern each industry, with the 95 % interval; ×1 is no change."
    >
      <Loaded query={industries} label="Loading industries">
        {({ items }) => (
          <Loaded query={topics} label="Loading what moved">
            {(measured) => (
              <ul className={classes.cards}>
                {items
                  .filter(({ id }) => industry === undefined || id === industry)
                  .map((one) => (
                    <IndustryCard
                      key={one.id}
                      industry={one}
                      categories={categories?.items ?? []}
                      topics={measured.items}
                    />
                  ))}
              </ul>
            )}
          </Loaded>
        )}
      </Loaded>
    </Section>
  )
}

interface IndustryCardProps {
  industry: Industry
  categories: readonly Category[]
  topics: readonly Topic[]
}

const IndustryCard = ({ industry: { name, categoryIds }, categories, topics }: IndustryCardProps) => (
  <li className={classes.card}>
    <h3 className={classes.heading}>{name}</h3>
    <MoverList topics={moversOf(topics, categoryIds)} label={`What moved in ${name}`} />
    <ul className={classes.chips} aria-label={`Categories of ${name}`}>
      {categoryIds.flatMap((id) => {
        const category = categories.find((one) => one.id === id)
        return category === undefined
          ? []
          : [
              <li key={id}>
                <Link className={classes.chip} to="/trends" search={{ view: 'categories', category: id }}>
                  {category.name}
                </Link>
              </li>,
            ]
      })}
    </ul>
  </li>
)

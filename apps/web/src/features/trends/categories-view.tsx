import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useClient } from '../../lib/api.tsx'
import { Section } from '../../ui/section.tsx'
import { CategoryDetail } from './category-detail.tsx'
import { Loaded } from './loaded.tsx'
import { MoverList } from './mover-list.tsx'
import { moversOf } from './topic-movers.ts'
import { categoriesOptions, measuredTopicsOptions } from './trends.queries.ts'
import classes from './topic-cards.module.css'

/** All categories with what moved most in each, or one of them in full. */
export const CategoriesView = ({ category }: { category: string | undefined }) => {
  const client = useClient()
  const categories = useQuery(categoriesOptions(client))
  const topics = useQuery(measuredTopicsOptions(client))
  if (category !== undefined) return <CategoryDetail key={category} id={category} />
  return (
    <Section
      title="Categories"
      hint="The terms of each category whose growth is most certain, with the 95 % interval; ×1 is no change."
    >
      <Loaded query={categories} label="Loading categories">
        {({ items }) => (
          <Loaded query={topics} label="Loading what moved">
            {(measured) => (
              <ul className={classes.cards}>
                {items.map(({ id, name }) => (
                  <li key={id} className={classes.card}>
                    <h3 className={classes.heading}>
                      <Link to="/trends" search={{ view: 'categories', category: id }}>
                        {name}
                      </Link>
                    </h3>
                    <MoverList topics={moversOf(measured.items, [id])} label={`What moved in ${name}`} />
                  </li>
                ))}
              </ul>
            )}
          </Loaded>
        )}
      </Loaded>
    </Section>
  )
}

import { Skeleton } from '@mantine/core'
import type { UserProfile } from '@auspex/sdk'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useClient } from '../../lib/api.tsx'
import { describeFailure } from '../../lib/failure.ts'
import { SmallFailure } from '../../ui/small-failure.tsx'
import { suggestionsOptions } from './onboarding.queries.ts'
import classes from './onboarding.module.css'
import textStyles from '../../ui/text-styles.module.css'

/** Most topics that are offered at once. */
const mostTopics = 6

/** Topics to begin with, by what the person prefers. */
export const TopicSuggestions = ({ user }: { user: UserProfile }) => {
  const { data, error, refetch } = useQuery(suggestionsOptions(useClient(), user))
  if (error) return <SmallFailure words={`${describeFailure(error).message}.`} onRetry={() => void refetch()} />
  if (!data) return <Skeleton height={28} mt={14} radius="md" aria-busy="true" aria-label="Loading suggestions" />
  if (data.items.length === 0)
    return (
      <p className={`${textStyles.remark} ${classes.suggestions}`}>The library has no topic of this industry yet.</p>
    )
  return (
    <div className={classes.suggestions}>
      <h3 className={textStyles.remark}>Topics for you</h3>
      <ul className={classes.topics}>
        {data.items.slice(0, mostTopics).map(({ term, reason }) => (
          <li key={term}>
            <Link to="/search" search={{ term }} preload={false} className={classes.topic} title={reason}>
              {term}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  )
}

import type { Topic } from '@auspex/sdk'

const shown = 3
/** Growth of fewer documents is noise, whatever its interval. */
const leastDocuments = 10

/** The topics of categories whose growth is most certain, in the order they came. */
export const moversOf = (topics: readonly Topic[], categoryIds: readonly string[]): Topic[] =>
  topics
    .filter(
      ({ category, momentum }) =>
        momentum !== null && momentum.n >= leastDocuments && category !== null && categoryIds.includes(category),
    )
    .slice(0, shown)

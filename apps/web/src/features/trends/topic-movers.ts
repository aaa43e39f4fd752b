import type { Topic } from '@auspex/sdk'

const shown = 3

/** The topics of categories that moved most for certain, in the order they came. */
export const moversOf = (topics: readonly Topic[], categoryIds: readonly string[]): Topic[] =>
  topics
    .filter(({ category, momentum }) => momentum !== null && category !== null && categoryIds.includes(category))
    .slice(0, shown)

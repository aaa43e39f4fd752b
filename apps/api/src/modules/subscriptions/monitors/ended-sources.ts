import { daysBetween } from '@auspex/analytics'
import type { EndedSource, SourceKey } from '@auspex/sdk/types'
import { sourceLabel } from '@auspex/sources'
import type { LibrarySummary } from '../../documents/index.ts'

/** Days without a document of any topic after which a source counts as ended: longer than a holiday of a weekly one. */
const endedAfterDays = 14

/**
 * The watched sources from which nothing comes any more. Of a monitor of all sources one that goes on is enough: they are
 * named only when all have ended.
 */
export function findEndedSources(
  watched: readonly SourceKey[],
  { sources }: Pick<LibrarySummary, 'sources'>,
  today: string,
): EndedSource[] {
  const stored = sources.filter(({ documents }) => documents > 0)
  const keys = watched.length > 0 ? watched : stored.map(({ sourceKey }) => sourceKey)
  const ended = keys.flatMap((source) => {
    const lastDay = stored.find(({ sourceKey }) => sourceKey === source)?.lastDay ?? null
    const goesOn = lastDay !== null && daysBetween(lastDay, today) < endedAfterDays
    return goesOn ? [] : [{ source, label: sourceLabel(source), lastDay }]
  })
  return watched.length > 0 || ended.length === keys.length ? ended : []
}

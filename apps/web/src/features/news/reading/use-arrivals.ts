import type { PublishedDocument } from '@auspex/sdk'
import { useQuery } from '@tanstack/react-query'
import { useClient } from '../../../lib/api.tsx'
import { arrivalsOptions } from '../news.queries.ts'
import { chosenDays, type NewsSearch } from '../news.search.ts'

/** How many articles arrived since the list was read; the list itself stays as it is. Nothing arrives on days that somebody chose. */
export const useArrivals = (search: NewsSearch, shown: readonly PublishedDocument[]): number => {
  const { data } = useQuery({
    ...arrivalsOptions(useClient(), search),
    enabled: search.feed !== 'saved' && chosenDays(search) === null,
  })
  if (data === undefined) return 0
  const ids = new Set(shown.map(({ id }) => id))
  const newest = shown[0]?.publishedAt ?? ''
  return data.items.filter(({ id, publishedAt }) => !ids.has(id) && publishedAt >= newest).length
}

import { useQuery } from '@tanstack/react-query'
import { addDays } from '../../../lib/dates.ts'
import { useClient } from '../../../lib/api.tsx'
import { formatDay } from '../../../lib/format.ts'
import { LinkButton } from '../../../lib/link-button.tsx'
import { newestOptions } from '../news.queries.ts'
import { keptOf, type NewsSearch } from '../news.search.ts'

/** A link to the newest week with articles, if the selected days have none; renders nothing if there is no such week. */
export const OlderNews = ({ search }: { search: NewsSearch }) => {
  const { data: newest } = useQuery(newestOptions(useClient(), search.feed))
  if (newest == null || (search.to !== undefined && newest === search.to)) return null
  return (
    <LinkButton
      to="/news"
      search={{ ...keptOf(search), feed: search.feed, show: undefined, from: addDays(newest, -6), to: newest }}
    >
      Show the week to {formatDay(newest)}
    </LinkButton>
  )
}

import type { HashtagCreator, HashtagTrends } from '@auspex/sdk'
import { useQuery } from '@tanstack/react-query'
import { useClient } from '../../lib/api/api.tsx'
import { countryName } from '../../lib/places/countries.ts'
import { formatCount, formatPlural, formatShare, formatShareInterval } from '../../lib/numbers/format.ts'
import type { PagedColumn } from '../../ui/paged-table.tsx'
import { ValueOrUnknown } from '../../ui/values.tsx'
import textStyles from '../../ui/text-styles.module.css'
import { saveCreators } from './hashtag-files.ts'
import { tellConcentration } from './hashtag-words.ts'
import { creatorsOptions } from './hashtags.queries.ts'
import type { HashtagSearch } from './hashtags.search.ts'
import { HashtagTable } from './hashtag-table.tsx'

interface HashtagCreatorsProps {
  trend: HashtagTrends
  search: HashtagSearch
}

const orders = [
  { value: 'views', label: 'Most seen' },
  { value: 'videos', label: 'Most active' },
  { value: 'engagement', label: 'Most engaging' },
] as const

/** The creators who use the hashtag, and how concentrated they are. */
export const HashtagCreators = ({ trend, search }: HashtagCreatorsProps) => {
  const { tag, source } = trend
  const hasViews = trend.views !== null
  const client = useClient()
  const query = useQuery(creatorsOptions(client, tag, search))
  return (
    <HashtagTable
      name="creators"
      title="Creators"
      hint={query.data && tellConcentration(query.data.concentration, source.unit)}
      tag={tag}
      search={search}
      query={query}
      columns={hasViews ? columns : columns.filter(({ key }) => !ofViews.has(key))}
      rowKey={({ handle }) => handle}
      orders={hasViews ? orders : []}
      order={search.creators ?? 'views'}
      onOrder={(creators) => ({ creators: creators === 'views' ? undefined : creators })}
      saveFile={() => saveCreators(client, tag, search)}
    />
  )
}

/** Figures that a substitute source lacks: its creators are sorted by how much they published. */
const ofViews: ReadonlySet<string> = new Set(['views', 'engagement', 'followers'])

const columns: readonly PagedColumn<HashtagCreator>[] = [
  {
    key: 'creator',
    title: 'Creator',
    renderCell: ({ handle, name, country }) => (
      <span>
        <span className={textStyles.breakable}>{handle}</span>{' '}
        <span className={textStyles.fine}>
          {[name, country === null ? null : countryName(country)].filter((part) => part !== null).join(' · ')}
        </span>
      </span>
    ),
  },
  { key: 'videos', title: 'With the hashtag', numeric: true, renderCell: ({ videos }) => formatCount(videos) },
  {
    key: 'views',
    title: 'Views',
    numeric: true,
    renderCell: ({ views, viewsShare }) => (
      <span>
        <ValueOrUnknown value={views} format={formatCount} />{' '}
        {viewsShare !== null && <span className={textStyles.fine}>{formatShare(viewsShare)}</span>}
      </span>
    ),
  },
  {
    key: 'engagement',
    title: 'Engagement',
    numeric: true,
    renderCell: ({ engagementRate, engagementLow, engagementHigh, engagementVideos }) =>
      engagementRate === null ? (
        <span className={textStyles.quiet}>unknown</span>
      ) : (
        <span>
          {formatShare(engagementRate)}{' '}
          <span className={textStyles.fine}>
            {engagementLow !== null && engagementHigh !== null
              ? `${formatShareInterval(engagementLow, engagementHigh)}, n = ${formatCount(engagementVideos)}`
              : `of ${formatPlural(engagementVideos, 'video')}`}
          </span>
        </span>
      ),
  },
  {
    key: 'followers',
    title: 'Followers',
    numeric: true,
    renderCell: ({ followers }) => <ValueOrUnknown value={followers} format={formatCount} />,
  },
]

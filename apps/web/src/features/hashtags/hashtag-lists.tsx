import type { HashtagCreator, HashtagTrends, HashtagVideo } from '@auspex/sdk'
import { useQuery } from '@tanstack/react-query'
import { useClient } from '../../lib/api/api.tsx'
import { countryName } from '../../lib/places/countries.ts'
import { formatCount, formatPlural, formatShare, formatShareInterval, formatDay } from '../../lib/numbers/format.ts'
import type { PagedColumn } from '../../ui/paged-table.tsx'
import { ValueOrUnknown } from '../../ui/values.tsx'
import { saveCreators, saveVideos } from './hashtag-files.ts'
import { describeConcentration, describeTypical } from './hashtag-words.ts'
import { creatorsOptions, videosOptions } from './hashtags.queries.ts'
import type { HashtagSearch } from './hashtags.search.ts'
import { HashtagTable } from './hashtag-table.tsx'
import { OutsideLink } from '../../ui/outside-link.tsx'
import textStyles from '../../ui/text-styles.module.css'
import classes from './hashtags.module.css'

interface HashtagCreatorsProps {
  trend: HashtagTrends
  search: HashtagSearch
}

const creatorOrders = [
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
      hint={query.data && describeConcentration(query.data.concentration, source.unit)}
      tag={tag}
      search={search}
      query={query}
      columns={hasViews ? creatorColumns : creatorColumns.filter(({ key }) => !creatorFiguresOfViews.has(key))}
      rowKey={({ handle }) => handle}
      orders={hasViews ? creatorOrders : []}
      order={search.creators ?? 'views'}
      onOrder={(creators) => ({ creators: creators === 'views' ? undefined : creators })}
      saveFile={() => saveCreators(client, tag, search)}
    />
  )
}

/** Figures that a substitute source lacks: its creators are sorted by how much they published. */
const creatorFiguresOfViews: ReadonlySet<string> = new Set(['views', 'engagement', 'followers'])

const creatorColumns: readonly PagedColumn<HashtagCreator>[] = [
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

interface HashtagVideosProps {
  trend: HashtagTrends
  search: HashtagSearch
}

const videoOrders = [
  { value: 'views', label: 'Most seen' },
  { value: 'engagement', label: 'Most engaging' },
  { value: 'typical', label: 'Typical' },
  { value: 'newest', label: 'Newest' },
] as const

/** A source without views cannot sort by them and has no typical video; the server then uses likes. */
const ordersWithoutViews = [
  { value: 'views', label: 'Most liked' },
  { value: 'newest', label: 'Newest' },
] as const

/** The videos, and the figures of a typical one. */
export const HashtagVideos = ({ trend, search }: HashtagVideosProps) => {
  const { tag, source } = trend
  const hasViews = trend.views !== null
  const client = useClient()
  const query = useQuery(videosOptions(client, tag, search))
  return (
    <HashtagTable
      name="videos"
      title={source.unit === 'video' ? 'Videos' : 'Posts'}
      hint={query.data && describeTypical(query.data, source.unit)}
      tag={tag}
      search={search}
      query={query}
      columns={columnsOf(source.unit).filter(({ key }) => hasViews || !videoOrdersOfViews.has(key))}
      rowKey={({ id }) => id}
      orders={hasViews ? videoOrders : ordersWithoutViews}
      order={hasViews || search.videos === 'newest' ? (search.videos ?? 'views') : 'views'}
      onOrder={(videos) => ({ videos: videos === 'views' ? undefined : videos })}
      saveFile={() => saveVideos(client, tag, search)}
    />
  )
}

/** Sort orders that require views. */
const videoOrdersOfViews: ReadonlySet<string> = new Set(['views', 'engagement'])

const columnsOf = (unit: 'video' | 'post'): readonly PagedColumn<HashtagVideo>[] => [
  {
    key: 'video',
    title: unit === 'video' ? 'Video' : 'Post',
    renderCell: ({ url, description, creator, publishedAt, isTypical }) => (
      <span className={classes.video}>
        <span className={`${classes.words} ${textStyles.breakable}`}>
          <OutsideLink href={url} className={textStyles.link}>
            {description || 'No description'}
          </OutsideLink>
        </span>
        <span className={textStyles.fine}>
          {creator} · {formatDay(publishedAt)}
          {isTypical === true && ' · typical'}
        </span>
      </span>
    ),
  },
  numeric('views', 'Views', ({ views }) => views),
  {
    key: 'engagement',
    title: 'Engagement',
    numeric: true,
    renderCell: ({ engagementRate, engagementLow, engagementHigh }) =>
      engagementRate === null ? (
        <span className={textStyles.quiet}>unknown</span>
      ) : (
        <span>
          {formatShare(engagementRate)}{' '}
          <span className={textStyles.fine}>
            {engagementLow !== null && engagementHigh !== null && formatShareInterval(engagementLow, engagementHigh)}
          </span>
        </span>
      ),
  },
  numeric('likes', 'Likes', ({ likes }) => likes),
  numeric('comments', 'Comments', ({ comments }) => comments),
  numeric('shares', 'Shares', ({ shares }) => shares),
]

function numeric(
  key: string,
  title: string,
  valueOf: (video: HashtagVideo) => number | null,
): PagedColumn<HashtagVideo> {
  return {
    key,
    title,
    numeric: true,
    renderCell: (video) => <ValueOrUnknown value={valueOf(video)} format={formatCount} />,
  }
}

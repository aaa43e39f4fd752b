import type { HashtagTrends, HashtagVideo } from '@auspex/sdk'
import { useQuery } from '@tanstack/react-query'
import { useClient } from '../../lib/api/api.tsx'
import { formatCount, formatDay, formatShare, formatShareInterval } from '../../lib/numbers/format.ts'
import type { PagedColumn } from '../../ui/paged-table.tsx'
import { OutsideLink } from '../../ui/outside-link.tsx'
import { ValueOrUnknown } from '../../ui/values.tsx'
import textStyles from '../../ui/text-styles.module.css'
import { saveVideos } from './hashtag-files.ts'
import { tellTypical } from './hashtag-words.ts'
import { videosOptions } from './hashtags.queries.ts'
import type { HashtagSearch } from './hashtags.search.ts'
import classes from './hashtags.module.css'
import { HashtagTable } from './hashtag-table.tsx'

interface HashtagVideosProps {
  trend: HashtagTrends
  search: HashtagSearch
}

const orders = [
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
      hint={query.data && tellTypical(query.data, source.unit)}
      tag={tag}
      search={search}
      query={query}
      columns={columnsOf(source.unit).filter(({ key }) => hasViews || !ofViews.has(key))}
      rowKey={({ id }) => id}
      orders={hasViews ? orders : ordersWithoutViews}
      order={hasViews || search.videos === 'newest' ? (search.videos ?? 'views') : 'views'}
      onOrder={(videos) => ({ videos: videos === 'views' ? undefined : videos })}
      saveFile={() => saveVideos(client, tag, search)}
    />
  )
}

/** Sort orders that require views. */
const ofViews: ReadonlySet<string> = new Set(['views', 'engagement'])

const columnsOf = (unit: 'video' | 'post'): readonly PagedColumn<HashtagVideo>[] => [
  {
    key: 'video',
    title: unit === 'video' ? 'Video' : 'Post',
    renderCell: ({ url, description, creator, publishedAt, isTypical }) => (
      <span className={classes.video}>
        <span className={`${classes.words} ${textStyles.breakable}`}>
          <OutsideLink href={url} className={textStyles.link}>
            {description || 'Without words'}
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

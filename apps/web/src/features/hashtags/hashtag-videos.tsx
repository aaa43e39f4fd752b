import type { HashtagTrends, HashtagVideo } from '@auspex/sdk'
import { Button, Group, Skeleton, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useClient } from '../../lib/api/api.tsx'
import { describeFailure } from '../../lib/api/failure.ts'
import { formatCount, formatDay, formatShare, formatShareInterval } from '../../lib/numbers/format.ts'
import { PagedTable, type PagedColumn } from '../../ui/paged-table.tsx'
import { OutsideLink } from '../../ui/outside-link.tsx'
import { Pager } from '../../ui/pager.tsx'
import { Section } from '../../ui/page.tsx'
import { SegmentedControl } from '../../ui/segmented-control.tsx'
import { SmallFailure } from '../../ui/error-view.tsx'
import { ValueOrUnknown } from '../../ui/values.tsx'
import textStyles from '../../ui/text-styles.module.css'
import { saveVideos, useSaveFile } from './hashtag-files.ts'
import { tellTypical } from './hashtag-words.ts'
import { videosOptions } from './hashtags.queries.ts'
import { type HashtagSearch, rowChoices, rowsOf } from './hashtags.search.ts'
import { SourceNote } from './hashtag-notes.tsx'
import classes from './hashtags.module.css'

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
  const navigate = useNavigate()
  const { data, error, refetch, isPlaceholderData } = useQuery(videosOptions(client, tag, search))
  const { save, isSaving, failure } = useSaveFile(() => saveVideos(client, tag, search))
  const page = Number(search.videosPage ?? 1)
  const go = (next: Partial<HashtagSearch>) =>
    void navigate({
      to: '/hashtags/$tag',
      params: { tag },
      search: { ...search, ...next },
      replace: true,
      resetScroll: false,
    })
  return (
    <Section
      id="videos"
      title={source.unit === 'video' ? 'Videos' : 'Posts'}
      hint={data && tellTypical(data, source.unit)}
      actions={
        <Button size="compact-sm" variant="default" loading={isSaving} onClick={save}>
          Save as CSV
        </Button>
      }
    >
      <Stack gap={12}>
        <Group>
          <SegmentedControl
            aria-label="Order of the videos"
            value={hasViews || search.videos === 'newest' ? (search.videos ?? 'views') : 'views'}
            data={hasViews ? orders : ordersWithoutViews}
            size="xs"
            onChange={(videos) => go({ videos: videos === 'views' ? undefined : videos, videosPage: undefined })}
          />
        </Group>
        {failure !== null && (
          <p className={textStyles.fault} role="alert">
            {failure}
          </p>
        )}
        {data !== undefined ? (
          <>
            <PagedTable
              caption={source.unit === 'video' ? 'Videos' : 'Posts'}
              columns={columnsOf(source.unit).filter(({ key }) => hasViews || !ofViews.has(key))}
              rows={data.items}
              rowKey={({ id }) => id}
              offset={(page - 1) * rowsOf(search)}
              total={data.page.total}
              isBusy={isPlaceholderData}
            />
            <Pager
              page={page}
              perPage={rowsOf(search)}
              total={data.page.total}
              sizes={rowChoices.map(Number)}
              format={formatCount}
              onPage={(next) => go({ videosPage: next === 1 ? undefined : String(next) })}
              onSize={(size) =>
                go({
                  rows: rowChoices.find((one) => one === String(size)),
                  videosPage: undefined,
                  creatorsPage: undefined,
                })
              }
            />
            <SourceNote source={data.source} />
          </>
        ) : error ? (
          <SmallFailure
            words={`The videos could not be read. ${describeFailure(error).detail ?? ''}`}
            onRetry={() => void refetch()}
          />
        ) : (
          <Skeleton height={320} radius="md" role="group" aria-busy="true" aria-label="Loading the videos" />
        )}
      </Stack>
    </Section>
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

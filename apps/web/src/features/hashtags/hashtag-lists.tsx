import type { HashtagCreator, HashtagTrends, HashtagVideo } from '@auspex/sdk'
import { Button, Group, Skeleton, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useClient } from '../../lib/api/api.tsx'
import { failureSentences } from '../../lib/api/failure.ts'
import { formatCount, formatPlural, formatShare, formatShareInterval } from '../../lib/numbers/format.ts'
import { formatDay } from '../../lib/time/format.ts'
import { countryName } from '../../lib/places/countries.ts'
import { SmallFailure } from '../../ui/error-view.tsx'
import { Failure } from '../../ui/form-actions.tsx'
import { OutsideLink } from '../../ui/outside-link.tsx'
import { Section } from '../../ui/page.tsx'
import { type PagedColumn, PagedTable } from '../../ui/paged-table.tsx'
import { Pager } from '../../ui/pager.tsx'
import { SegmentedControl } from '../../ui/segmented-control.tsx'
import textStyles from '../../ui/text-styles.module.css'
import { ValueOrUnknown } from '../../ui/values.tsx'
import { saveCreators, saveVideos, useSaveFile } from './hashtag-files.ts'
import { SourceNote } from './hashtag-notes.tsx'
import { describeConcentration, describeTypical } from './hashtag-words.ts'
import classes from './hashtags.module.css'
import { creatorsOptions, videosOptions } from './hashtags.queries.ts'
import { type HashtagSearch, rowChoices, rowsOf } from './hashtags.search.ts'

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

/** The list that the table shows: its name in the address and in sentences. */
type ListName = 'creators' | 'videos'

interface TablePage<Row> {
  readonly items: readonly Row[]
  readonly page: { readonly total: number }
  readonly source: HashtagTrends['source']
}

interface HashtagTableProps<Row, Order extends string> {
  name: ListName
  title: string
  hint: string | undefined
  tag: string
  search: HashtagSearch
  query: {
    readonly data: TablePage<Row> | undefined
    readonly error: unknown
    readonly refetch: () => Promise<unknown>
    readonly isPlaceholderData: boolean
  }
  columns: readonly PagedColumn<Row>[]
  rowKey: (row: Row) => string
  /** Empty if the rows have only one order. */
  orders: readonly { readonly value: Order; readonly label: string }[]
  order: Order
  onOrder: (order: Order) => Partial<HashtagSearch>
  saveFile: () => Promise<void>
}

/** A section of a hashtag with a table that the server sorts and pages, and that can be saved as a file. */
const HashtagTable = <Row, Order extends string>({
  name,
  title,
  hint,
  tag,
  search,
  query: { data, error, refetch, isPlaceholderData },
  columns,
  rowKey,
  orders,
  order,
  onOrder,
  saveFile,
}: HashtagTableProps<Row, Order>) => {
  const navigate = useNavigate()
  const { save, isSaving, failure } = useSaveFile(saveFile)
  const pageField = `${name}Page` as const
  const page = Number(search[pageField] ?? 1)
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
      id={name}
      title={title}
      hint={hint}
      actions={
        <Button size="compact-sm" variant="default" loading={isSaving} onClick={save}>
          Save as CSV
        </Button>
      }
    >
      <Stack gap={12}>
        {orders.length > 0 && (
          <Group>
            <SegmentedControl
              aria-label={`Order of the ${name}`}
              value={order}
              data={orders}
              size="xs"
              onChange={(value) => go({ ...onOrder(value), [pageField]: undefined })}
            />
          </Group>
        )}
        <Failure failure={failure} />
        {data !== undefined ? (
          <>
            <PagedTable
              caption={title}
              columns={columns}
              rows={data.items}
              rowKey={rowKey}
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
              onPage={(next) => go({ [pageField]: next === 1 ? undefined : String(next) })}
              onSize={(size) =>
                go({
                  rows: rowChoices.find((choice) => choice === String(size)),
                  videosPage: undefined,
                  creatorsPage: undefined,
                })
              }
            />
            <SourceNote source={data.source} />
          </>
        ) : error ? (
          <SmallFailure
            words={failureSentences(error, `The ${name} could not be read.`)}
            onRetry={() => void refetch()}
          />
        ) : (
          <Skeleton height={320} radius="md" role="group" aria-busy="true" aria-label={`Loading the ${name}`} />
        )}
      </Stack>
    </Section>
  )
}

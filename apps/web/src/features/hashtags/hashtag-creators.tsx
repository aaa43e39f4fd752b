import type { HashtagCreator, HashtagTrends } from '@auspex/sdk'
import { Button, Group, Skeleton, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useClient } from '../../lib/api/api.tsx'
import { countryName } from '../../lib/places/countries.ts'
import { describeFailure } from '../../lib/api/failure.ts'
import { formatCount, formatPlural, formatShare, formatShareInterval } from '../../lib/numbers/format.ts'
import { PagedTable, type PagedColumn } from '../../ui/paged-table.tsx'
import { Pager } from '../../ui/pager.tsx'
import { Section } from '../../ui/page.tsx'
import { SegmentedControl } from '../../ui/segmented-control.tsx'
import { SmallFailure } from '../../ui/error-view.tsx'
import { ValueOrUnknown } from '../../ui/values.tsx'
import textStyles from '../../ui/text-styles.module.css'
import { saveCreators, useSaveFile } from './hashtag-files.ts'
import { tellConcentration } from './hashtag-words.ts'
import { creatorsOptions } from './hashtags.queries.ts'
import { type HashtagSearch, rowChoices, rowsOf } from './hashtags.search.ts'
import { SourceNote } from './hashtag-notes.tsx'

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
  const navigate = useNavigate()
  const { data, error, refetch, isPlaceholderData } = useQuery(creatorsOptions(client, tag, search))
  const { save, isSaving, failure } = useSaveFile(() => saveCreators(client, tag, search))
  const page = Number(search.creatorsPage ?? 1)
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
      id="creators"
      title="Creators"
      hint={data && tellConcentration(data.concentration, source.unit)}
      actions={
        <Button size="compact-sm" variant="default" loading={isSaving} onClick={save}>
          Save as CSV
        </Button>
      }
    >
      <Stack gap={12}>
        {hasViews && (
          <Group>
            <SegmentedControl
              aria-label="Order of the creators"
              value={search.creators ?? 'views'}
              data={orders}
              size="xs"
              onChange={(creators) =>
                go({ creators: creators === 'views' ? undefined : creators, creatorsPage: undefined })
              }
            />
          </Group>
        )}
        {failure !== null && (
          <p className={textStyles.fault} role="alert">
            {failure}
          </p>
        )}
        {data !== undefined ? (
          <>
            <PagedTable
              caption="Creators"
              columns={hasViews ? columns : columns.filter(({ key }) => !ofViews.has(key))}
              rows={data.items}
              rowKey={({ handle }) => handle}
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
              onPage={(next) => go({ creatorsPage: next === 1 ? undefined : String(next) })}
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
            words={`The creators could not be read. ${describeFailure(error).detail ?? ''}`}
            onRetry={() => void refetch()}
          />
        ) : (
          <Skeleton height={320} radius="md" role="group" aria-busy="true" aria-label="Loading the creators" />
        )}
      </Stack>
    </Section>
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

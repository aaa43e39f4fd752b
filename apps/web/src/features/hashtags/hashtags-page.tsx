import type { Hashtag } from '@auspex/sdk'
import { Skeleton, Stack } from '@mantine/core'
import { IconHash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { useClient } from '../../lib/api/api.tsx'
import { describeFailure } from '../../lib/api/failure.ts'
import { formatCount } from '../../lib/numbers/format.ts'
import { formatDay } from '../../lib/time/format.ts'
import { LinkButton } from '../../lib/links/link-button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorView } from '../../ui/error-view.tsx'
import { Page, Section } from '../../ui/page.tsx'
import { PagedTable, type PagedColumn } from '../../ui/paged-table.tsx'
import { Pager } from '../../ui/pager.tsx'
import { SearchBox } from '../../ui/search-box.tsx'
import { SegmentedControl } from '../../ui/segmented-control.tsx'
import { ValueOrUnknown } from '../../ui/values.tsx'
import textStyles from '../../ui/text-styles.module.css'
import { originWords, periodWords } from './hashtag-words.ts'
import { hashtagsOptions, tagsPerPage } from './hashtags.queries.ts'
import { type HashtagsSearch, periods, toTag } from './hashtags.search.ts'
import { ImportVideos } from './import-videos.tsx'
import { CountrySelect, TagBox } from './tag-box.tsx'
import classes from './hashtags.module.css'

const route = getRouteApi('/hashtags/')

/** The hashtags that are stored here, a field to open any other, and files of videos. */
export const HashtagsPage = () => {
  const search = route.useSearch()
  const navigate = useNavigate()
  const go = (next: Partial<HashtagsSearch>) =>
    void navigate({ to: '/hashtags', search: { ...search, page: undefined, ...next }, replace: true })
  return (
    <Page>
      <title>Hashtags · Auspex</title>
      <div>
        <h1>Hashtags</h1>
        <p className={textStyles.lead}>
          Hashtags from social video: from your own files, from approved research access, or from public posts, which
          are labelled as a substitute.
        </p>
      </div>
      <TagBox
        size="md"
        label="Open a hashtag"
        placeholder="any hashtag, such as oatmilk"
        onOpen={(tag) =>
          void navigate({ to: '/hashtags/$tag', params: { tag }, search: { geo: search.geo, period: search.period } })
        }
      />
      <Section id="stored" title="Stored hashtags">
        <Stack gap={14}>
          <div className={classes.controls}>
            <div className={classes.country}>
              <SearchBox
                label="Begins with"
                placeholder="oat"
                value={search.q}
                onSearch={(words) => go({ q: words === undefined ? undefined : (toTag(words) ?? undefined) })}
              />
            </div>
            <CountrySelect value={search.geo} onChange={(geo) => go({ geo })} />
            <SegmentedControl
              aria-label="Time"
              value={search.period ?? '30'}
              data={periods.map((value) => ({ value, label: periodWords[value] }))}
              onChange={(period) => go({ period: period === '30' ? undefined : period })}
            />
          </div>
          <StoredHashtags search={search} onPage={(page) => go({ page: page === 1 ? undefined : String(page) })} />
        </Stack>
      </Section>
      <ImportVideos />
    </Page>
  )
}

const StoredHashtags = ({ search, onPage }: { search: HashtagsSearch; onPage: (page: number) => void }) => {
  const { data, error, refetch, isPlaceholderData } = useQuery(hashtagsOptions(useClient(), search))
  const page = Number(search.page ?? 1)
  if (data === undefined)
    return error ? (
      <ErrorView {...describeFailure(error)} onRetry={() => void refetch()} />
    ) : (
      <Stack gap={6} role="group" aria-busy="true" aria-label="Loading the hashtags">
        {[0, 1, 2, 3, 4].map((key) => (
          <Skeleton key={key} height={46} radius="md" />
        ))}
      </Stack>
    )
  if (data.page.total === 0)
    return (
      <EmptyState
        icon={<IconHash size={22} aria-hidden />}
        title={
          search.q === undefined && search.geo === undefined
            ? `No hashtags in ${periodWords[search.period ?? '30']}`
            : 'No matching hashtags'
        }
        text={
          search.q === undefined && search.geo === undefined
            ? 'Choose a longer period, open a hashtag to search the sources for it, or import a file of videos.'
            : 'No stored hashtag starts with this for this country and period. The sources may have it.'
        }
        action={
          search.q !== undefined && (
            <LinkButton
              to="/hashtags/$tag"
              params={{ tag: search.q }}
              search={{ geo: search.geo, period: search.period }}
              variant="default"
            >
              Ask the sources for #{search.q}
            </LinkButton>
          )
        }
      />
    )
  const columns: readonly PagedColumn<Hashtag>[] = [
    {
      key: 'tag',
      title: 'Hashtag',
      renderCell: ({ tag }) => (
        <Link
          to="/hashtags/$tag"
          params={{ tag }}
          search={{ geo: search.geo, period: search.period }}
          className={`${textStyles.link} ${textStyles.breakable}`}
          activeProps={{}}
        >
          #{tag}
        </Link>
      ),
    },
    { key: 'videos', title: 'Uses', numeric: true, renderCell: ({ videos }) => formatCount(videos) },
    { key: 'creators', title: 'Creators', numeric: true, renderCell: ({ creators }) => formatCount(creators) },
    {
      key: 'views',
      title: 'Views',
      numeric: true,
      renderCell: ({ views }) => <ValueOrUnknown value={views} format={formatCount} />,
    },
    { key: 'origin', title: 'From', renderCell: ({ origin }) => originWords[origin] },
    { key: 'lastDay', title: 'Last used', renderCell: ({ lastDay }) => formatDay(lastDay) },
  ]
  return (
    <>
      <PagedTable
        caption="Stored hashtags"
        columns={columns}
        rows={data.items}
        rowKey={({ tag, origin }) => `${origin} ${tag}`}
        offset={(page - 1) * tagsPerPage}
        total={data.page.total}
        isBusy={isPlaceholderData}
      />
      <Pager
        page={page}
        perPage={tagsPerPage}
        total={data.page.total}
        sizes={[tagsPerPage]}
        format={formatCount}
        onPage={onPage}
        onSize={() => undefined}
      />
    </>
  )
}

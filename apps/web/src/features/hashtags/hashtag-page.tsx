import type { HashtagTrends, HashtagCoverage } from '@auspex/sdk'
import { Group, Skeleton, Stack } from '@mantine/core'
import { useQueries, useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { useClient } from '../../lib/api/api.tsx'
import { Page, Section } from '../../ui/page.tsx'
import { SegmentedControl } from '../../ui/segmented-control.tsx'
import surfaces from '../../ui/surfaces.module.css'
import textStyles from '../../ui/text-styles.module.css'
import { HashtagComparison } from './hashtag-comparison.tsx'
import { HashtagCourse } from './hashtag-course.tsx'
import { HashtagCreators, HashtagVideos } from './hashtag-lists.tsx'
import { HashtagFailure, SourceWarning } from './hashtag-notes.tsx'
import { originWords, periodWords, statusWords, unitOf } from './hashtag-words.ts'
import { trendOptions } from './hashtags.queries.ts'
import { comparedTags, type HashtagSearch, maxCompared, periods, toTag } from './hashtags.search.ts'
import { RelatedTags } from './related-tags.tsx'
import { CountrySelect, TagBox } from './tag-box.tsx'
import classes from './hashtags.module.css'
import { formatPlural, formatCount, formatGrowth, formatShare, formatShareInterval } from '../../lib/numbers/format.ts'

/** The figures of a hashtag in a row, each with its interval or the reason why there is none. */
const HashtagFigures = ({ trend }: { trend: HashtagTrends }) => {
  const { videos, views, creators, share, shareReason, growth, growthReason, source } = trend
  const formattedGrowth = growth === null ? null : formatGrowth(growth)
  return (
    <dl className={classes.figures}>
      <Figure
        name={source.unit === 'video' ? 'Videos' : 'Posts'}
        value={videos === null ? null : formatCount(videos)}
        detail={
          creators === null
            ? 'not all were read'
            : `by ${formatCount(creators)} ${creators === 1 ? 'creator' : 'creators'}`
        }
      />
      <Figure
        name="Share"
        value={share === null ? null : formatShare(share.value)}
        detail={
          share === null
            ? shareReason
            : `${formatShareInterval(share.low, share.high)} of ${formatCount(share.n)} ${unitOf(trend)}`
        }
      />
      <Figure
        name="Growth"
        value={formattedGrowth === null ? null : formattedGrowth.value}
        isSure={formattedGrowth?.isSure ?? false}
        detail={
          growth === null ? growthReason : `${growth.low.toFixed(2)}–${growth.high.toFixed(2)}, against the half before`
        }
      />
      <Figure
        name="Views"
        value={views === null ? null : formatCount(views)}
        detail={views === null ? 'The source does not report them.' : 'when they were read'}
      />
    </dl>
  )
}

const Figure = ({ name, value, detail, isSure = true }: FigureProps) => (
  <div>
    <dt className={textStyles.caption}>{name}</dt>
    <dd>
      <span className={`${textStyles.figure} ${classes.figure}`} data-sure={value !== null && isSure}>
        {value ?? 'unknown'}
      </span>
      <span className={textStyles.note}>{detail}</span>
    </dd>
  </div>
)

const failures: ReadonlySet<HashtagCoverage['status']> = new Set([
  'rate_limited',
  'blocked',
  'auth',
  'upstream_down',
  'schema_changed',
  'bad_query',
])

/** The response of every source; one that was not queried can be. */
const SourceCoverage = ({ tag, search, coverage, note }: SourceCoverageProps) => (
  <Section id="coverage" title="Queried sources" hint={note ?? 'Numbers from different sources are never added up.'}>
    <ul className={`${surfaces.panel} ${surfaces.lines}`} aria-label="Origins">
      {coverage.map(({ origin, name, status, reason, videos, isShown }) => (
        <li key={origin} className={classes.answer}>
          <span className={textStyles.strong}>{name}</span>
          <span
            className={`${textStyles.state} ${textStyles.detail}`}
            data-state={status === 'ok' ? 'good' : failures.has(status) ? 'failed' : undefined}
          >
            {isShown ? `shown here, ${formatPlural(videos ?? 0, 'use')}` : statusWords[status]}
          </span>
          {reason !== null && <span className={`${textStyles.note} ${textStyles.breakable}`}>{reason}</span>}
          {status === 'not_asked' && origin !== 'youtube_shorts' && (
            <span>
              <Link
                to="/hashtags/$tag"
                params={{ tag }}
                search={{ ...search, origin }}
                className={textStyles.link}
                activeProps={{}}
                aria-label={`Ask ${name} instead`}
              >
                Ask it instead
              </Link>
            </span>
          )}
        </li>
      ))}
    </ul>
  </Section>
)

const route = getRouteApi('/hashtags/$tag')

/** One hashtag: its trend, related hashtags, its videos and their creators, beside up to two others. */
export const HashtagPage = () => {
  const { tag: written } = route.useParams()
  const tag = toTag(written) ?? written
  const search = route.useSearch()
  const { data, error, refetch } = useQuery(trendOptions(useClient(), tag, search))
  return (
    <Page>
      <title>{`#${tag} · Auspex`}</title>
      <div>
        <p className={textStyles.eyebrow}>
          <Link to="/hashtags" search={{}} className={textStyles.link} activeProps={{}}>
            Hashtags
          </Link>
        </p>
        <h1 className={textStyles.breakable}>#{tag}</h1>
      </div>
      <Controls tag={tag} search={search} />
      {data !== undefined ? (
        <Content trend={data} search={search} />
      ) : error ? (
        <HashtagFailure tag={tag} search={search} error={error} onRetry={() => void refetch()} />
      ) : (
        <Stack gap={16} role="group" aria-busy="true" aria-label="Loading the hashtag">
          <Skeleton height={72} radius="md" />
          <Skeleton height={330} radius="md" />
          <Skeleton height={220} radius="md" />
        </Stack>
      )}
    </Page>
  )
}

interface ControlsProps {
  tag: string
  search: HashtagSearch
}

const Controls = ({ tag, search }: ControlsProps) => {
  const navigate = useNavigate()
  const beside = comparedTags(search, tag)
  const go = (next: Partial<HashtagSearch>) =>
    void navigate({
      to: '/hashtags/$tag',
      params: { tag },
      // The page numbers of another query do not apply to this one.
      search: { ...search, videosPage: undefined, creatorsPage: undefined, ...next },
      replace: true,
    })
  return (
    <Stack gap={10}>
      <div className={classes.controls}>
        <SegmentedControl
          aria-label="Time"
          value={search.period ?? '30'}
          data={periods.map((value) => ({ value, label: periodWords[value] }))}
          onChange={(period) => go({ period: period === '30' ? undefined : period })}
        />
        <CountrySelect value={search.geo} onChange={(geo) => go({ geo })} />
        {beside.length < maxCompared && (
          <TagBox
            label="Compare with"
            placeholder="compare with another"
            onOpen={(openedTag) => go({ beside: [...beside, openedTag].join(',') })}
          />
        )}
      </div>
      {(beside.length > 0 || search.origin !== undefined) && (
        <Group gap={6} role="group" aria-label="Chosen">
          {beside.map((comparedTag) => (
            <Link
              key={comparedTag}
              to="/hashtags/$tag"
              params={{ tag }}
              search={{
                ...search,
                beside: beside.filter((besideTag) => besideTag !== comparedTag).join(',') || undefined,
              }}
              className={`${surfaces.chip} ${surfaces.accent}`}
              activeProps={{}}
              aria-label={`Stop comparing with #${comparedTag}`}
            >
              with #{comparedTag} ×
            </Link>
          ))}
          {search.origin !== undefined && (
            <Link
              to="/hashtags/$tag"
              params={{ tag }}
              search={{ ...search, origin: undefined }}
              className={`${surfaces.chip} ${surfaces.accent}`}
              activeProps={{}}
              aria-label={`Ask every origin, not only ${originWords[search.origin]}`}
            >
              {originWords[search.origin]} ×
            </Link>
          )}
        </Group>
      )}
    </Stack>
  )
}

const Content = ({ trend, search }: { trend: HashtagTrends; search: HashtagSearch }) => {
  const client = useClient()
  const beside = comparedTags(search, trend.tag)
  const answers = useQueries({ queries: beside.map((tag) => trendOptions(client, tag, search)) })
  const others = answers.flatMap(({ data }) => (data === undefined ? [] : [data]))
  return (
    <>
      <SourceWarning trend={trend} />
      <HashtagFigures trend={trend} />
      <HashtagCourse trend={trend} />
      {others.length > 0 && <HashtagComparison trends={[trend, ...others]} />}
      {answers.map(
        ({ error }, index) =>
          error && (
            <HashtagFailure
              key={beside[index]}
              tag={beside[index] ?? ''}
              search={search}
              error={error}
              onRetry={() => void answers[index]?.refetch()}
            />
          ),
      )}
      <RelatedTags trend={trend} search={search} />
      <HashtagVideos trend={trend} search={search} />
      <HashtagCreators trend={trend} search={search} />
      <SourceCoverage tag={trend.tag} search={search} coverage={trend.coverage} note={trend.note} />
    </>
  )
}

interface SourceCoverageProps {
  tag: string
  search: HashtagSearch
  coverage: readonly HashtagCoverage[]
  note: string | null
}

interface FigureProps {
  name: string
  value: string | null
  detail: string | null
  isSure?: boolean
}

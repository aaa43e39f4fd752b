import { type NewsClusterDetail, type NewsFirstMover, NotFoundError } from '@auspex/sdk'
import { Button, Skeleton, Stack } from '@mantine/core'
import { IconNews } from '@tabler/icons-react'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useClient } from '../../../lib/api/api.tsx'
import { countryName } from '../../../lib/places/countries.ts'
import { describeFailure } from '../../../lib/api/failure.ts'
import { formatCount, formatPlural, formatTone } from '../../../lib/numbers/format.ts'
import { formatDay, formatInstant } from '../../../lib/time/format.ts'
import { LinkButton } from '../../../lib/links/link-button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ErrorView, SmallFailure } from '../../../ui/error-view.tsx'
import { Page, Section } from '../../../ui/page.tsx'
import { storyArticlesOptions, storyOptions } from '../news.queries.ts'
import { useMute } from '../reading/mute-menu.tsx'
import { lineageWords, phaseWords } from './story-list.tsx'
import { StoryTimeline } from './story-timeline.tsx'
import news from '../news.module.css'
import classes from './story.module.css'
import layout from '../../../ui/layout.module.css'
import surfaces from '../../../ui/surfaces.module.css'
import textStyles from '../../../ui/text-styles.module.css'

const route = getRouteApi('/news/$clusterId')

/** The life of a story: its content, who published it first, how outlets present it, and its outcome. */
export const NewsStoryPage = () => {
  const { clusterId } = route.useParams()
  const { data, error, refetch } = useQuery(storyOptions(useClient(), clusterId))
  return (
    <Page>
      <title>{data ? `${data.cluster.title} · News · Auspex` : 'Headline · News · Auspex'}</title>
      {data ? <Story detail={data} /> : <NoStory error={error} onRetry={() => void refetch()} />}
    </Page>
  )
}

/** Why the headline is not shown: it is loading, gone, or its request failed. */
const NoStory = ({ error, onRetry }: { error: Error | null; onRetry: () => void }) => {
  if (error instanceof NotFoundError)
    return (
      <EmptyState
        level={1}
        icon={<IconNews size={22} aria-hidden />}
        title="Headline not found"
        text="Its articles were deleted at their sources, or it is too old to be stored."
        action={
          <LinkButton to="/news" search={{ view: 'stories' }}>
            All headlines
          </LinkButton>
        }
      />
    )
  if (error) return <ErrorView level={1} {...describeFailure(error)} onRetry={onRetry} />
  return (
    <Stack gap={14} role="group" aria-busy="true" aria-label="Loading the headline">
      <Skeleton height={40} width="70%" />
      <Skeleton height={80} />
      <Skeleton height={180} />
    </Stack>
  )
}

const Story = ({ detail }: { detail: NewsClusterDetail }) => {
  const { cluster, requestedId, timeline, firstMover } = detail
  const { life } = cluster
  const mute = useMute()
  return (
    <>
      <div>
        <p className={textStyles.eyebrow}>
          <Link className={textStyles.link} to="/news" search={{ view: 'stories' }}>
            Headlines
          </Link>{' '}
          {life && `· ${phaseWords[life.phase]}`}
        </p>
        <h1 className={textStyles.breakable}>{cluster.title}</h1>
        {requestedId !== cluster.id && (
          <p className={`${surfaces.callout} ${surfaces.muted}`}>
            The headline at this address was merged into this one, because both covered the same events.
          </p>
        )}
        {life?.brief && <p className={`${textStyles.lead} ${textStyles.breakable}`}>{life.brief}</p>}
        <p className={textStyles.note}>{cluster.why}</p>
        <Button
          mt={10}
          size="compact-sm"
          variant="default"
          onClick={() => mute({ kind: 'story', subject: cluster.id })}
        >
          Mute this headline
        </Button>
      </div>
      <dl className={classes.figures}>
        <Figure words="Articles" value={formatCount(cluster.documents)} />
        <Figure words="Different texts" value={life ? formatCount(life.tellings) : 'unknown'} />
        <Tellers cluster={cluster} />
        <FirstMover first={firstMover} />
      </dl>
      <Section title="Timeline" hint="Articles and the outlets that published them.">
        <StoryTimeline points={timeline} />
      </Section>
      <Articles clusterId={cluster.id} />
      <div className={layout.halves}>
        <OutletTones tones={detail.outletTones} />
        <Changes changes={detail.changes} />
        <Lineage lineage={detail.lineage} />
        <Section title="Why these articles belong together" hint="The names and words they share.">
          <ul className={classes.sharedTerms}>
            {detail.explanation.map(({ term, documents }) => (
              <li key={term} className={surfaces.chip}>
                {term} <span className={textStyles.fine}>in {formatCount(documents)}</span>
              </li>
            ))}
          </ul>
        </Section>
      </div>
    </>
  )
}

const Figure = ({ words, value, note }: { words: string; value: string; note?: string }) => (
  <div>
    <dt className={textStyles.caption}>{words}</dt>
    <dd className={`${textStyles.breakable} ${classes.figure}`}>{value}</dd>
    {note !== undefined && <dd className={textStyles.fine}>{note}</dd>}
  </div>
)

/** How many outlets have their own text, and how many only copy one. */
const Tellers = ({
  cluster: { independentOutlets, outletCount },
}: {
  readonly cluster: NewsClusterDetail['cluster']
}) => (
  <Figure
    words="Independent outlets"
    value={formatCount(independentOutlets)}
    {...(outletCount > independentOutlets && {
      note:
        independentOutlets === 1
          ? `one text, carried by ${formatPlural(outletCount, 'outlet')}`
          : `and ${formatPlural(outletCount - independentOutlets, 'more that carries copies', 'more that carry copies')}`,
    })}
  />
)

/** One outlet, or how many published at the same time: then it is unknown which of them was first. */
const FirstMover = ({ first: { outlet, outlets, tellers, publishedAt, leadMinutes } }: { first: NewsFirstMover }) => {
  const isMidnight = publishedAt.slice(11, 19) === '00:00:00'
  const time = isMidnight ? formatDay(publishedAt) : formatInstant(publishedAt)
  if (outlets > 1)
    return (
      <Figure
        words="First published by"
        value={tellers === 1 ? 'Unknown' : `${formatCount(tellers)} of ${formatPlural(outlets, 'outlet')}`}
        note={`${tellers === 1 ? `one text in ${formatPlural(outlets, 'outlet')}, ` : ''}${isMidnight ? 'all on' : 'all at'} ${time}`}
      />
    )
  const lead = leadMinutes === null ? '' : `, ${formatMinutes(leadMinutes)} before the next text of another outlet`
  return <Figure words="First published by" value={outlet} note={`${time}${lead}`} />
}

const formatMinutes = (minutes: number): string =>
  minutes < 120 ? formatPlural(minutes, 'minute') : formatPlural(Math.round(minutes / 60), 'hour')

const Articles = ({ clusterId }: { clusterId: string }) => {
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    storyArticlesOptions(useClient(), clusterId),
  )
  const articles = data?.pages.flatMap(({ items }) => items) ?? []
  return (
    <Section title="Who covers it" hint="Oldest first. Versions of one article count once.">
      {data === undefined ? (
        error ? (
          <SmallFailure words={`${describeFailure(error).message}.`} onRetry={() => void refetch()} />
        ) : (
          <Skeleton height={120} />
        )
      ) : (
        <ul className={`${surfaces.panel} ${surfaces.lines}`} aria-label="Articles">
          {articles.map(({ id, title, outlet, publishedAt, datePrecision, country, copies }) => (
            <li key={id} className={classes.story}>
              <Link className={`${textStyles.plain} ${textStyles.breakable}`} to="/news" search={{ article: id }}>
                {title || `Article of ${outlet}`}
              </Link>
              <p className={`${textStyles.caption} ${news.facts}`}>
                <strong>{outlet}</strong>
                <time dateTime={publishedAt}>
                  {datePrecision === 'second' ? formatInstant(publishedAt) : formatDay(publishedAt)}
                </time>
                {country && <span>{countryName(country)}</span>}
                {copies && copies.documents > 1 && (
                  <span>and {formatPlural(copies.documents - 1, 'copy', 'copies')}</span>
                )}
              </p>
            </li>
          ))}
        </ul>
      )}
      {hasNextPage && (
        <Button variant="default" mt={12} loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Later articles
        </Button>
      )}
    </Section>
  )
}

const OutletTones = ({ tones }: { tones: NewsClusterDetail['outletTones'] }) => (
  <Section title="Tone by country of the outlets" hint="Mean tone of the articles whose tone is known, from −1 to 1.">
    <ul className={classes.entries}>
      {tones.map(({ group, documents, outlets, toneMean, judged }) => (
        <li key={group}>
          <strong>{group}</strong>{' '}
          <span className={textStyles.tabular}>{toneMean === null ? 'tone unknown' : formatTone(toneMean)}</span>
          <span className={textStyles.fine}>
            {' '}
            {judged === 0
              ? formatPlural(documents, 'article')
              : `from ${formatCount(judged)} of ${formatPlural(documents, 'article')}`}
            , {formatPlural(outlets, 'outlet')}
          </span>
        </li>
      ))}
    </ul>
  </Section>
)

const Changes = ({ changes }: { changes: NewsClusterDetail['changes'] }) => (
  <Section title="What changed in the brief" hint="Newest first. Every sentence is quoted from an article.">
    {changes.length === 0 ? (
      <p className={textStyles.note}>Nothing yet, because no article has a text to quote.</p>
    ) : (
      <ol className={classes.entries}>
        {changes.slice(0, 8).map(({ at, added, removed }) => (
          <li key={`${at} ${added[0] ?? removed[0]}`}>
            <time className={textStyles.caption} dateTime={at}>
              {formatInstant(at)}
            </time>
            {added.map((text) => (
              <p key={text} className={textStyles.detail}>
                <span className={`${surfaces.badge} ${surfaces.accent}`}>New</span> {text}
              </p>
            ))}
            {removed.map((text) => (
              <p key={text} className={`${textStyles.detail} ${textStyles.quiet}`}>
                <span className={`${surfaces.badge} ${surfaces.muted}`}>Left out</span> {text}
              </p>
            ))}
          </li>
        ))}
      </ol>
    )}
  </Section>
)

const Lineage = ({ lineage }: { lineage: NewsClusterDetail['lineage'] }) => (
  <Section title="What happened next" hint="Newest first.">
    <ol className={classes.entries}>
      {lineage.slice(0, 12).map(({ at, kind, why, documents }) => (
        <li key={`${at} ${kind} ${documents} ${why}`}>
          <strong>{lineageWords[kind]}</strong> <span className={textStyles.detail}>{why}</span>{' '}
          <time className={textStyles.fine} dateTime={at}>
            {formatInstant(at)}
          </time>
        </li>
      ))}
    </ol>
  </Section>
)

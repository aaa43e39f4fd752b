import type { LiteratureSearch } from './clinical.search.ts'
import type { PubmedTopics } from '@auspex/sdk'
import { Group, Stack, Skeleton, Button } from '@mantine/core'
import { IconBooks } from '@tabler/icons-react'
import { useQuery, useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useClient } from '../../lib/api/api.tsx'
import { failureSentences } from '../../lib/api/failure.ts'
import { LinkButton } from '../../lib/links/link-button.tsx'
import { formatCount, formatRatio, formatTimes, formatPlural } from '../../lib/numbers/format.ts'
import { formatDayRange } from '../../lib/time/format.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { SmallFailure } from '../../ui/error-view.tsx'
import layout from '../../ui/layout.module.css'
import { Page, Section, Card } from '../../ui/page.tsx'
import surfaces from '../../ui/surfaces.module.css'
import textStyles from '../../ui/text-styles.module.css'
import { Bar } from '../../ui/values.tsx'
import { ArticleYears } from './article-years.tsx'
import { ArticleItem } from './articles.tsx'
import { MedicalNote, OriginNote, ClinicalFailure } from './clinical-notes.tsx'
import classes from './clinical.module.css'
import { topicsOptions, articlesOptions } from './clinical.queries.ts'
import { TermBox } from './term-box.tsx'
import { WatchMenu } from './watch-menu.tsx'

/** The articles, newest first. If they cannot be loaded, the page shows only the reason. */
const ArticleList = ({ search, before }: ArticleListProps) => {
  const articles = useInfiniteQuery(articlesOptions(useClient(), search))
  const { data, error } = articles
  const first = data?.pages[0]
  if (first === undefined && error) return <ClinicalFailure error={error} onRetry={() => void articles.refetch()} />
  if (first?.page.total === 0 && search.year === undefined)
    return (
      <EmptyState
        title="No matching articles"
        text={`Nothing matches “${search.q}”. Try fewer words, or look for registered studies instead.`}
        action={
          <LinkButton to="/trials" search={{ q: search.q }}>
            Search trials
          </LinkButton>
        }
      />
    )
  return (
    <>
      {before}
      <Section
        id="articles"
        title={search.year === undefined ? 'Articles' : `Articles of ${search.year}`}
        hint={first && `${formatPlural(first.page.total, 'article')}, newest first.`}
        actions={
          <>
            <Link
              className={textStyles.link}
              style={{ fontSize: 'var(--font-text)' }}
              to="/trials"
              search={{ q: search.q }}
            >
              Registered studies
            </Link>
            <WatchMenu condition={search.q} />
          </>
        }
      >
        {first === undefined ? (
          <Stack gap={8} role="group" aria-busy="true" aria-label="Loading the articles">
            {[0, 1, 2, 3].map((key) => (
              <Skeleton key={key} height={96} radius="md" />
            ))}
          </Stack>
        ) : (
          <Stack gap={14}>
            {first.page.total === 0 ? (
              <p className={textStyles.note}>None in this year.</p>
            ) : (
              <Card padded={false}>
                <ul className={surfaces.lines} aria-label="Articles">
                  {data?.pages.flatMap(({ items }) =>
                    items.map((article) => <ArticleItem key={article.pmid} article={article} />),
                  )}
                </ul>
              </Card>
            )}
            {articles.hasNextPage && (
              <Button
                variant="default"
                style={{ alignSelf: 'center' }}
                loading={articles.isFetchingNextPage}
                onClick={() => void articles.fetchNextPage()}
              >
                More articles
              </Button>
            )}
            {articles.isFetchNextPageError && (
              <SmallFailure
                words={failureSentences(error, 'The next articles could not be read.')}
                onRetry={() => void articles.fetchNextPage()}
              />
            )}
            {first.queryTranslation !== null && (
              <p className={`${textStyles.note} ${textStyles.breakable}`}>
                PubMed searched for {first.queryTranslation}.
              </p>
            )}
            <OriginNote origin={first.origin} />
          </Stack>
        )}
      </Section>
    </>
  )
}

/** The composition of the articles: headings that grew for certain, journals, authors. It is a sample, and states its size. */
const ArticleTopics = ({ condition }: { condition: string }) => {
  const { data, error, refetch } = useQuery(topicsOptions(useClient(), condition))
  return (
    <Section id="topics" title="What grew" hint={data && describeSample(data)}>
      {data !== undefined ? (
        <Topics topics={data} />
      ) : error ? (
        <SmallFailure
          words={failureSentences(error, 'The articles could not be compared.')}
          onRetry={() => void refetch()}
        />
      ) : (
        <Skeleton height={180} radius="md" role="group" aria-busy="true" aria-label="Loading the topics" />
      )}
    </Section>
  )
}

const Topics = ({ topics: { risingHeadings, journals, authors, recent } }: { topics: PubmedTopics }) => (
  <div className={layout.halves}>
    <section aria-label="Subject headings that grew">
      <h3>Subject headings that grew</h3>
      {risingHeadings.length === 0 ? (
        <p className={textStyles.note}>None clearly grew. Small differences may be chance.</p>
      ) : (
        <ul>
          {risingHeadings.map(({ term, recent: now, earlier, growth }) => (
            <li key={term}>
              <Link to="/literature" search={{ q: `"${term}"[mh]` }} className={classes.facet} activeProps={{}}>
                <span>
                  {term}{' '}
                  <span className={textStyles.fine}>
                    {formatCount(earlier)} → {formatCount(now)} articles
                  </span>
                </span>
                <span className={`${textStyles.figure} ${textStyles.nowrap}`}>
                  {earlier === 0 ? 'new' : formatRatio(growth.ratio)}{' '}
                  <span className={textStyles.fine}>at least ×{formatTimes(growth.low)}</span>
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </section>
    <Stack gap={22}>
      <CountList title="Journals" counts={journals} of={recent.read} />
      <CountList title="Authors of several articles" counts={authors} of={recent.read} />
    </Stack>
  </div>
)

const CountList = ({ title, counts, of: total }: { title: string; counts: PubmedTopics['journals']; of: number }) => (
  <section aria-label={title}>
    <h3>{title}</h3>
    {counts.length === 0 ? (
      <p className={textStyles.note}>None.</p>
    ) : (
      <ul>
        {counts.map(({ name, articles }) => (
          <li key={name} style={{ padding: '4px 0' }}>
            <span className={classes.facet} style={{ padding: '0 0 3px' }}>
              <span className={textStyles.breakable}>{name}</span>
              <span className={textStyles.tabular}>{formatCount(articles)}</span>
            </span>
            <Bar part={total === 0 ? 0 : articles / total} height={4} />
          </li>
        ))}
      </ul>
    )}
  </section>
)

const describeSample = ({ recent, earlier }: PubmedTopics): string =>
  `${formatCount(recent.read)} of ${formatCount(recent.total)} articles of ${formatDayRange(recent.from, recent.to)}, beside ${formatCount(earlier.read)} of ${formatCount(earlier.total)} three years earlier. Both periods end half a year ago, because headings are assigned late.`

const route = getRouteApi('/literature')

/** PubMed's articles about a condition: by year beside all articles, their composition, and the list. */
export const LiteraturePage = () => {
  const search = route.useSearch()
  const navigate = useNavigate()
  const { q, year } = search
  const open = (words: string) => void navigate({ to: '/literature', search: { q: words } })
  return (
    <Page>
      <title>{q === undefined ? 'Literature · Auspex' : `Literature: ${q} · Auspex`}</title>
      <div>
        <h1>Literature</h1>
        <p className={textStyles.lead}>Medical articles indexed by PubMed.</p>
      </div>
      <Stack gap={14}>
        <TermBox
          key={q ?? ''}
          label="Search PubMed"
          placeholder="A condition, or a PubMed query"
          words={q}
          kind="condition"
          onSearch={open}
        />
        {year !== undefined && (
          <Group gap={6}>
            <Link
              to="/literature"
              search={{ ...search, year: undefined }}
              className={`${surfaces.chip} ${surfaces.accent}`}
              activeProps={{}}
              aria-label={`Remove the filter Year: ${year}`}
              resetScroll={false}
            >
              Articles of {year} ×
            </Link>
          </Group>
        )}
      </Stack>
      {q === undefined ? (
        <EmptyState
          icon={<IconBooks size={22} aria-hidden />}
          title="What is being published?"
          text="Search a condition to see its articles by year as a share of all of PubMed, what is growing, and the articles themselves."
          action={
            <Group gap={8} justify="center">
              {['asthma', 'migraine', 'breast cancer'].map((words) => (
                <LinkButton key={words} variant="default" size="sm" to="/literature" search={{ q: words }}>
                  {words}
                </LinkButton>
              ))}
            </Group>
          }
        />
      ) : (
        <ArticleList
          search={{ ...search, q }}
          before={
            <>
              <ArticleYears search={{ ...search, q }} />
              <ArticleTopics condition={q} />
            </>
          }
        />
      )}
      <MedicalNote />
    </Page>
  )
}

interface ArticleListProps {
  search: LiteratureSearch & { q: string }
  /** Shown above the list once the articles have loaded. */
  before: ReactNode
}

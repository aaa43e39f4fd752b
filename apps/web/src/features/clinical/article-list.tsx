import { Button, Skeleton, Stack } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useClient } from '../../lib/api.tsx'
import { describeFailure } from '../../lib/failure.ts'
import { formatPlural } from '../../lib/format.ts'
import { LinkButton } from '../../lib/link-button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Section } from '../../ui/section.tsx'
import { SmallFailure } from '../../ui/small-failure.tsx'
import surfaces from '../../ui/surfaces.module.css'
import textStyles from '../../ui/text-styles.module.css'
import { ArticleItem } from './article-item.tsx'
import { ClinicalFailure } from './clinical-failure.tsx'
import { articlesOptions } from './clinical.queries.ts'
import type { LiteratureSearch } from './clinical.search.ts'
import { OriginNote } from './origin-note.tsx'
import { WatchMenu } from './watch-menu.tsx'

interface ArticleListProps {
  search: LiteratureSearch & { q: string }
  /** What stands over the list once there is something to say. */
  before: ReactNode
}

/** The articles, newest first. When not even they can be read, the page says why and nothing else. */
export const ArticleList = ({ search, before }: ArticleListProps) => {
  const articles = useInfiniteQuery(articlesOptions(useClient(), search))
  const { data, error } = articles
  const first = data?.pages[0]
  if (first === undefined && error) return <ClinicalFailure error={error} onRetry={() => void articles.refetch()} />
  if (first?.page.total === 0 && search.year === undefined)
    return (
      <EmptyState
        title="PubMed has no such article"
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
            <Link className={textStyles.link} style={{ fontSize: 14 }} to="/trials" search={{ q: search.q }}>
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
              <p className={textStyles.remark}>None in this year.</p>
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
                words={`The next articles could not be read. ${describeFailure(error).detail ?? ''}`}
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

import { Button, Group, Skeleton, Stack, UnstyledButton } from '@mantine/core'
import { IconArrowUp, IconNews, IconBookmarkFilled } from '@tabler/icons-react'
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import type { PublishedDocument, NewsPage } from '@auspex/sdk'
import { describeFailure } from '../../../lib/api/failure.ts'
import { formatPlural } from '../../../lib/numbers/format.ts'
import { formatDayRange, formatInstant, formatSince, formatDay } from '../../../lib/time/format.ts'
import { LinkButton } from '../../../lib/links/link-button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ErrorView, SmallFailure } from '../../../ui/error-view.tsx'
import { chosenDays, searchFiltersOf, type NewsSearch } from '../news.search.ts'
import { OlderNews } from './list-notes.tsx'
import classes from '../news.module.css'
import surfaces from '../../../ui/surfaces.module.css'
import { useNow } from '../../../lib/time/use-now.ts'
import { HighlightedText } from '../../../ui/values.tsx'
import textStyles from '../../../ui/text-styles.module.css'

interface ArticleListProps {
  query: UseInfiniteQueryResult<InfiniteData<NewsPage>>
  articles: readonly PublishedDocument[]
  search: NewsSearch
  /** The number of articles that arrived since the list was fetched. */
  arrivals: number
  openId: string | undefined
  onOpen: (article: PublishedDocument) => void
  onRefresh: () => void
}

/** The articles of a feed. New ones are announced above and shown on request. */
export const ArticleList = ({ query, articles, search, arrivals, openId, onOpen, onRefresh }: ArticleListProps) => {
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage, isFetchNextPageError } = query
  if (data === undefined)
    return error ? (
      <ErrorView {...describeFailure(error)} onRetry={() => void refetch()} />
    ) : (
      <Stack gap={10} role="group" aria-busy="true" aria-label="Loading the news">
        {[0, 1, 2, 3, 4, 5].map((key) => (
          <Skeleton key={key} height={84} radius="md" />
        ))}
      </Stack>
    )
  return (
    <>
      <div role="status" className={classes.arrivals}>
        {arrivals > 0 && (
          <Button size="compact-sm" radius="xl" leftSection={<IconArrowUp size={15} aria-hidden />} onClick={onRefresh}>
            {formatPlural(arrivals, 'new article')}
          </Button>
        )}
      </div>
      {articles.length === 0 ? (
        <NothingToRead search={search} />
      ) : (
        <ul className={surfaces.lines} aria-label="Articles">
          {articles.map((article) => (
            <ArticleRow
              key={article.id}
              article={article}
              isOpen={article.id === openId}
              onOpen={() => onOpen(article)}
            />
          ))}
        </ul>
      )}
      {isFetchNextPageError && error ? (
        <SmallFailure words={`${describeFailure(error).message}.`} onRetry={() => void fetchNextPage()} />
      ) : (
        hasNextPage && (
          <Button variant="default" mt={14} loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            Older articles
          </Button>
        )
      )}
    </>
  )
}

const NothingToRead = ({ search }: { search: NewsSearch }) => {
  const { feed, show } = search
  const days = chosenDays(search)
  const icon = <IconNews size={22} aria-hidden />
  if (feed === 'saved' && show !== 'unread')
    return (
      <EmptyState
        icon={icon}
        title="Nothing saved yet"
        text="Press S on any article to save it here."
        action={
          <LinkButton to="/news" search={{}}>
            All news
          </LinkButton>
        }
      />
    )
  if (show === 'unread')
    return (
      <EmptyState
        icon={icon}
        title="You’re all caught up"
        text={describeNothingUnread(feed === 'saved', days)}
        action={
          <LinkButton variant="default" to="/news" search={{ ...searchFiltersOf(search), feed, show: undefined }}>
            Show read articles
          </LinkButton>
        }
      />
    )
  return (
    <EmptyState
      icon={icon}
      title={
        days === null ? 'No articles in the last four weeks' : `No articles from ${formatDayRange(days.from, days.to)}`
      }
      text="Search a topic, or add the feeds of outlets you read."
      action={
        <Group gap={8} justify="center">
          <OlderNews search={search} />
          <LinkButton variant="default" to="/">
            Search a topic
          </LinkButton>
        </Group>
      }
    />
  )
}

const describeNothingUnread = (isSavedFeed: boolean, days: ReturnType<typeof chosenDays>): string => {
  if (days !== null) return `No unread articles from ${formatDayRange(days.from, days.to)}.`
  return isSavedFeed ? 'You have read all the articles you saved.' : 'New articles in this feed appear here.'
}

interface ArticleRowProps {
  article: PublishedDocument
  isOpen: boolean
  onOpen: () => void
}

/** An article in the list: outlet, time and title, how many copies it has, and whether it is read, saved or muted. */
const ArticleRow = ({ article, isOpen, onOpen }: ArticleRowProps) => {
  const now = useNow()
  const { id, title, outlet, publishedAt, datePrecision, snippet, copies, news, highlights } = article
  const isRead = news?.isRead ?? false
  const remarks = [describeCopies(copies), news?.mutedBy == null ? null : 'Muted'].filter((remark) => remark !== null)
  return (
    <li>
      <UnstyledButton
        className={`${surfaces.fill} ${classes.row}`}
        data-article={id}
        data-read={isRead}
        data-open={isOpen || undefined}
        aria-current={isOpen || undefined}
        onClick={onOpen}
      >
        <span className={`${textStyles.small} ${classes.source}`}>
          {!isRead && <span className={classes.dot} role="img" aria-label="Unread" />}
          <span className={textStyles.clip}>{outlet}</span>
          {news?.isSaved && <IconBookmarkFilled size={13} role="img" aria-label="Saved" />}
          <time
            className={textStyles.nowrap}
            dateTime={publishedAt}
            title={datePrecision === 'second' ? formatInstant(publishedAt) : formatDay(publishedAt)}
          >
            {datePrecision === 'second' ? formatSince(publishedAt, now) : formatDay(publishedAt)}
          </time>
        </span>
        <span className={`${textStyles.breakable} ${classes.title}`} lang={article.language ?? undefined}>
          {title === '' ? `Article from ${outlet}` : <HighlightedText text={title} ranges={highlights.title} />}
        </span>
        {snippet && (
          <span className={`${textStyles.detail} ${classes.snippet}`} lang={article.language ?? undefined}>
            <HighlightedText text={snippet} ranges={highlights.snippet} />
          </span>
        )}
        {remarks.length > 0 && <span className={textStyles.small}>{remarks.join(' · ')}</span>}
      </UnstyledButton>
    </li>
  )
}

const describeCopies = (copies: PublishedDocument['copies']): string | null => {
  if (copies === undefined || copies.documents < 2) return null
  const others = copies.outlets > 1 ? ` at ${formatPlural(copies.outlets - 1, 'other outlet')}` : ''
  return `${formatPlural(copies.documents - 1, 'copy', 'copies')}${others}`
}

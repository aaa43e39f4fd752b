import type { NewsPage, PublishedDocument } from '@auspex/sdk'
import { Button, Group } from '@mantine/core'
import { useInfiniteQuery, useQueryClient, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { useClient } from '../../../lib/api/api.tsx'
import { describeFailure } from '../../../lib/api/failure.ts'
import { formatPlural } from '../../../lib/numbers/format.ts'
import { useTell } from '../../../lib/dialogs/notices.tsx'
import { useShortcuts } from '../../../lib/keyboard/use-shortcuts.ts'
import { newsOptions, useMarkArticle, useMarkFeedRead, useUndoFeedRead, arrivalsOptions } from '../news.queries.ts'
import { chosenDays, type NewsSearch } from '../news.search.ts'
import { ArticleList } from './article-list.tsx'
import { ArticlePane } from './article-pane.tsx'
import { HiddenNote } from './list-notes.tsx'
import { openWebAddress } from '../../../ui/outside-link.tsx'
import classes from '../news.module.css'
import textStyles from '../../../ui/text-styles.module.css'

/** The list of a feed and the article beside it, with the shortcuts of both. */
export const Reader = ({ search }: { search: NewsSearch }) => {
  const client = useClient()
  const queryClient = useQueryClient()
  const query = useInfiniteQuery(newsOptions(client, search))
  const articles = query.data?.pages.flatMap(({ items }) => items) ?? []
  const first = query.data?.pages[0]
  const arrivals = useArrivals(search, articles)
  const openId = search.article
  const { list, current, open, close, move, mark } = useReading(search, articles, () => {
    if (query.hasNextPage && !query.isFetchingNextPage) void query.fetchNextPage()
  })
  useReaderShortcuts({ current, openId, open, close, move, mark })
  const refresh = () => {
    list.current?.scrollTo?.({ top: 0 })
    void queryClient.resetQueries({ queryKey: newsOptions(client, search).queryKey })
  }
  return (
    <>
      <div className={classes.list} ref={list}>
        <ListHead search={search} first={first} />
        <HiddenNote hidden={first?.hidden ?? []} search={search} />
        <ArticleList
          query={query}
          articles={articles}
          search={search}
          arrivals={arrivals}
          openId={openId}
          onOpen={open}
          onRefresh={refresh}
        />
      </div>
      {/* With an empty list there is nothing to choose. */}
      {openId === undefined && (first === undefined || articles.length > 0) && <NoArticleOpen />}
      {openId !== undefined && (
        <ArticlePane
          documentId={openId}
          row={articles.find(({ id }) => id === openId)}
          onMove={move}
          onClose={close}
          onMark={(marks) => mark.mutate({ id: openId, ...marks })}
        />
      )}
    </>
  )
}

interface ListHeadProps {
  search: NewsSearch
  /** The first page of the list; undefined until it has loaded. */
  first: NewsPage | undefined
}

/** How many articles are unread, and a button that marks all as read. */
const ListHead = ({ search, first }: ListHeadProps) => {
  const readAll = useReadAll(search.feed ?? 'all', first?.items[0]?.publishedAt)
  const unread = first?.unread ?? 0
  const hasArticles = first !== undefined && first.items.length > 0
  const canReadAll = unread > 0 && search.feed !== 'saved' && chosenDays(search) === null
  return (
    <Group className={classes.listHead} gap={8} justify="space-between">
      <span className={textStyles.caption} role="status">
        {hasArticles && (first.unread === 0 ? 'All caught up' : formatPlural(unread, 'unread article'))}
      </span>
      {canReadAll && (
        <Button size="compact-xs" variant="subtle" color="gray" loading={readAll.isPending} onClick={readAll.run}>
          Mark all as read
        </Button>
      )}
    </Group>
  )
}

const NoArticleOpen = () => (
  <div className={`${classes.pane} ${classes.idle}`}>
    <p className={textStyles.note}>
      Choose an article to read it here. <kbd>J</kbd> and <kbd>K</kbd> move, <kbd>O</kbd> opens, <kbd>M</kbd> marks,{' '}
      <kbd>S</kbd> saves.
    </p>
  </div>
)

type Reading = ReturnType<typeof useReading>

/** Keys that move through the list, and open, mark and save the article that the reader is at. */
const useReaderShortcuts = ({
  current,
  openId,
  open,
  close,
  move,
  mark,
}: Omit<Reading, 'list'> & { readonly openId: string | undefined }): void => {
  const tell = useTell()
  const toggle = (marks: { isRead?: boolean; isSaved?: boolean }) => {
    if (current === undefined) return
    mark.mutate({ id: current.id, ...marks }, { onError: (error) => tell(`${describeFailure(error).message}.`) })
  }
  useShortcuts(
    {
      j: () => move(1),
      k: () => move(-1),
      o: () => {
        if (openId !== undefined) close()
        else if (current) open(current)
      },
      m: () => toggle({ isRead: !current?.news?.isRead }),
      s: () => toggle({ isSaved: !current?.news?.isSaved }),
      v: () => openWebAddress(current?.url),
      Escape: () => openId !== undefined && close(),
    },
    { ofPage: true },
  )
}

/** The article that the reader is at, and the actions that go to another one. */
const useReading = (search: NewsSearch, articles: readonly PublishedDocument[], onNearEnd: () => void) => {
  const navigate = useNavigate()
  const mark = useMarkArticle(useClient())
  const [cursorId, setCursorId] = useState<string | undefined>(search.article)
  const list = useRef<HTMLDivElement>(null)
  const openId = search.article
  const at = articles.findIndex(({ id }) => id === (openId ?? cursorId))
  // A link to an article scrolls to its row; an article opened by a press is already in view.
  useEffect(() => {
    if (openId !== undefined) rowOf(list.current, openId)?.scrollIntoView?.({ block: 'nearest' })
  }, [openId])

  const show = (id: string | undefined) =>
    void navigate({ to: '/news', search: { ...search, article: id }, replace: true, resetScroll: false })
  const open = (article: PublishedDocument) => {
    setCursorId(article.id)
    show(article.id)
    if (article.news?.isRead === false) mark.mutate({ id: article.id, isRead: true })
  }
  const close = () => {
    show(undefined)
    focusRow(list.current, openId)
  }
  const move = (step: 1 | -1) => {
    const next = articles[Math.max(0, at + step)]
    if (next === undefined) return
    setCursorId(next.id)
    focusRow(list.current, next.id)
    if (openId !== undefined) open(next)
    if (at + step >= articles.length - 5) onNearEnd()
  }
  return { list, current: articles[at], open, close, move, mark }
}

/** Marks a feed as read until an instant, and offers to undo it. */
const useReadAll = (feedId: string, until: string | undefined) => {
  const client = useClient()
  const tell = useTell()
  const markAll = useMarkFeedRead(client)
  const undoAll = useUndoFeedRead(client)
  const run = () => {
    if (until === undefined) return
    markAll.mutate(
      { feedId, until },
      {
        onSuccess: ({ id, documents }) =>
          tell(`${formatPlural(documents, 'article')} marked as read.`, [
            { label: 'Undo', run: () => undoAll.mutate(id) },
          ]),
        onError: (error) => tell(`${describeFailure(error).message}.`),
      },
    )
  }
  return { run, isPending: markAll.isPending }
}

const rowOf = (list: HTMLElement | null, id: string | undefined): HTMLElement | null =>
  id === undefined ? null : (list?.querySelector<HTMLElement>(`[data-article="${id}"]`) ?? null)

const focusRow = (list: HTMLElement | null, id: string | undefined): void => {
  const row = rowOf(list, id)
  row?.focus({ preventScroll: true })
  row?.scrollIntoView?.({ block: 'nearest' })
}

/** How many articles arrived since the list was fetched; the list itself stays as it is. Always 0 for chosen days. */
const useArrivals = (search: NewsSearch, listedArticles: readonly PublishedDocument[]): number => {
  const { data } = useQuery({
    ...arrivalsOptions(useClient(), search),
    enabled: search.feed !== 'saved' && chosenDays(search) === null,
  })
  if (data === undefined) return 0
  const ids = new Set(listedArticles.map(({ id }) => id))
  const newest = listedArticles[0]?.publishedAt ?? ''
  return data.items.filter(({ id, publishedAt }) => !ids.has(id) && publishedAt >= newest).length
}

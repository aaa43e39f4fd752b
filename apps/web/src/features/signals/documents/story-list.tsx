import { Flex, Skeleton, Box, UnstyledButton, Loader } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { PublishedDocument } from '@auspex/sdk'
import { useDisclosure } from '@mantine/hooks'
import { IconArrowUpRight } from '@tabler/icons-react'
import { memo, useId, useEffect, useEffectEvent, useRef } from 'react'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useClient } from '../../../lib/api/api.tsx'
import { describeFailure } from '../../../lib/api/failure.ts'
import { formatPlural } from '../../../lib/numbers/format.ts'
import { formatDay } from '../../../lib/time/format.ts'
import { SmallFailure } from '../../../ui/error-view.tsx'
import { CommentsIcon, useOpenComments } from '../../../lib/dialogs/comments.tsx'
import { toDocumentsParams } from '../evidence.ts'
import { EvidenceLink } from '../evidence-link.tsx'
import { copiesOptions } from '../signals.queries.ts'
import { headingOf, copiesWords, isCutPassage, reactionsOf } from './document-words.ts'
import { kindWords, toneWords } from '../../../lib/words/words.ts'
import { Chevron } from '../../../ui/disclosure.tsx'
import { HighlightedText, ToneBadge } from '../../../ui/values.tsx'
import { OutsideLink } from '../../../ui/outside-link.tsx'
import classes from './documents.module.css'
import textStyles from '../../../ui/text-styles.module.css'

const route = getRouteApi('/signals/$signalId')

/** All documents of the list in a story, earliest first. */
const StoryCopies = ({ story, title }: { story: string; title: string }) => {
  const { signalId } = route.useParams()
  const search = route.useSearch()
  const { data, error, refetch } = useQuery(
    copiesOptions(useClient(), signalId, { ...toDocumentsParams(search), storyCluster: story }),
  )
  if (error) return <SmallFailure words={describeFailure(error).message} onRetry={() => void refetch()} />
  if (!data) return <Skeleton height={60} mt={8} radius="md" aria-label="Loading the copies" />
  const remaining = data.page.total - data.items.length
  return (
    <Flex
      component="ul"
      direction="column"
      gap={6}
      mt={8}
      className={classes.tellers}
      aria-label={`Copies of ${title}`}
    >
      {data.items.map((document) => (
        <li key={document.id} className={textStyles.detail}>
          <route.Link
            to="."
            search={(before) => ({ ...before, doc: document.id })}
            resetScroll={false}
            preload={false}
            className={textStyles.plain}
            title={headingOf(document).text}
          >
            <b className={textStyles.strong}>{document.outlet}</b>{' '}
            <span className={textStyles.quiet}>{formatDay(document.publishedAt)}</span>
          </route.Link>
        </li>
      ))}
      {remaining > 0 && (
        <li className={textStyles.detail}>
          <EvidenceLink filter={{ story }} label={`all ${formatPlural(data.page.total, 'copy', 'copies')}`}>
            {formatPlural(remaining, 'more copy', 'more copies')}
          </EvidenceLink>
        </li>
      )}
    </Flex>
  )
}

/** One story of the list: its first document, who published it when, and how many others did. */
const StoryRow = memo(({ document, isRead, openComments }: StoryRowProps) => {
  const { signalId } = route.useParams()
  const [opened, { toggle }] = useDisclosure(false)
  const id = useId()
  const { copies, engagement } = document
  const { text, ranges } = headingOf(document)
  const reactions = engagement && reactionsOf(engagement)
  return (
    <div className={classes.row} data-read={isRead || undefined}>
      <div className={classes.rowHead}>
        <h3 className={`${textStyles.title} ${classes.rowTitle}`}>
          <route.Link
            to="."
            search={(search) => ({ ...search, doc: document.id })}
            resetScroll={false}
            preload={false}
            aria-current={isRead || undefined}
          >
            <HighlightedText text={text} ranges={ranges} />
          </route.Link>
        </h3>
        <OutsideLink
          href={document.url}
          otherwise={null}
          className={classes.rowSource}
          aria-label={`Open the publisher's page of ${text}`}
        >
          <IconArrowUpRight size={16} stroke={1.8} aria-hidden />
        </OutsideLink>
      </div>
      {document.snippet && (
        <p className={`${textStyles.detail} ${classes.snippet}`}>
          {isCutPassage(document.snippet) && '… '}
          <HighlightedText text={document.snippet} ranges={document.highlights.snippet} />
        </p>
      )}
      <p className={`${textStyles.caption} ${classes.rowMeta}`}>
        <span className={textStyles.soft}>{document.outlet}</span>
        <time dateTime={document.publishedAt}>{formatDay(document.publishedAt)}</time>
        <span>{kindWords[document.kind]}</span>
        {reactions && <span>{reactions}</span>}
        <ToneBadge tone={document.tone.label} label={toneWords[document.tone.label]} />
        <CommentsIcon
          subject={{ kind: 'document', itemId: document.id, signalId, title: text || document.outlet }}
          count={openComments}
        />
        {copies && copies.documents > 1 && (
          <UnstyledButton className={classes.copies} aria-expanded={opened} aria-controls={id} onClick={toggle}>
            <Chevron isOpen={opened} size={13} />
            {copiesWords(copies)}
          </UnstyledButton>
        )}
      </p>
      <Box id={id}>{opened && <StoryCopies story={document.storyCluster} title={text} />}</Box>
    </div>
  )
})

interface StoryRowProps {
  document: PublishedDocument
  isRead: boolean
  /** Open comments on the document. */
  openComments: number
}

interface StoryListProps {
  /** Identifies the filter and the order: another list starts at its top. */
  list: string
  documents: readonly PublishedDocument[]
  total: number
  /** The row selected with keys; -1 before they are used. */
  current: number
  /** The latest key target: that row takes the focus, unlike one that has only moved. */
  keyRow: { readonly row: number } | undefined
  /** The document in the reading pane. */
  readId: string | undefined
  hasMore: boolean
  isLoadingMore: boolean
  /** Whether these belong to the previous filter or order, until the new ones arrive. */
  isOutdated: boolean
  onLoadMore: () => void
}

/** How many documents before the last the next page is fetched. */
const lookahead = 12
const estimatedHeight = 118
const countedStep = 50

/** Ids of the rows near one, in steps, so that scrolling a little asks for no others. */
const rowsAround = (documents: readonly PublishedDocument[], row: number): readonly string[] => {
  const start = Math.floor(row / countedStep) * countedStep
  return documents.slice(start, start + 2 * countedStep).map(({ id }) => id)
}

/** A list of any length: only the visible rows are in the page, and more are fetched while scrolling. */
export const StoryList = ({
  list,
  documents,
  total,
  current,
  keyRow,
  readId,
  hasMore,
  isLoadingMore,
  isOutdated,
  onLoadMore,
}: StoryListProps) => {
  const scroller = useRef<HTMLDivElement>(null)
  // oxlint-disable-next-line react/incompatible-library -- concerns the React compiler, which is not used
  const virtualizer = useVirtualizer({
    count: documents.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => estimatedHeight,
    getItemKey: (index) => documents[index]?.id ?? index,
    overscan: 6,
    initialRect: { width: 600, height: 800 },
  })
  const items = virtualizer.getVirtualItems()
  const lastVisibleIndex = items.at(-1)?.index ?? 0
  const openComments = useOpenComments('document', rowsAround(documents, items[0]?.index ?? 0))
  const loadMore = useEffectEvent(onLoadMore)
  useEffect(() => {
    if (hasMore && !isLoadingMore && lastVisibleIndex >= documents.length - lookahead) loadMore()
  }, [hasMore, isLoadingMore, lastVisibleIndex, documents.length])

  const scrollToTop = useEffectEvent(() => virtualizer.scrollToOffset(0))
  const scrollTo = useEffectEvent((index: number) => virtualizer.scrollToIndex(index, { align: 'auto' }))
  useEffect(() => scrollToTop(), [list])
  useEffect(() => {
    if (current >= 0) scrollTo(current)
  }, [current, list])
  const lastKeyRow = useRef(keyRow)
  useEffect(() => {
    const isNewKey = keyRow !== lastKeyRow.current
    // The focused row is removed when it scrolls away or the list changes: nothing would receive the keys.
    const isLost = document.activeElement === document.body
    if (!isNewKey && !isLost) return
    // A row that was not in the page is rendered some frames after the key press.
    const index = isNewKey ? keyRow?.row : current
    const row = scroller.current?.querySelector<HTMLElement>(`[data-index="${index}"]`)
    const target = row ?? (isLost ? scroller.current : null)
    target?.focus({ preventScroll: true })
    // If the reading pane hides the list, its row takes the focus once it is visible again.
    if (row && document.activeElement === row) lastKeyRow.current = keyRow
  })

  return (
    <div
      ref={scroller}
      className={classes.listScroller}
      role="feed"
      aria-label="Documents"
      aria-busy={isLoadingMore || isOutdated}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- focusable so that the keyboard can scroll it
      tabIndex={0}
    >
      <Box pos="relative" style={{ height: virtualizer.getTotalSize() }}>
        {items.map((item) => {
          const document = documents[item.index]
          return (
            document && (
              <article
                key={item.key}
                ref={virtualizer.measureElement}
                data-index={item.index}
                className={classes.item}
                style={{ transform: `translateY(${item.start}px)` }}
                tabIndex={-1}
                aria-posinset={item.index + 1}
                aria-setsize={total}
                aria-label={headingOf(document).text}
              >
                <StoryRow
                  document={document}
                  isRead={document.id === readId}
                  openComments={openComments.get(document.id) ?? 0}
                />
              </article>
            )
          )
        })}
      </Box>
      {isLoadingMore && <Loader size="sm" my={16} mx="auto" aria-label="Loading more documents" />}
    </div>
  )
}

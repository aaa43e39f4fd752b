import type { PublishedDocument } from '@auspex/sdk'
import { Box, Loader } from '@mantine/core'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useEffectEvent, useRef } from 'react'
import { headingOf } from './document-words.ts'
import classes from './documents.module.css'
import { StoryRow } from './story-row.tsx'

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
                <StoryRow document={document} isRead={document.id === readId} />
              </article>
            )
          )
        })}
      </Box>
      {isLoadingMore && <Loader size="sm" my={16} mx="auto" aria-label="Loading more documents" />}
    </div>
  )
}

import type { PublishedDocument } from '@auspex/sdk'
import { Box, Loader } from '@mantine/core'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useEffectEvent, useRef } from 'react'
import { headingOf } from './document-words.ts'
import classes from './story-list.module.css'
import { StoryRow } from './story-row.tsx'

interface StoryListProps {
  /** What names the filter and the order: another list begins at its top. */
  list: string
  documents: readonly PublishedDocument[]
  total: number
  /** The row that the keys stand on; -1 before they are used. */
  current: number
  /** Where keys went last: that row takes the focus, and one that only moved does not. */
  keyRow: { readonly row: number } | undefined
  /** The document that is read beside the list. */
  readId: string | undefined
  hasMore: boolean
  isLoadingMore: boolean
  /** Whether these are of the filter or the order before, until the new ones come. */
  isOutdated: boolean
  onLoadMore: () => void
}

/** Documents that are asked for before the reader reaches the last. */
const lookahead = 12
const estimatedHeight = 118

/** A list of any length: only what can be seen is in the page, and more is fetched while scrolling. */
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
  // oxlint-disable-next-line react/incompatible-library -- it concerns the React compiler, which is not in use
  const virtualizer = useVirtualizer({
    count: documents.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => estimatedHeight,
    getItemKey: (index) => documents[index]?.id ?? index,
    overscan: 6,
    initialRect: { width: 600, height: 800 },
  })
  const items = virtualizer.getVirtualItems()
  const reached = items.at(-1)?.index ?? 0
  const loadMore = useEffectEvent(onLoadMore)
  useEffect(() => {
    if (hasMore && !isLoadingMore && reached >= documents.length - lookahead) loadMore()
  }, [hasMore, isLoadingMore, reached, documents.length])

  const scrollToTop = useEffectEvent(() => virtualizer.scrollToOffset(0))
  const scrollTo = useEffectEvent((index: number) => virtualizer.scrollToIndex(index, { align: 'auto' }))
  useEffect(() => scrollToTop(), [list])
  useEffect(() => {
    if (current >= 0) scrollTo(current)
  }, [current, list])
  const lastKeyRow = useRef(keyRow)
  useEffect(() => {
    const isNewKey = keyRow !== lastKeyRow.current
    // The row that had the focus goes when it is scrolled away, or when another list comes: keys would reach nobody.
    const isLost = document.activeElement === document.body
    if (!isNewKey && !isLost) return
    // A row that was not in the page is there some frames after the keys went to it.
    const index = isNewKey ? keyRow?.row : current
    const row = scroller.current?.querySelector<HTMLElement>(`[data-index="${index}"]`)
    const target = row ?? (isLost ? scroller.current : null)
    target?.focus({ preventScroll: true })
    // Where the text that is read hides the list, its row takes the focus once it is seen again.
    if (row && document.activeElement === row) lastKeyRow.current = keyRow
  })

  return (
    <div
      ref={scroller}
      className={classes.scroller}
      role="feed"
      aria-label="Documents"
      aria-busy={isLoadingMore || isOutdated}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a keyboard scrolls what it can focus
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

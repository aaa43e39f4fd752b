import type { Document } from '@auspex/sdk'
import { Box, Loader } from '@mantine/core'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useEffectEvent, useRef } from 'react'
import { DocumentCard } from './document-card.tsx'
import classes from './document-list.module.css'

interface DocumentListProps {
  documents: readonly Document[]
  total: number
  hasMore: boolean
  isLoadingMore: boolean
  onLoadMore: () => void
}

/** Documents that are asked for before the reader reaches the last. */
const lookahead = 12
const estimatedHeight = 124

/** A list of any length: only what can be seen is in the page, and more is fetched while scrolling. */
export const DocumentList = ({ documents, total, hasMore, isLoadingMore, onLoadMore }: DocumentListProps) => {
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

  return (
    <div
      ref={scroller}
      className={classes.scroller}
      role="feed"
      aria-label="Documents"
      aria-busy={isLoadingMore}
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
                aria-posinset={item.index + 1}
                aria-setsize={total}
                aria-label={document.title}
              >
                <DocumentCard document={document} linkStory />
              </article>
            )
          )
        })}
      </Box>
      {isLoadingMore && <Loader size="sm" my={16} mx="auto" aria-label="Loading more documents" />}
    </div>
  )
}

import { measureElement, useWindowVirtualizer, type Virtualizer } from '@tanstack/react-virtual'
import { useLayoutEffect, useRef, useState } from 'react'

/** Lists up to this length are rendered in full, so that the browser's own search finds everything. */
const maxUnvirtualized = 80

/** The rows of a long table that scrolls with the page: the visible ones, and the height of the space above and below them. */
export const useVirtualRows = <Element extends HTMLElement>(count: number, rowHeight: number) => {
  const body = useRef<Element>(null)
  const [top, setTop] = useState(0)
  useLayoutEffect(() => {
    const element = body.current
    if (element) setTop(element.getBoundingClientRect().top + window.scrollY)
  }, [count])
  const isWhole = count <= maxUnvirtualized
  // oxlint-disable-next-line react/incompatible-library -- concerns the React compiler, which is not used
  const virtualizer = useWindowVirtualizer({
    count,
    estimateSize: () => rowHeight,
    ...scrolledRows,
    scrollMargin: top,
    enabled: !isWhole,
    initialRect: { width: 1200, height: 900 },
  })
  const items = virtualizer.getVirtualItems()
  const [first, last] = [items[0], items.at(-1)]
  return isWhole || !first || !last
    ? {
        body,
        indices: Array.from({ length: Math.min(count, maxUnvirtualized) }, (_, index) => index),
        before: 0,
        after: 0,
        measure: undefined,
      }
    : {
        body,
        indices: items.map(({ index }) => index),
        before: first.start - top,
        after: virtualizer.getTotalSize() - (last.end - top),
        measure: virtualizer.measureElement,
      }
}

/**
 * How rows follow scrolling without blocking it. A rendered row is measured after the browser's own layout: measuring
 * immediately forces another layout of the whole table for each row. Rows render after the scroll event, not within it: one
 * that is a frame late is still out of sight.
 */
export const scrolledRows = {
  overscan: 5,
  useFlushSync: false,
  measureElement: <Scroller extends globalThis.Element | Window, Row extends globalThis.Element>(
    row: Row,
    entry: ResizeObserverEntry | undefined,
    rows: Virtualizer<Scroller, Row>,
  ): number => {
    if (entry) return measureElement(row, entry, rows)
    const index = rows.indexFromElement(row)
    return rows.itemSizeCache.get(rows.options.getItemKey(index)) ?? rows.options.estimateSize(index)
  },
}

import { measureElement, type Virtualizer } from '@tanstack/react-virtual'

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

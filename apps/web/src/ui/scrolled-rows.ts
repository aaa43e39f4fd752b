import { measureElement, type Virtualizer } from '@tanstack/react-virtual'

/**
 * How rows follow the scrolling without holding it up. A row that is drawn is measured when the browser has laid it out by itself: measured at
 * once, each of them makes the whole table be laid out once more. And it is drawn after the event, not within it: a row that comes a frame
 * late is out of sight still.
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

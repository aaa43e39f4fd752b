import { memo } from 'react'

interface HighlightedTextProps {
  text: string
  /** [start, end) in UTF-16 code units, as the API returns them. */
  ranges: readonly (readonly number[])[]
}

/** Text with its matches highlighted. Overlapping or out-of-bounds ranges are clipped, never trusted. */
export const HighlightedText = memo(({ text, ranges }: HighlightedTextProps) => {
  const parts = []
  let end = 0
  for (const [from = 0, to = 0] of ranges.toSorted((a, b) => (a[0] ?? 0) - (b[0] ?? 0))) {
    const start = Math.max(from, end)
    const stop = Math.min(to, text.length)
    if (stop <= start) continue
    parts.push(text.slice(end, start), <mark key={start}>{text.slice(start, stop)}</mark>)
    end = stop
  }
  return (
    <>
      {parts}
      {text.slice(end)}
    </>
  )
})

import { Box, Tooltip } from '@mantine/core'
import { useMergedRef } from '@mantine/hooks'
import { useMemo } from 'react'
import { useWidth } from '../use-width.ts'
import { useRovingFocus } from '../use-roving-focus.ts'
import { type ChartMarker, groupMarkers, roomForWords, wordsOf } from './chart-markers.ts'
import { MarkerGlyph } from './marker-glyph.tsx'
import classes from './marker-row.module.css'
import textStyles from '../text-styles.module.css'

interface MarkerRowProps {
  /** What the markers are, for a screen reader. */
  label: string
  markers: readonly ChartMarker[]
  /** The number of columns of the chart below, above whose plot the markers are placed. */
  columns: number
  /** Where the plot of the chart begins and ends, in pixels from its sides. */
  inset: { readonly left: number; readonly right: number }
  onOpen: (marker: ChartMarker) => void
}

/**
 * Events above the columns of their days. Each marker is a button with a few words where there is room; markers too close to
 * be clicked separately become one with a number. The row is one stop of Tab, with the arrows inside.
 */
export const MarkerRow = ({ label, markers, columns, inset, onOpen }: MarkerRowProps) => {
  const { ref, width } = useWidth<HTMLDivElement>()
  const plot = Math.max(1, width - inset.left - inset.right)
  const groups = useMemo(() => groupMarkers(markers, { step: plot / Math.max(1, columns) }), [markers, plot, columns])
  const rooms = useMemo(() => roomForWords(groups, plot), [groups, plot])
  const roving = useRovingFocus('row')
  const row = useMergedRef(ref, roving.ref)
  if (markers.length === 0) return null
  return (
    <Box ref={row} pos="relative" h={32} role="group" aria-label={label} onKeyDown={roving.onKeyDown}>
      {groups.map(({ first, more, x }, index) => (
        <Tooltip key={first.key} label={nameOf(first, more)}>
          <button
            type="button"
            className={classes.marker}
            style={{ left: inset.left + x }}
            data-kind={first.kind}
            data-selected={first.selected}
            data-worded={rooms[index] != null}
            aria-label={nameOf(first, more)}
            onClick={() => onOpen(first)}
          >
            <MarkerGlyph kind={first.kind} />
            {more > 0 && (
              <Box component="span" className={textStyles.tabular} pl={3} fz={11} fw={600}>
                {more + 1}
              </Box>
            )}
            {rooms[index] != null && (
              <span className={classes.words} style={{ maxWidth: rooms[index] }}>
                {' '}
                {wordsOf(first)}
              </span>
            )}
          </button>
        </Tooltip>
      ))}
    </Box>
  )
}

/** Says what the marker shows, its number and its words, so that the accessible name contains the visible text. */
const nameOf = (marker: ChartMarker, more: number): string => {
  const words = wordsOf(marker)
  const name = marker.label.startsWith(words) ? marker.label : `${words}: ${marker.label}`
  return more === 0 ? name : `${more + 1} ${name}, and ${more} more near it`
}

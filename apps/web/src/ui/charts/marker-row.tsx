import { Box, Tooltip } from '@mantine/core'
import { useMemo } from 'react'
import { useWidth } from '../use-width.ts'
import { type ChartMarker, groupMarkers } from './chart-markers.ts'
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

/** Events above the columns of their days. Each marker is a button; markers too close to be clicked separately become one with a number. */
export const MarkerRow = ({ label, markers, columns, inset, onOpen }: MarkerRowProps) => {
  const { ref, width } = useWidth<HTMLDivElement>()
  const plot = Math.max(1, width - inset.left - inset.right)
  const groups = useMemo(() => groupMarkers(markers, { step: plot / Math.max(1, columns) }), [markers, plot, columns])
  if (markers.length === 0) return null
  return (
    <Box ref={ref} pos="relative" h={32} role="group" aria-label={label}>
      {groups.map(({ first, more, x }) => (
        <Tooltip key={first.key} label={nameOf(first, more)}>
          <button
            type="button"
            className={classes.marker}
            style={{ left: inset.left + x }}
            data-kind={first.kind}
            data-selected={first.selected}
            aria-label={nameOf(first, more)}
            onClick={() => onOpen(first)}
          >
            <MarkerGlyph kind={first.kind} />
            {more > 0 && (
              <Box component="span" className={textStyles.tabular} pl={3} fz={11} fw={600}>
                {more + 1}
              </Box>
            )}
          </button>
        </Tooltip>
      ))}
    </Box>
  )
}

/** Starts with the number on the marker, so that the accessible name contains the visible text. */
const nameOf = ({ label }: ChartMarker, more: number): string =>
  more === 0 ? label : `${more + 1} near each other: ${label}, and ${more} more`

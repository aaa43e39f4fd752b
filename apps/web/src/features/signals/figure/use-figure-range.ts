import type { SeriesInterval, SignalReport } from '@auspex/sdk'
import { useState } from 'react'
import { grainFor } from '../../../lib/buckets.ts'
import { daysBetween } from '../../../lib/dates.ts'
import type { SeriesRange } from '../series/use-series-range.ts'

/** The days of a figure: its own, for the address is that of the page around it. */
export const useFigureRange = ({ firstDay, lastDay, volume }: SignalReport): SeriesRange => {
  const [{ first, last }, setDays] = useState({ first: firstDay, last: lastDay })
  const [chosen, setChosen] = useState<SeriesInterval | null>(null)
  const isWhole = first === firstDay && last === lastDay
  return {
    firstDay,
    lastDay,
    first,
    last,
    isWhole,
    interval: chosen ?? (isWhole ? volume.interval : grainFor(daysBetween(first, last))),
    setRange: (newFirst, newLast) => setDays({ first: newFirst, last: newLast }),
    setInterval: setChosen,
  }
}

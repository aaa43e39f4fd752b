import type { VolumeSection } from '@auspex/sdk'
import { useMemo } from 'react'
import { bucketOf, bucketTitle, grainWords, ticksOf } from '../../lib/buckets.ts'
import { formatCompact, formatCount } from '../../lib/format.ts'
import { SeriesChart } from '../../ui/charts/series-chart.tsx'
import textStyles from '../../ui/text-styles.module.css'

/** How much was said; a span that no source covers is missing, never 0. */
export const SharedVolume = ({ volume: { interval, points }, title }: { volume: VolumeSection; title: string }) => {
  const { steps, ticks } = useMemo(() => {
    const buckets = points.map(({ firstDay, lastDay }) => bucketOf(firstDay, lastDay, interval))
    return {
      ticks: ticksOf(buckets),
      steps: points.map(({ firstDay, coveredDays, documents }, index) => ({
        key: firstDay,
        title: bucketTitle(buckets[index] ?? bucketOf(firstDay, firstDay, interval), interval),
        value: coveredDays === 0 && documents === 0 ? null : documents,
      })),
    }
  }, [points, interval])
  const words = `Documents a ${grainWords[interval]}`
  return (
    <section aria-label={words}>
      <p className={textStyles.caption}>{words}</p>
      <SeriesChart
        label={`${title}: ${words.toLowerCase()}`}
        steps={steps}
        ticks={ticks}
        isSigned={false}
        height={280}
        format={(value) => `${formatCount(value)} documents`}
        formatShort={formatCompact}
      />
    </section>
  )
}

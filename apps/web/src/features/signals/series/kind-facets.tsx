import type { CoverageGroup, SignalReport, VolumePoint } from '@auspex/sdk'
import { useMemo } from 'react'
import { formatCount, formatPlural } from '../../../lib/numbers/format.ts'
import { formatDay } from '../../../lib/time/format.ts'
import { bucketTitle, describePeak, grainWords } from '../../../lib/time/buckets.ts'
import { Facets } from '../../../ui/charts/facets.tsx'
import { Card, Section } from '../../../ui/page.tsx'
import { useOpenEvidence } from '../evidence-link.tsx'
import { kindsOf } from './series.model.ts'
import { type SeriesRange, useVolume } from './use-series.ts'

/** Documents of some groups at a point; null where none of them was read and none is known. */
const documentsAt = (
  point: VolumePoint,
  places: readonly number[],
  groups: readonly CoverageGroup[],
): number | null => {
  const documents = places.reduce((sum, place) => sum + (point.groups[place] ?? 0), 0)
  const isCovered = places.some((place) =>
    groups[place]?.spans.some(({ firstDay, lastDay }) => firstDay <= point.lastDay && lastDay >= point.firstDay),
  )
  return documents === 0 && !isCovered ? null : documents
}

/** The chart once for each kind of source, if there are several: a stack hides the small ones. */
export const KindFacets = ({ report, range }: { report: SignalReport; range: SeriesRange }) => {
  const { groups, points, buckets, interval } = useVolume(report, range)
  const open = useOpenEvidence()
  const facets = useMemo(
    () =>
      kindsOf(groups).map(({ key, label, color, groups: places }) => {
        const values = points.map((point) => documentsAt(point, places, groups))
        return {
          key,
          title: label,
          color,
          values,
          note: describePeak(values, { buckets, grain: interval, format: formatCount }),
        }
      }),
    [groups, points, buckets, interval],
  )
  if (facets.length < 2) return null
  const titles = buckets.map((bucket) => bucketTitle(bucket, interval))
  return (
    <Section
      id="kinds"
      title="By kind of source"
      hint={`Documents a ${grainWords[interval]}, each on a scale of its own: the peaks differ. Press one to read its documents.`}
    >
      <Card>
        <Facets
          label={`Documents about ${report.query.subject ?? report.query.title} by kind of source and ${grainWords[interval]}`}
          facets={facets}
          titles={titles}
          ends={[formatDay(range.drawn.first), formatDay(range.drawn.last)]}
          mark="column"
          valueFormat={(value) => (value === null ? 'not covered' : formatPlural(value, 'document'))}
          onSelect={(first, last) =>
            range.setRange(buckets[first]?.first ?? range.drawn.first, buckets[last]?.last ?? range.drawn.last)
          }
          onOpen={(index, key) => {
            const bucket = buckets[index]
            const kind = groups.find((group) => group.kind === key)?.kind
            if (bucket && kind) open({ kind, since: bucket.first, until: bucket.last })
          }}
        />
      </Card>
    </Section>
  )
}

import { Group } from '@mantine/core'
import type { SignalReport, ToneSection } from '@auspex/sdk'
import { useMemo } from 'react'
import { formatCompact, formatCount, formatPlural, formatShare, formatTone } from '../../../lib/numbers/format.ts'
import { formatDayRange } from '../../../lib/time/format.ts'
import { toneOrder, toneWords } from '../../../lib/words/words.ts'
import { ColumnChart } from '../../../ui/charts/column-chart.tsx'
import { Swatch } from '../../../ui/charts/legend.tsx'
import { EvidenceLink, useOpenEvidence } from '../evidence-link.tsx'
import { grainWords, ticksOf } from '../../../lib/time/buckets.ts'
import { ChartCard, SeriesTable } from './chart-card.tsx'
import { type Measure, toneColumns } from './series.model.ts'
import { useSection, useVolume, type SeriesRange } from './use-series.ts'
import { Finding, useSectionFinding } from '../summary/statements.tsx'
import { HowCounted } from '../provenance/how-counted.tsx'
import layout from '../../../ui/layout.module.css'
import textStyles from '../../../ui/text-styles.module.css'

interface ToneChartProps {
  report: SignalReport
  /** The counts: those of the chosen days. */
  tone: ToneSection
  range: SeriesRange
  measure: Measure
}

const series = toneOrder.map((tone) => ({ key: tone, label: toneWords[tone], color: `var(--tone-${tone})` }))

/** Documents by tone over time: counts, or shares of each span. */
export const ToneChart = ({ report, tone, range, measure }: ToneChartProps) => {
  const { section } = useSection(report, 'tone', range)
  // Tone has only points with documents; the spans of the volume include the others.
  const { buckets, interval } = useVolume(report, range)
  const open = useOpenEvidence()
  const columns = useMemo(
    () => toneColumns(section.points, buckets, { measure, interval }),
    [section, buckets, measure, interval],
  )
  const grain = grainWords[interval]
  const xTicks = useMemo(() => ticksOf(buckets), [buckets])
  const format = measure === 'share' ? formatShare : formatCount
  const finding = useSectionFinding(report.summary, 'tone')
  return (
    <ChartCard
      title="Tone"
      heading={finding === null ? undefined : <Finding {...finding} />}
      legend={
        <Group component="ul" className={textStyles.detail} gap="4px 18px">
          {series.map(({ key, label, color }) => (
            <li key={key} className={layout.inline}>
              <Swatch color={color} /> {label}
              <EvidenceLink
                filter={{ tone: key }}
                label={formatPlural(tone.counts[key], `${label.toLowerCase()} document`)}
              >
                {formatCount(tone.counts[key])}
              </EvidenceLink>
            </li>
          ))}
        </Group>
      }
      file={{
        subject: report.query.title,
        headline: finding?.statement.text,
        subtitle: `${formatDayRange(range.drawn.first, range.drawn.last)}, documents by tone and ${grain}`,
        legend: series,
        header: ['from', 'to', ...toneOrder],
        rows: () =>
          columns.map((column, index) => [
            buckets[index]?.first ?? null,
            buckets[index]?.last ?? null,
            ...column.values,
          ]),
      }}
      renderChart={(svg) => (
        <ColumnChart
          svgRef={svg}
          label={`Tone of documents about ${report.query.subject ?? report.query.title} by ${grain}`}
          columns={columns}
          series={series}
          xTicks={xTicks}
          height={220}
          yTitle={measure === 'share' ? 'Share of documents' : `Documents a ${grain}`}
          {...(measure === 'share' && { max: 1 })}
          yFormat={measure === 'share' ? formatShare : formatCompact}
          valueFormat={format}
          onOpen={(index) => buckets[index] && open({ since: buckets[index].first, until: buckets[index].last })}
          onSelect={(first, last) =>
            range.setRange(buckets[first]?.first ?? range.drawn.first, buckets[last]?.last ?? range.drawn.last)
          }
        />
      )}
      renderTable={() => (
        <SeriesTable caption={`Tone by ${grain}`} columns={columns} buckets={buckets} series={series} format={format} />
      )}
      footnote={<ToneNote tone={tone} />}
    />
  )
}

/** The mean with its bounds, the undecided share, and the reliability of single labels. */
const ToneNote = ({ tone: { mean, counts, stories, undecidedShare, reliability } }: { tone: ToneSection }) => {
  const [weak, strong] = [reliability[0], reliability.at(-1)]
  const decidedCount = counts.positive + counts.neutral + counts.negative
  const all = decidedCount + counts.unknown
  return (
    <>
      {mean && (
        <>
          Mean {formatTone(mean.value)} ({formatTone(mean.low)} to {formatTone(mean.high)}, copies of a text taken as
          one). <HowCounted pointer="/tone/mean/value" name="the mean tone" />
        </>
      )}
      {all > 0 &&
        ` The tone of ${formatCount(decidedCount)} of ${formatPlural(all, 'document')} is clear (${formatShare(decidedCount / all)}), from ${formatPlural(stories.positive + stories.neutral + stories.negative, 'piece')}.`}
      {undecidedShare !== null && ` ${formatShare(undecidedShare)} of the documents are neutral or unclear.`}
      {weak &&
        strong &&
        ` Read from words by a lexicon: on sentences that people rated, ${formatShare(weak.agreement)} of weak labels and ${formatShare(strong.agreement)} of strong ones were right, so trust the overall tone, not a single label.`}
    </>
  )
}

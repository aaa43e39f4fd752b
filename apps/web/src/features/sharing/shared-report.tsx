import type { SignalReport, VolumeSection } from '@auspex/sdk'
import { useMemo } from 'react'
import { formatCount, formatGrowth, formatPlural, formatTone, formatCompact } from '../../lib/numbers/format.ts'
import { formatDay, formatDayRange, formatInstant } from '../../lib/time/format.ts'
import { bucketOf, bucketTitle, grainWords, ticksOf } from '../../lib/time/buckets.ts'
import { kindWords, stageMeanings, stageWords } from '../../lib/words/words.ts'
import { SeriesChart } from '../../ui/charts/series-chart.tsx'
import { OutsideLink } from '../../ui/outside-link.tsx'
import { Card } from '../../ui/page.tsx'
import surfaces from '../../ui/surfaces.module.css'
import textStyles from '../../ui/text-styles.module.css'
import classes from './shared-page.module.css'

/** A short version of a signal report for readers without an account: what happened, how much, in what tone, and who published it. */
export const SharedReport = ({ report }: { report: SignalReport }) => {
  const { query, firstDay, lastDay, computedAt, summary, documents, provenance } = report
  const sentences = summary.statements.filter(({ part }) => part === 'story')
  return (
    <article className={classes.report}>
      <div>
        <h1>{query.title}</h1>
        <p className={textStyles.soft}>
          {formatDayRange(firstDay, lastDay)} · measured {formatInstant(computedAt)}
        </p>
        {provenance === 'demo' && (
          <p className={`${surfaces.callout} ${surfaces.warning}`}>
            These documents are made up. The report shows what the product does, not what happened.
          </p>
        )}
      </div>
      <SharedVolume volume={report.volume} title={query.title} />
      <Figures report={report} />
      <section aria-labelledby="shared-brief">
        <h2 id="shared-brief">In brief</h2>
        {sentences.length === 0 ? (
          <p className={textStyles.soft}>{summary.note ?? 'Nothing stands out in these documents.'}</p>
        ) : (
          <ul className={classes.sentences}>
            {sentences.map(({ text }) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        )}
      </section>
      {documents.items.length > 0 && (
        <section aria-labelledby="shared-documents">
          <h2 id="shared-documents">Some of the documents</h2>
          <Card padded={false}>
            <ul className={`${surfaces.lines} ${classes.documents}`}>
              {documents.items.map(({ id, title, snippet, url, outlet, publishedAt, kind }) => (
                <li key={id}>
                  <h3 className={textStyles.title}>
                    <OutsideLink href={url}>{title ?? snippet ?? 'Without a title'}</OutsideLink>
                  </h3>
                  <p className={textStyles.caption}>
                    {outlet} · {formatDay(publishedAt)} · {kindWords[kind]}
                  </p>
                </li>
              ))}
            </ul>
          </Card>
        </section>
      )}
    </article>
  )
}

const Figures = ({ report: { counts, lastDay, momentum, stage, tone } }: { report: SignalReport }) => {
  const growth = momentum.ratio && formatGrowth(momentum.ratio)
  return (
    <dl className={classes.figures}>
      <Figure
        name="Documents"
        value={formatCount(counts.documents)}
        note={counts.laterDocuments ? `${formatCount(counts.laterDocuments)} dated after ${formatDay(lastDay)}` : null}
      />
      <Figure
        name={`Growth in ${momentum.windowDays} days`}
        value={growth ? growth.value : 'unknown'}
        note={growth ? `95% interval ${growth.interval}` : momentum.reason}
      />
      <Figure
        name="Stage"
        value={stage.stage === null ? 'unknown' : stageWords[stage.stage]}
        note={stage.stage === null ? stage.reason : stageMeanings[stage.stage]}
      />
      <Figure name="Mean tone" value={tone.mean ? formatTone(tone.mean.value) : 'unknown'} />
      <Figure name="Outlets" value={formatCount(counts.outlets)} />
    </dl>
  )
}

const Figure = ({ name, value, note }: { name: string; value: string; note?: string | null | undefined }) => (
  <div className={`${surfaces.panel} ${classes.figure}`}>
    <dt>{name}</dt>
    <dd>{value}</dd>
    {note && <dd className={textStyles.small}>{note}</dd>}
  </div>
)

/** The volume over time. A span that is not covered is a gap: 0, or the few documents in it, would look like a measurement. */
const SharedVolume = ({ volume: { interval, points }, title }: { volume: VolumeSection; title: string }) => {
  const { steps, ticks } = useMemo(() => {
    const spans = points.map(({ firstDay, lastDay, coveredDays, documents }) => {
      const bucket = bucketOf(firstDay, lastDay, interval)
      const value = coveredDays === 0 ? null : documents
      return { bucket, step: { key: firstDay, title: bucketTitle(bucket, interval), value } }
    })
    return { ticks: ticksOf(spans.map(({ bucket }) => bucket)), steps: spans.map(({ step }) => step) }
  }, [points, interval])
  const heading = `Documents a ${grainWords[interval]}`
  return (
    <section aria-label={heading}>
      <p className={textStyles.caption}>{heading}</p>
      <SeriesChart
        label={`${title}: ${heading.toLowerCase()}`}
        steps={steps}
        ticks={ticks}
        isSigned={false}
        height={280}
        format={(value) => formatPlural(value, 'document')}
        formatShort={formatCompact}
      />
    </section>
  )
}

import type { PubmedTopics } from '@auspex/sdk'
import { Skeleton, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useClient } from '../../lib/api.tsx'
import { describeFailure } from '../../lib/failure.ts'
import { formatCount, formatDayRange, formatRatio, formatTimes } from '../../lib/format.ts'
import { Bar } from '../../ui/bar.tsx'
import layout from '../../ui/layout.module.css'
import { Section } from '../../ui/section.tsx'
import { SmallFailure } from '../../ui/small-failure.tsx'
import textStyles from '../../ui/text-styles.module.css'
import { topicsOptions } from './clinical.queries.ts'
import classes from './clinical.module.css'

/** What the articles are made of: headings that grew for certain, journals, authors. A sample, and it says how large. */
export const ArticleTopics = ({ condition }: { condition: string }) => {
  const { data, error, refetch } = useQuery(topicsOptions(useClient(), condition))
  return (
    <Section id="topics" title="What grew" hint={data && tellSample(data)}>
      {data !== undefined ? (
        <Topics topics={data} />
      ) : error ? (
        <SmallFailure
          words={`The articles could not be compared. ${describeFailure(error).detail ?? ''}`}
          onRetry={() => void refetch()}
        />
      ) : (
        <Skeleton height={180} radius="md" role="group" aria-busy="true" aria-label="Loading the topics" />
      )}
    </Section>
  )
}

const Topics = ({ topics: { risingHeadings, journals, authors, recent } }: { topics: PubmedTopics }) => (
  <div className={layout.halves}>
    <section aria-label="Subject headings that grew">
      <h3>Subject headings that grew</h3>
      {risingHeadings.length === 0 ? (
        <p className={textStyles.remark}>None grew for certain. Small differences may be chance.</p>
      ) : (
        <ul>
          {risingHeadings.map(({ term, recent: now, earlier, growth }) => (
            <li key={term}>
              <Link to="/literature" search={{ q: `"${term}"[mh]` }} className={classes.facet} activeProps={{}}>
                <span>
                  {term}{' '}
                  <span className={textStyles.fine}>
                    {formatCount(earlier)} → {formatCount(now)} articles
                  </span>
                </span>
                <span className={`${textStyles.figure} ${textStyles.nowrap}`}>
                  {earlier === 0 ? 'new' : formatRatio(growth.ratio)}{' '}
                  <span className={textStyles.fine}>at least ×{formatTimes(growth.low)}</span>
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </section>
    <Stack gap={22}>
      <CountList title="Journals" counts={journals} of={recent.read} />
      <CountList title="Authors with several" counts={authors} of={recent.read} />
    </Stack>
  </div>
)

const CountList = ({ title, counts, of }: { title: string; counts: PubmedTopics['journals']; of: number }) => (
  <section aria-label={title}>
    <h3>{title}</h3>
    {counts.length === 0 ? (
      <p className={textStyles.remark}>None.</p>
    ) : (
      <ul>
        {counts.map(({ name, articles }) => (
          <li key={name} style={{ padding: '4px 0' }}>
            <span className={classes.facet} style={{ padding: '0 0 3px' }}>
              <span className={textStyles.breakable}>{name}</span>
              <span className={textStyles.tabular}>{formatCount(articles)}</span>
            </span>
            <Bar part={of === 0 ? 0 : articles / of} height={4} />
          </li>
        ))}
      </ul>
    )}
  </section>
)

const tellSample = ({ recent, earlier }: PubmedTopics): string =>
  `${formatCount(recent.read)} of ${formatCount(recent.total)} articles of ${formatDayRange(recent.from, recent.to)}, beside ${formatCount(earlier.read)} of ${formatCount(earlier.total)} three years before. They end half a year ago, because headings are given late.`

import type { Trend, Claim, PublishedDocument, Statement, SummarySection } from '@auspex/sdk'
import { ActionIcon, Collapse, Skeleton, Stack } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { memo, useId } from 'react'
import { useClient } from '../../lib/api/api.tsx'
import { describeFailure } from '../../lib/api/failure.ts'
import { SaveIcon } from '../../lib/dialogs/save-signals.tsx'
import { formatPlural } from '../../lib/numbers/format.ts'
import { formatDay } from '../../lib/time/format.ts'
import { countryName } from '../../lib/places/countries.ts'
import { toHeadline, toMeasuredRow, type TrendWindows } from '../../lib/words/trends.ts'
import { Chevron } from '../../ui/disclosure.tsx'
import { SmallFailure } from '../../ui/error-view.tsx'
import { DrivingHeadlines, MeasuredRow } from '../../ui/measured-row.tsx'
import { OutsideLink } from '../../ui/outside-link.tsx'
import textStyles from '../../ui/text-styles.module.css'
import classes from './trends.module.css'
import { toTrendQuery, trendSummaryOptions } from './trends.queries.ts'

/** What the library contains about a trend, compiled from counted claims and quotations. */
const TrendSummary = ({ name, term, geo }: TrendSummaryProps) => {
  const { data, error, refetch } = useQuery(trendSummaryOptions(useClient(), term, geo))
  if (data) return <Summary summary={data} name={name} term={term} geo={geo} />
  if (error) {
    const { message, detail } = describeFailure(error)
    return (
      <div className={`${textStyles.quote} ${classes.summary}`}>
        <SmallFailure words={`${message}. ${detail ?? ''}`} onRetry={() => void refetch()} />
      </div>
    )
  }
  return (
    <Stack
      className={`${textStyles.quote} ${classes.summary}`}
      gap={10}
      role="group"
      aria-busy="true"
      aria-label={`Loading what is said about ${name}`}
    >
      <Skeleton height={14} radius="sm" />
      <Skeleton height={14} width="85%" radius="sm" />
      <Skeleton height={14} width="60%" radius="sm" />
    </Stack>
  )
}

/** How many sentences of each kind fit in a row; the report has all of them. */
const maxSentences = 3

const Summary = ({ summary, name, term, geo }: TrendSummaryProps & { summary: SummarySection }) => {
  const { statements, claims, cited, documentsRead, note } = summary
  const quoteOf = ({ claimIds }: Statement) => claims.find(({ id, quote }) => claimIds.includes(id) && quote !== null)
  const countStatements = statements.filter((statement) => quoteOf(statement) === undefined).slice(0, maxSentences)
  const quoted = statements.flatMap((statement) => quoteOf(statement) ?? []).slice(0, maxSentences)
  // The sentences contain the query as it was sent; a reader chose a country, not query syntax.
  const place = geo === undefined ? name : `${name} (${countryName(geo)})`
  const toWords = (text: string) => text.replaceAll(toTrendQuery(term, geo), place)
  return (
    <Stack
      component="section"
      className={`${textStyles.quote} ${classes.summary}`}
      gap={10}
      aria-label={`What is said about ${name}`}
    >
      {countStatements.length > 0 && <p>{countStatements.map(({ text }) => toWords(text)).join(' ')}</p>}
      {quoted.length > 0 && (
        <Stack component="ul" className={classes.quotes} gap={6}>
          {quoted.map((claim) => (
            <Quote key={claim.id} claim={claim} cited={cited} />
          ))}
        </Stack>
      )}
      <p className={textStyles.caption}>
        {statements.length === 0
          ? (note ?? 'Nothing can be said about its documents. ')
          : `Compiled from ${formatPlural(claims.length, 'claim')} over all days of the library, with ${formatPlural(documentsRead, 'document')} read for quotations. `}
        <Link className={textStyles.inSentence} to="/search" search={{ term, geo }} preload={false}>
          Open the report behind it
        </Link>
      </p>
    </Stack>
  )
}

const Quote = ({ claim: { quote }, cited }: { claim: Claim; cited: readonly PublishedDocument[] }) => {
  if (quote === null) return null
  const source = cited.find(({ id }) => id === quote.documentId)
  return (
    <li>
      <q>{quote.text}</q>{' '}
      {source && (
        <cite className={textStyles.caption}>
          <OutsideLink className={textStyles.inSentence} href={source.url}>
            {source.outlet}
          </OutsideLink>
          , {formatDay(source.publishedAt)}
        </cite>
      )}
    </li>
  )
}

interface TrendRowProps {
  trend: Trend
  windows: TrendWindows
  geo?: string | undefined
}

/** A topic with its growth and the headlines behind it; it links to its search, and expands to a summary. */
export const TrendRow = memo(({ trend, windows, geo }: TrendRowProps) => {
  const [isOpen, { toggle }] = useDisclosure(false)
  const id = useId()
  return (
    <li>
      <div className={classes.row}>
        <Link className={textStyles.plain} to="/search" search={{ term: trend.query, geo }} title={trend.why}>
          <MeasuredRow {...toMeasuredRow(trend, windows)} />
        </Link>
        <SaveIcon signal={{ title: trend.term, term: trend.query, geo }} />
        <ActionIcon
          className={classes.toggle}
          data-beside
          size="md"
          aria-label={`What is said about ${trend.term}`}
          title="What is being said about it"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={toggle}
        >
          <Chevron isOpen={isOpen} />
        </ActionIcon>
        <DrivingHeadlines headlines={trend.headlines.map(toHeadline)} />
      </div>
      <Collapse expanded={isOpen} id={id} data-apart>
        {isOpen && <TrendSummary name={trend.term} term={trend.query} geo={geo} />}
      </Collapse>
    </li>
  )
})

interface TrendSummaryProps {
  name: string
  /** The search that finds it. */
  term: string
  geo: string | undefined
}

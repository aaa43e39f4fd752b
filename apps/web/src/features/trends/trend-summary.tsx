import { Skeleton, Stack } from '@mantine/core'
import type { Claim, PublishedDocument, Statement, SummarySection } from '@auspex/sdk'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useClient } from '../../lib/api.tsx'
import { countryName } from '../../lib/countries.ts'
import { describeFailure } from '../../lib/failure.ts'
import { formatDay, formatPlural } from '../../lib/format.ts'
import { toTrendQuery, trendSummaryOptions } from './trends.queries.ts'
import classes from './trend-summary.module.css'
import { OutsideLink } from '../../ui/outside-link.tsx'
import { SmallFailure } from '../../ui/small-failure.tsx'
import textStyles from '../../ui/text-styles.module.css'

interface TrendSummaryProps {
  term: string
  geo: string | undefined
}

/** What the library says about a trend, compiled from counted claims and quotations. */
export const TrendSummary = ({ term, geo }: TrendSummaryProps) => {
  const { data, error, refetch } = useQuery(trendSummaryOptions(useClient(), term, geo))
  if (data) return <Summary summary={data} term={term} geo={geo} />
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
      aria-label={`Loading what is said about ${term}`}
    >
      <Skeleton height={14} radius="sm" />
      <Skeleton height={14} width="85%" radius="sm" />
      <Skeleton height={14} width="60%" radius="sm" />
    </Stack>
  )
}

/** How many sentences of each kind a row has room for; the report has all of them. */
const mostSentences = 3

const Summary = ({ summary, term, geo }: TrendSummaryProps & { summary: SummarySection }) => {
  const { statements, claims, cited, documentsRead, note } = summary
  const quoteOf = ({ claimIds }: Statement) => claims.find(({ id, quote }) => claimIds.includes(id) && quote !== null)
  const counted = statements.filter((statement) => quoteOf(statement) === undefined).slice(0, mostSentences)
  const quoted = statements.flatMap((statement) => quoteOf(statement) ?? []).slice(0, mostSentences)
  // The sentences name the query as it was sent; a reader chose a country, not query syntax.
  const name = geo === undefined ? term : `${term} (${countryName(geo)})`
  const toWords = (text: string) => text.replaceAll(toTrendQuery(term, geo), name)
  return (
    <Stack
      component="section"
      className={`${textStyles.quote} ${classes.summary}`}
      gap={10}
      aria-label={`What is said about ${term}`}
    >
      {counted.length > 0 && <p>{counted.map(({ text }) => toWords(text)).join(' ')}</p>}
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
          : `Compiled from ${formatPlural(claims.length, 'claim')} over all days of the library; ${formatPlural(documentsRead, 'document')} read for quotations. `}
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

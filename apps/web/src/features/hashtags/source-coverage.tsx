import type { HashtagCoverage } from '@auspex/sdk'
import { Link } from '@tanstack/react-router'
import { formatCount } from '../../lib/format.ts'
import { DataTable, type TableColumn } from '../../ui/data-table.tsx'
import { Section } from '../../ui/section.tsx'
import textStyles from '../../ui/text-styles.module.css'
import { statusWords } from './hashtag-words.ts'
import type { HashtagSearch } from './hashtags.search.ts'

interface SourceCoverageProps {
  tag: string
  search: HashtagSearch
  coverage: readonly HashtagCoverage[]
  note: string | null
}

const failed: ReadonlySet<HashtagCoverage['status']> = new Set([
  'rate_limited',
  'blocked',
  'auth',
  'upstream_down',
  'schema_changed',
  'bad_query',
])

/** What every origin answered; another one is chosen here. */
export const SourceCoverage = ({ tag, search, coverage, note }: SourceCoverageProps) => {
  const columns: readonly TableColumn<HashtagCoverage>[] = [
    { key: 'name', title: 'Origin', renderCell: ({ name }) => name },
    {
      key: 'answer',
      title: 'Answer',
      renderCell: ({ status, reason, isShown }) => (
        <>
          <span
            className={textStyles.state}
            data-state={status === 'ok' ? 'good' : failed.has(status) ? 'failed' : undefined}
          >
            {isShown ? 'shown here' : statusWords[status]}
          </span>
          {reason !== null && <span className={`${textStyles.fine} ${textStyles.breakable}`}> {reason}</span>}
        </>
      ),
    },
    {
      key: 'count',
      title: 'In this time',
      numeric: true,
      renderCell: ({ videos, origin, status }) =>
        videos !== null ? (
          formatCount(videos)
        ) : status === 'not_asked' && origin !== 'youtube_shorts' ? (
          <Link
            to="/hashtags/$tag"
            params={{ tag }}
            search={{ ...search, origin }}
            className={textStyles.link}
            activeProps={{}}
            resetScroll={false}
          >
            Ask it
          </Link>
        ) : (
          <span className={textStyles.quiet}>unknown</span>
        ),
    },
  ]
  return (
    <Section id="coverage" title="What was asked" hint={note ?? 'Numbers of different origins are never added up.'}>
      <DataTable caption="Origins" columns={columns} rows={coverage} rowKey={({ origin }) => origin} />
    </Section>
  )
}

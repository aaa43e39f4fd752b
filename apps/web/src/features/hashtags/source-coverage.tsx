import type { HashtagCoverage } from '@auspex/sdk'
import { Link } from '@tanstack/react-router'
import { formatPlural } from '../../lib/format.ts'
import { Section } from '../../ui/section.tsx'
import surfaces from '../../ui/surfaces.module.css'
import textStyles from '../../ui/text-styles.module.css'
import { statusWords } from './hashtag-words.ts'
import type { HashtagSearch } from './hashtags.search.ts'
import classes from './hashtags.module.css'

interface SourceCoverageProps {
  tag: string
  search: HashtagSearch
  coverage: readonly HashtagCoverage[]
  note: string | null
}

const failures: ReadonlySet<HashtagCoverage['status']> = new Set([
  'rate_limited',
  'blocked',
  'auth',
  'upstream_down',
  'schema_changed',
  'bad_query',
])

/** What every origin answered; one that was not asked can be. */
export const SourceCoverage = ({ tag, search, coverage, note }: SourceCoverageProps) => (
  <Section id="coverage" title="What was asked" hint={note ?? 'Numbers of different origins are never added up.'}>
    <ul className={`${surfaces.panel} ${surfaces.lines}`} aria-label="Origins">
      {coverage.map(({ origin, name, status, reason, videos, isShown }) => (
        <li key={origin} className={classes.answer}>
          <span className={textStyles.strong}>{name}</span>
          <span
            className={`${textStyles.state} ${textStyles.detail}`}
            data-state={status === 'ok' ? 'good' : failures.has(status) ? 'failed' : undefined}
          >
            {isShown ? `shown here, ${formatPlural(videos ?? 0, 'use')}` : statusWords[status]}
          </span>
          {reason !== null && <span className={`${textStyles.note} ${textStyles.breakable}`}>{reason}</span>}
          {status === 'not_asked' && origin !== 'youtube_shorts' && (
            <span>
              <Link
                to="/hashtags/$tag"
                params={{ tag }}
                search={{ ...search, origin }}
                className={textStyles.link}
                activeProps={{}}
                aria-label={`Ask ${name} instead`}
              >
                Ask it instead
              </Link>
            </span>
          )}
        </li>
      ))}
    </ul>
  </Section>
)

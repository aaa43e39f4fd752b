import { type HashtagSource, type HashtagTrends, AuspexError } from '@auspex/sdk'
import { Button, Group } from '@mantine/core'
import { IconClockPause, IconHash, IconPlugConnectedX } from '@tabler/icons-react'
import { formatInstant } from '../../lib/time/format.ts'
import { describeFailure } from '../../lib/api/failure.ts'
import { LinkButton } from '../../lib/links/link-button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorView } from '../../ui/error-view.tsx'
import type { HashtagSearch } from './hashtags.search.ts'
import surfaces from '../../ui/surfaces.module.css'
import textStyles from '../../ui/text-styles.module.css'

/** The source of the numbers, and when they were read. */
export const SourceNote = ({ source }: { source: HashtagSource }) => (
  <p className={textStyles.note}>
    {source.name}
    {source.isSubstitute && ', a substitute for social video'}. {source.attribution}. Read {formatInstant(source.asOf)}.
    {!source.isComplete && ' Not everything was read.'}
  </p>
)

/** A warning that must precede the first figure. */
export const SourceWarning = ({ trend: { source, coverage } }: { trend: HashtagTrends }) =>
  source.isSubstitute || source.origin === 'demo' ? (
    <p className={`${surfaces.callout} ${surfaces.warning}`} role="status">
      <strong>{source.origin === 'demo' ? 'Made-up videos.' : `Posts of ${source.name}, not videos.`}</strong>{' '}
      {source.origin === 'demo'
        ? 'These are made up. Import your own file to see only your videos.'
        : `They are a substitute for social video${wasChosen(coverage) ? '' : ', because no imported file and no research access has this hashtag'}. Their numbers cannot be compared with those of videos.`}
    </p>
  ) : null

/** If the person chose the source, the others were not queried, and nothing is known about them. */
const wasChosen = (coverage: HashtagTrends['coverage']): boolean =>
  coverage.some(({ origin, status }) => origin === 'import' && status === 'not_asked')

interface HashtagFailureProps {
  tag: string
  search: HashtagSearch
  error: unknown
  onRetry: () => void
}

/** Why a hashtag has no data, and what to do. Errors that are none of these states are shown like any other failure. */
export const HashtagFailure = ({ tag, search, error, onRetry }: HashtagFailureProps) => {
  const problem = error instanceof AuspexError ? error.problem : null
  if (problem?.code === 'hashtags.not_found')
    return (
      <EmptyState
        icon={<IconHash size={22} aria-hidden />}
        title={problem.title}
        text={problem.detail}
        action={
          <Group gap={8} justify="center">
            {search.period !== '120' && (
              <LinkButton variant="default" to="/hashtags/$tag" params={{ tag }} search={{ ...search, period: '120' }}>
                Look at four months
              </LinkButton>
            )}
            {(search.geo !== undefined || search.origin !== undefined) && (
              <LinkButton
                variant="default"
                to="/hashtags/$tag"
                params={{ tag }}
                search={{ ...search, geo: undefined, origin: undefined }}
              >
                {search.origin === undefined ? 'Look everywhere' : 'Look in every source'}
              </LinkButton>
            )}
            <LinkButton to="/hashtags" search={{}}>
              See stored hashtags
            </LinkButton>
          </Group>
        }
      />
    )
  if (problem?.code === 'hashtags.rate_limited' || problem?.code === 'hashtags.source_failed') {
    const Icon = problem.code === 'hashtags.rate_limited' ? IconClockPause : IconPlugConnectedX
    return (
      <div role="alert">
        <EmptyState
          icon={<Icon size={22} aria-hidden />}
          title={problem.title}
          text={problem.detail}
          action={
            <Group gap={8} justify="center">
              <Button onClick={onRetry}>Ask again</Button>
              <LinkButton variant="default" to="/hashtags" search={{}}>
                See stored hashtags
              </LinkButton>
            </Group>
          }
        />
      </div>
    )
  }
  return <ErrorView {...describeFailure(error)} onRetry={onRetry} />
}

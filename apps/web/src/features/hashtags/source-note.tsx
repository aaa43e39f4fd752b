import type { HashtagSource, HashtagTrends } from '@auspex/sdk'
import { formatInstant } from '../../lib/format.ts'
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
        ? 'Nobody published these. Import a file of your own, and only yours are shown.'
        : `They stand in for social video${wasChosen(coverage) ? '' : ', because no imported file and no research access has this hashtag'}. Their numbers cannot be compared with those of videos.`}
    </p>
  ) : null

/** If the person chose the source, the others were not queried, and nothing is known about them. */
const wasChosen = (coverage: HashtagTrends['coverage']): boolean =>
  coverage.some(({ origin, status }) => origin === 'import' && status === 'not_asked')

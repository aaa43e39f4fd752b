import type { ToneSection } from '@auspex/sdk'
import { formatCount, formatPlural, formatShare, formatTone } from '../../../lib/format.ts'
import { HowCounted } from '../provenance/how-counted.tsx'

/** The mean with its bounds, what stayed undecided, and how far single labels are to be trusted. */
export const ToneNote = ({ tone: { mean, counts, stories, undecidedShare, reliability } }: { tone: ToneSection }) => {
  const [weak, strong] = [reliability[0], reliability.at(-1)]
  const known = counts.positive + counts.neutral + counts.negative
  const all = known + counts.unknown
  return (
    <>
      {mean && (
        <>
          Mean {formatTone(mean.value)} ({formatTone(mean.low)} to {formatTone(mean.high)}, copies of a story taken as
          one). <HowCounted pointer="/tone/mean/value" name="the mean tone" />
        </>
      )}
      {all > 0 &&
        ` The tone of ${formatCount(known)} of ${formatPlural(all, 'document')} could be told (${formatShare(known / all)}), from ${formatPlural(stories.positive + stories.neutral + stories.negative, 'story', 'stories')}.`}
      {undecidedShare !== null && ` ${formatShare(undecidedShare)} of the documents are neutral or unclear.`}
      {weak &&
        strong &&
        ` Read from words by a lexicon: on sentences that people rated, ${formatShare(weak.agreement)} of weak labels and ${formatShare(strong.agreement)} of strong ones were right, so trust the many, not the one.`}
    </>
  )
}

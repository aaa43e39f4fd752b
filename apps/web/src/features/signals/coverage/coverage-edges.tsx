import type { CoverageGroup, VolumeSection } from '@auspex/sdk'
import { formatDay, formatDayRange, formatPlural } from '../../../lib/format.ts'
import { Section } from '../../../ui/section.tsx'
import { NullResult } from '../null-result.tsx'
import textStyles from '../../../ui/text-styles.module.css'

interface CoverageEdgesProps {
  volume: VolumeSection
  firstDay: string
}

/** Gaps of a source that are named one by one; of more the longest time is said. */
const mostSpans = 4

/** Where sources begin, pause and end: what the report takes for no change of the topic. */
export const CoverageEdges = ({ volume: { groups }, firstDay }: CoverageEdgesProps) => {
  const cut = groups.filter(
    ({ documents, spans, endsOn }) =>
      documents > 0 && (endsOn !== null || spans.length > 1 || (spans[0]?.firstDay ?? firstDay) > firstDay),
  )
  if (cut.length === 0)
    return (
      <NullResult
        name="Where sources begin and end"
        result="No gap in the sources"
        why="each covers all of these days"
      />
    )
  return (
    <Section
      id="edges"
      title="Where sources begin and end"
      hint="An archive that ends or pauses is no change of the topic; nothing is compared across these days."
    >
      <ul className={`${textStyles.text} ${textStyles.bullets}`}>
        {cut.map((group) => (
          <li key={`${group.source} ${group.kind}`}>
            <Edge group={group} />
          </li>
        ))}
      </ul>
    </Section>
  )
}

const Edge = ({ group }: { group: CoverageGroup }) => {
  const { label, spans, endsOn, uncoveredDocuments } = group
  const [first, last] = [spans[0], spans.at(-1)]
  return (
    <>
      <b>{label.charAt(0).toUpperCase() + label.slice(1)}</b>{' '}
      {first === undefined || last === undefined
        ? 'are covered on no day'
        : spans.length === 1
          ? `are covered ${formatDayRange(first.firstDay, last.lastDay)}`
          : spans.length <= mostSpans
            ? `are covered ${spans.map((span) => formatDayRange(span.firstDay, span.lastDay)).join('; ')}`
            : `are covered on and off, ${formatDayRange(first.firstDay, last.lastDay)}, with ${formatPlural(spans.length - 1, 'gap')}`}
      {endsOn !== null && `, and end on ${formatDay(endsOn)}`}.
      {uncoveredDocuments > 0 && (
        <>
          {' '}
          {formatPlural(uncoveredDocuments, 'document')} of other days {uncoveredDocuments === 1 ? 'is' : 'are'}{' '}
          counted, and compared with nothing.
        </>
      )}
    </>
  )
}

import type { CoverageGroup, DaySpan, VolumeSection } from '@auspex/sdk'
import { addDays } from '../../../lib/time/dates.ts'
import { formatPlural } from '../../../lib/numbers/format.ts'
import { formatDay, formatDayRange } from '../../../lib/time/format.ts'
import { Section } from '../../../ui/page.tsx'
import { NullResult } from '../placeholders.tsx'
import { nameOfGroup } from '../series/coverage-marks.ts'
import textStyles from '../../../ui/text-styles.module.css'

interface CoverageEdgesProps {
  volume: VolumeSection
  firstDay: string
}

/** How many gaps of a source are named individually; more are only counted. */
const maxGaps = 4

/** Where sources begin, pause and end, which the report does not treat as changes of the topic. */
export const CoverageEdges = ({ volume: { groups }, firstDay }: CoverageEdgesProps) => {
  const cut = groups.filter(
    ({ documents, spans, endsOn }) =>
      documents > 0 && (endsOn !== null || spans.length > 1 || (spans[0]?.firstDay ?? firstDay) > firstDay),
  )
  const notOver = groups.reduce((sum, { uncoveredDocuments }) => sum + uncoveredDocuments, 0)
  if (cut.length === 0)
    return (
      <NullResult
        name="Where sources begin and end"
        result="No gap in the sources"
        why={
          notOver === 0
            ? 'each covers all of these days'
            : `each covers all of these days that are over; ${formatPlural(notOver, 'document')} from days that are not ${notOver === 1 ? 'is' : 'are'} counted, but not compared with anything yet`
        }
      />
    )
  return (
    <Section
      id="edges"
      title="Where sources begin and end"
      hint="When an archive ends or pauses, the topic has not changed. Nothing is compared across these days."
    >
      <ul className={`${textStyles.text} ${textStyles.bullets}`}>
        {cut.map((group) => (
          <li key={group.label}>
            <Edge group={group} />
          </li>
        ))}
      </ul>
    </Section>
  )
}

const Edge = ({ group }: { group: CoverageGroup }) => {
  const { label, uncoveredDocuments } = group
  return (
    <>
      <b>{nameOfGroup(label)}</b>: {daysOf(group)}.
      {uncoveredDocuments > 0 && (
        <>
          {' '}
          {formatPlural(uncoveredDocuments, 'document')} from other days {uncoveredDocuments === 1 ? 'is' : 'are'}{' '}
          counted, but not compared with anything.
        </>
      )}
    </>
  )
}

/** "3 Dec 2010 to 19 Aug 2013, with 2 gaps". */
const daysOf = ({ spans, endsOn }: CoverageGroup): string => {
  const [first] = spans
  if (first === undefined) return 'no day is covered'
  const begin = formatDay(first.firstDay)
  const wholeSpan = endsOn === null ? `from ${begin} on` : `${begin} to ${formatDay(endsOn)}`
  const gaps = spans.slice(1).map((span, index) => {
    const before = spans[index] as DaySpan
    return formatDayRange(addDays(before.lastDay, 1), addDays(span.firstDay, -1))
  })
  if (gaps.length === 0) return wholeSpan
  return gaps.length > maxGaps
    ? `${wholeSpan}, with ${formatPlural(gaps.length, 'gap')}`
    : `${wholeSpan}; not covered: ${gaps.join(', ')}`
}

import type { InflectionsSection } from '@auspex/sdk'
import { useMemo } from 'react'
import { formatPlural } from '../../../lib/format.ts'
import { Section } from '../../../ui/section.tsx'
import { NullResult } from '../null-result.tsx'
import { ChangesTable } from './changes-table.tsx'

interface ChangesSectionProps {
  inflections: InflectionsSection
  /** The days shown. */
  first: string
  last: string
}

/** Days on which the level changed, beyond what chance explains. */
export const ChangesSection = ({ inflections, first, last }: ChangesSectionProps) => {
  const { points, found, reason } = inflections
  const shown = useMemo(
    () => ({ ...inflections, points: points.filter(({ day, endDay }) => day <= last && (endDay ?? day) >= first) }),
    [inflections, points, first, last],
  )
  if (reason !== null)
    return <NullResult name="Changes of level" result="No change of level can be told" why={reason} />
  if (shown.points.length === 0)
    return (
      <NullResult
        name="Changes of level"
        result="No change of level"
        why="chance explains the ups and downs of the days shown"
      />
    )
  return (
    <Section
      id="changes"
      title="Changes of level"
      hint={
        found > points.length
          ? `The ${points.length} strongest of ${formatPlural(found, 'change')} that chance would not explain. Open one to see what happened.`
          : 'Days after which more or less is said than before, beyond chance. Open one to see what happened.'
      }
    >
      <ChangesTable inflections={shown} />
    </Section>
  )
}

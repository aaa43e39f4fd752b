import type { TrialFacets } from '@auspex/sdk'
import { Stack } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { formatCount, formatPlural } from '../../lib/numbers/format.ts'
import { trialStatusWords } from '../../lib/words/words.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { SegmentedControl } from '../../ui/segmented-control.tsx'
import textStyles from '../../ui/text-styles.module.css'
import { phaseWords, sponsorWords } from './clinical-words.ts'
import { phases, sponsorClasses, statuses, type TrialsSearch } from './clinical.search.ts'
import classes from './clinical.module.css'

interface TrialLandscapeProps {
  facets: TrialFacets
  search: TrialsSearch
}

/** Percentage of the accent in the fullest cell: text on it stays readable in both themes. */
const maxAccentPercent = 42

/** Phase by status, for one type of sponsor or all; each cell opens its studies. */
export const TrialLandscape = ({ facets, search }: TrialLandscapeProps) => {
  const [selectedSponsor, setSelectedSponsor] = useState<(typeof sponsorClasses)[number] | 'ALL'>('ALL')
  const sponsors = sponsorClasses.filter((sponsorClass) =>
    facets.landscape.some((cell) => cell.sponsorClass === sponsorClass),
  )
  // The filters of the page may leave out the selected type, and its button with it.
  const sponsor = sponsors.some((shown) => shown === selectedSponsor) ? selectedSponsor : 'ALL'
  const countStudies = (phase: string, status: string) =>
    facets.landscape
      .filter((cell) => cell.phase === phase && cell.status === status)
      .filter((cell) => sponsor === 'ALL' || cell.sponsorClass === sponsor)
      .reduce((sum, { studies }) => sum + studies, 0)
  // Under a filter by phase, the counts of other phases contain only studies that are in both, and a link can filter by one phase only.
  const shownPhases = phases.filter(
    (phase) =>
      facets.landscape.some((cell) => cell.phase === phase) && (search.phase === undefined || search.phase === phase),
  )
  const shownStatuses = statuses.filter((status) => facets.landscape.some((cell) => cell.status === status))
  const highest = Math.max(
    1,
    ...shownPhases.flatMap((phase) => shownStatuses.map((status) => countStudies(phase, status))),
  )
  if (facets.landscape.length === 0)
    return (
      <EmptyState
        title={facets.tooMany ? 'Too many studies to count' : 'No studies with a phase'}
        text={facets.tooMany ? 'Narrow your search.' : 'Observational studies have none.'}
      />
    )
  return (
    <Stack gap={14}>
      {sponsors.length > 1 && (
        <div className={classes.landscape}>
          <SegmentedControl
            aria-label="Sponsor"
            size="xs"
            value={sponsor}
            data={[
              { value: 'ALL' as const, label: 'All sponsors' },
              ...sponsors.map((value) => ({ value, label: sponsorWords[value] })),
            ]}
            onChange={setSelectedSponsor}
          />
        </div>
      )}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- focusable so that the keyboard can scroll it */}
      <section className={classes.landscape} tabIndex={0} aria-label="Studies by phase and status">
        <table>
          <caption className={textStyles.hidden}>Studies by phase and status</caption>
          <thead>
            <tr>
              <th scope="col">Phase</th>
              {shownStatuses.map((status) => (
                <th key={status} scope="col">
                  {trialStatusWords[status]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shownPhases.map((phase) => (
              <tr key={phase}>
                <th scope="row">{phaseWords[phase]}</th>
                {shownStatuses.map((status) => {
                  const studies = countStudies(phase, status)
                  const share = Math.round((studies / highest) ** 0.5 * maxAccentPercent)
                  const background = `color-mix(in oklab, var(--accent) ${share}%, var(--surface))`
                  return (
                    <td key={status}>
                      {studies === 0 ? (
                        <span className={`${classes.cell} ${textStyles.quiet}`}>0</span>
                      ) : (
                        <Link
                          to="/trials"
                          search={{
                            ...search,
                            view: undefined,
                            phase,
                            status,
                            ...(sponsor !== 'ALL' && { sponsorClass: sponsor }),
                          }}
                          className={classes.cell}
                          style={{ background }}
                          aria-label={`${formatPlural(studies, 'study', 'studies')}: ${phaseWords[phase]}, ${trialStatusWords[status]}`}
                          activeProps={{}}
                        >
                          {formatCount(studies)}
                        </Link>
                      )}
                    </td>
                  )
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <p className={textStyles.note}>
        {search.phase === undefined && 'A study in two phases is counted in both rows. '}
        {enrollmentWords(facets)}
      </p>
    </Stack>
  )
}

/** Actual and planned participants stay separate: their sum would be meaningless. */
const enrollmentWords = ({ enrollment: { actual, estimated, unknown } }: TrialFacets): string =>
  [
    actual.studies > 0 &&
      `${formatPlural(actual.studies, 'study', 'studies')} counted ${formatPlural(actual.participants, 'participant')}`,
    estimated.studies > 0 &&
      `${formatPlural(estimated.studies, 'study', 'studies')} ${estimated.studies === 1 ? 'plans' : 'plan'} for ${formatCount(estimated.participants)}`,
    unknown > 0 &&
      `${formatPlural(unknown, 'study', 'studies')} ${unknown === 1 ? 'does' : 'do'} not say how many take part`,
  ]
    .filter((part) => part !== false)
    .join('; ')
    .concat('.')

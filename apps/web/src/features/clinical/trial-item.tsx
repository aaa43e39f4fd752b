import type { Trial } from '@auspex/sdk'
import { Group } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { formatCount, formatPlural } from '../../lib/numbers/format.ts'
import { formatDay } from '../../lib/time/format.ts'
import { trialStatusWords } from '../../lib/words/words.ts'
import surfaces from '../../ui/surfaces.module.css'
import textStyles from '../../ui/text-styles.module.css'
import { dateTypeOf, formatPartialDate, phaseWords } from './clinical-words.ts'
import classes from './clinical.module.css'

/** A summary of a study in a few lines; its title links to its page. */
export const TrialItem = ({ trial }: { trial: Trial }) => (
  <li className={classes.study}>
    <h3 className={textStyles.title}>
      <Link to="/trials/$nctId" params={{ nctId: trial.nctId }}>
        {trial.title}
      </Link>
    </h3>
    <Group gap={6} mt={6}>
      <TrialBadges trial={trial} />
    </Group>
    <p className={textStyles.detail} style={{ marginTop: 6 }}>
      {[trial.conditions.slice(0, 3).join(', '), trial.interventions.slice(0, 3).join(', ')]
        .filter(Boolean)
        .join(' · ')}
    </p>
    <p className={`${textStyles.note} ${textStyles.tabular}`}>
      {[
        trial.nctId,
        trial.sponsor,
        participantsOf(trial),
        `start ${formatPartialDate(trial.startDate)}`,
        trial.countries.length > 3
          ? formatPlural(trial.countries.length, 'country', 'countries')
          : trial.countries.join(', '),
        trial.lastUpdateDay !== null && `updated ${formatDay(trial.lastUpdateDay)}`,
      ]
        .filter(Boolean)
        .join(' · ')}
    </p>
  </li>
)

export const TrialBadges = ({ trial }: { trial: Trial }) => {
  const isOpen = trial.status === 'RECRUITING' || trial.status === 'ENROLLING_BY_INVITATION'
  const isStopped = trial.status === 'TERMINATED' || trial.status === 'WITHDRAWN' || trial.status === 'SUSPENDED'
  const badgeClass = isOpen ? surfaces.accent : isStopped ? surfaces.fault : surfaces.muted
  return (
    <>
      <span className={`${surfaces.badge} ${badgeClass}`}>{trialStatusWords[trial.status]}</span>
      {trial.phases.map((phase) => (
        <span key={phase} className={`${surfaces.badge} ${surfaces.muted}`}>
          {phaseWords[phase]}
        </span>
      ))}
      {trial.hasResults && <span className={`${surfaces.badge} ${surfaces.accent}`}>Results posted</span>}
    </>
  )
}

/** "120 participants (planned)"; a number of unknown type has no addition. */
const participantsOf = ({ enrollment, enrollmentType }: Trial): string =>
  enrollment === null
    ? 'participants unknown'
    : `${formatCount(enrollment)} ${enrollment === 1 ? 'participant' : 'participants'}${dateTypeOf(enrollmentType)}`

import type { TrialChange, TrialVersion } from '@auspex/sdk'
import { Stack, Switch } from '@mantine/core'
import { useState } from 'react'
import { formatPlural } from '../../lib/numbers/format.ts'
import { formatDay, formatInstant } from '../../lib/time/format.ts'
import { trialStatusWords } from '../../lib/words/words.ts'
import textStyles from '../../ui/text-styles.module.css'
import { fieldName } from './clinical-words.ts'
import classes from './clinical.module.css'

/** The versions of a record, newest first; routine updates are counted, and shown on request. */
export const TrialVersions = ({ versions }: { versions: readonly TrialVersion[] }) => {
  const [withUpkeep, setWithUpkeep] = useState(false)
  const hasUpkeep = versions.some(({ changes }) => changes.some(({ kind }) => kind === 'administrative'))
  const oldest = versions.at(-1)
  return (
    <Stack gap={16}>
      {versions.length <= 1 && (
        <p className={textStyles.note}>
          {oldest === undefined
            ? 'No version is stored yet.'
            : `First read here on ${formatDay(oldest.readAt)}. Later changes will appear here, field by field.`}{' '}
          Earlier versions are in the register.
        </p>
      )}
      {hasUpkeep && (
        <Switch
          label="Show administrative changes, such as the day of the last check"
          checked={withUpkeep}
          onChange={(event) => setWithUpkeep(event.currentTarget.checked)}
        />
      )}
      {versions.length > 1 && (
        <ol className={classes.versions} aria-label="Versions">
          {versions.map((version, index) => (
            <Version
              key={version.readAt}
              version={version}
              isFirst={index === versions.length - 1}
              withUpkeep={withUpkeep}
            />
          ))}
        </ol>
      )}
    </Stack>
  )
}

interface VersionProps {
  version: TrialVersion
  isFirst: boolean
  withUpkeep: boolean
}

const Version = ({ version, isFirst, withUpkeep }: VersionProps) => {
  const visibleChanges = version.changes.filter(({ kind }) => withUpkeep || kind === 'material')
  const hidden = version.changes.length - visibleChanges.length
  return (
    <li className={classes.version} data-material={version.isMaterial}>
      <h3>
        {version.updatedDay === null ? 'Day of update unknown' : `Updated ${formatDay(version.updatedDay)}`}
        <span className={textStyles.fine}> read {formatInstant(version.readAt)}</span>
      </h3>
      {isFirst ? (
        <p className={textStyles.note}>The first version read here.</p>
      ) : (
        <>
          {visibleChanges.length > 0 && (
            <ul>
              {visibleChanges.map((change) => (
                <Change key={change.field} change={change} />
              ))}
            </ul>
          )}
          {hidden > 0 && (
            <p className={textStyles.note}>
              {visibleChanges.length === 0 && 'Only '}
              {formatPlural(hidden, 'administrative change')}.
            </p>
          )}
        </>
      )}
    </li>
  )
}

const Change = ({ change }: { change: TrialChange }) => (
  <li className={textStyles.soft}>
    <strong>{fieldName(change)}</strong>: {wordOf(change, change.before)} → {wordOf(change, change.after)}
  </li>
)

/** Longer values are truncated: the register has the rest. */
const maxValueLength = 160

const wordOf = ({ field }: TrialChange, value: string | null): string => {
  if (value === null) return 'nothing'
  if (field === 'statusModule.overallStatus') return trialStatusWords[value as keyof typeof trialStatusWords] ?? value
  if (field.endsWith('.type')) return value === 'ACTUAL' ? 'actual' : value === 'ESTIMATED' ? 'planned' : value
  return value.length > maxValueLength ? `${value.slice(0, maxValueLength)}…` : value
}

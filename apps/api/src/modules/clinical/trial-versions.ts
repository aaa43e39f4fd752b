import type { TrialChange, TrialVersion } from '@auspex/sdk/types'

/** A record as it was read. */
export interface Snapshot {
  updatedDay: string | null
  readAt: Date
  fields: Readonly<Record<string, string>>
}

/** Changes of these fields matter to whoever follows a study; everything else is kept in order for the register's sake. */
const materialFields: readonly RegExp[] = [
  /^statusModule\.(overallStatus|lastKnownStatus|whyStopped)$/,
  /^statusModule\.(startDate|primaryCompletionDate|completionDate|resultsFirstPostDate)Struct\./,
  /^designModule\.(enrollmentInfo|phases|studyType|designInfo)(\.|$)/,
  /^outcomesModule\.(primary|secondary|other)Outcomes$/,
  /^armsInterventionsModule\./,
  /^eligibilityModule\./,
  /^conditionsModule\.conditions$/,
  /^sponsorCollaboratorsModule\.leadSponsor\.name$/,
  /^hasResults$/,
]
/** Two dates of the register, one the beginning of the other: `2026-03` that became `2026-03-14`. */
const dateField = /DateStruct\.date$/
/** The register's own stamps: they change whenever anything does, and say nothing by themselves. */
const stamps =
  /^statusModule\.(lastUpdateSubmitDate|lastUpdatePostDateStruct\..*|statusVerifiedDate|versionHolder|studyFirst.*|resultsFirstSubmit.*)$/
const longestValue = 2000
const mostChanges = 200

/** The fields that differ, the material ones first. What differs only in spaces, capitals or signs is administrative. */
export function compareRecords(before: Snapshot['fields'], after: Snapshot['fields']): TrialChange[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].toSorted()
  const changes = names.flatMap((field): TrialChange[] => {
    const [old, now] = [before[field] ?? null, after[field] ?? null]
    if (old === now) return []
    return [{ field, kind: kindOf(field, old, now), before: clip(old), after: clip(now) }]
  })
  return changes
    .toSorted((one, other) => Number(other.kind === 'material') - Number(one.kind === 'material'))
    .slice(0, mostChanges)
}

function kindOf(field: string, before: string | null, after: string | null): TrialChange['kind'] {
  if (stamps.test(field) || !materialFields.some((pattern) => pattern.test(field))) return 'administrative'
  if (toWords(before) === toWords(after)) return 'administrative'
  const isMoreExact = dateField.test(field) && before !== null && after !== null && isBeginning(before, after)
  return isMoreExact ? 'administrative' : 'material'
}

function isBeginning(one: string, other: string): boolean {
  return other.startsWith(`${one}-`) || one.startsWith(`${other}-`)
}

/** The words of a value without how they are set; numbers and comparisons are words. */
function toWords(value: string | null): string {
  return (value ?? '')
    .normalize('NFKC')
    .toLowerCase()
    .replace(/(?<!\d)[.,](?!\d)|(?<=\d)[.,](?!\d)|[;:·"'’“”()[\]*\\_-]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
}

function clip(value: string | null): string | null {
  if (value === null || value.length <= longestValue) return value
  return `${value.slice(0, longestValue - 1).toWellFormed()}…`
}

/** The versions of a study, newest first, each with what changed since the one before; oldest first is how they are given. */
export function toVersions(snapshots: readonly Snapshot[]): TrialVersion[] {
  return snapshots
    .map(({ updatedDay, readAt, fields }, index): TrialVersion => {
      const before = snapshots[index - 1]
      const changes = before === undefined ? [] : compareRecords(before.fields, fields)
      const isMaterial = changes.some(({ kind }) => kind === 'material')
      return { updatedDay, readAt: readAt.toISOString(), isMaterial, changes }
    })
    .toReversed()
}

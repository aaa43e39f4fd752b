import type { TrialChange, TrialVersion } from '@auspex/sdk/types'

/** A record as it was read. */
export interface Snapshot {
  updatedDay: string | null
  readAt: Date
  fields: Readonly<Record<string, string>>
}

/** Changes of these fields matter to people who follow a study; the others are administrative. */
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
/** A date of the register may become more exact without any news: `2026-03`, then `2026-03-14`. */
const dateField = /DateStruct\.date$/
/** The register's own timestamps: they change with every update, and carry no information themselves. */
const timestampField =
  /^statusModule\.(lastUpdateSubmitDate|lastUpdatePostDateStruct\..*|statusVerifiedDate|versionHolder|studyFirst.*|resultsFirstSubmit.*)$/
const maxValueLength = 2000
const maxChanges = 200

/** The fields that differ, the material ones first. Differences only in spaces, capitals or punctuation are administrative. */
export function compareRecords(before: Snapshot['fields'], after: Snapshot['fields']): TrialChange[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].toSorted()
  const changes = names.flatMap((field): TrialChange[] => {
    const [previous, current] = [before[field] ?? null, after[field] ?? null]
    if (previous === current) return []
    return [{ field, kind: kindOf(field, previous, current), before: truncate(previous), after: truncate(current) }]
  })
  return changes.toSorted((a, b) => Number(b.kind === 'material') - Number(a.kind === 'material')).slice(0, maxChanges)
}

function kindOf(field: string, before: string | null, after: string | null): TrialChange['kind'] {
  if (timestampField.test(field) || !materialFields.some((pattern) => pattern.test(field))) return 'administrative'
  if (toWords(before) === toWords(after)) return 'administrative'
  const isMoreExact = dateField.test(field) && before !== null && after !== null && isExtension(before, after)
  return isMoreExact ? 'administrative' : 'material'
}

/** Whether one date is the beginning of the other. */
function isExtension(a: string, b: string): boolean {
  return b.startsWith(`${a}-`) || a.startsWith(`${b}-`)
}

/** The words of a value without its formatting; numbers and comparison signs count as words. */
function toWords(value: string | null): string {
  return (value ?? '')
    .normalize('NFKC')
    .toLowerCase()
    .replace(/(?<!\d)[.,](?!\d)|(?<=\d)[.,](?!\d)|[;:·"'’“”()[\]*\\_-]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
}

function truncate(value: string | null): string | null {
  if (value === null || value.length <= maxValueLength) return value
  return `${value.slice(0, maxValueLength - 1).toWellFormed()}…`
}

/** The versions of a study, newest first, each with its changes since the previous one; takes snapshots oldest first. */
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

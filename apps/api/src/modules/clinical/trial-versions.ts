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
/** The register states some dates first by month and later by day, or the other way round, without any news: `2026-03`, `2026-03-14`. */
const dateField = /DateStruct\.date$/
/** Characters of a value in a change; a register's text may have tens of thousands. */
const maxValueLength = 2000
/** Of one update. A record that is written anew changes in each of its fields. */
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
  if (!materialFields.some((pattern) => pattern.test(field))) return 'administrative'
  if (toWords(before) === toWords(after)) return 'administrative'
  return dateField.test(field) && isSameDate(before, after) ? 'administrative' : 'material'
}

/** Whether one of two dates contains the other. */
function isSameDate(a: string | null, b: string | null): boolean {
  return a !== null && b !== null && (b.startsWith(`${a}-`) || a.startsWith(`${b}-`))
}

/** What separates words and carries no meaning. A dash is a sign where a number may begin: `≤ -2.5`, `[-5`, but not `18-65`, `18 -65` or a bullet. */
const formatting = /[.,](?!\d)|[;:·"'’“”()[\]*\\_]|(?<![\s≤≥<>=([:/,])-|(?<=\d\s)-|(?<=^\s*)-|-(?!\d)/gm

/** The words of a value without its formatting; numbers and comparison signs count as words. */
function toWords(value: string | null): string {
  return (value ?? '').normalize('NFKC').toLowerCase().replace(formatting, ' ').replace(/\s+/g, ' ').trim()
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

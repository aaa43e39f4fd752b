import type { SourceInfo, SourceKey, SourceProbe } from '@auspex/sdk'
import { formatPlural } from '../../lib/numbers/format.ts'
import { probeWords } from '../../lib/words/words.ts'

/** A source with its last probe; null if it was never probed. */
export interface SourceRow {
  readonly source: SourceInfo
  readonly probe: SourceProbe | null
}

export interface SourceGroup {
  readonly title: string
  readonly hint: string
  readonly rows: readonly SourceRow[]
}

/** Sources whose documents are already in the library, so that there is nothing to query. */
const isOwn = ({ source }: SourceRow): boolean => source.key === 'imported' || source.key === 'demo'

/** The sources in order of relevance: those that searches query, those that could be set up, and those in the library. */
export const groupSources = (rows: readonly SourceRow[]): SourceGroup[] => {
  const groups: SourceGroup[] = [
    {
      title: 'Used in searches',
      hint: 'Every search uses these unless you choose others.',
      rows: rows.filter((row) => row.source.enabled && !isOwn(row) && row.source.kind !== 'prices'),
    },
    {
      title: 'Used for prices',
      hint: 'Used when you compare a signal with a price. They are tried in this order.',
      rows: rows.filter((row) => row.source.enabled && row.source.kind === 'prices'),
    },
    {
      title: 'Not in use here',
      hint: 'Searches don’t use these. If a setting is missing, it is named here.',
      rows: rows.filter((row) => !row.source.enabled && !isOwn(row)),
    },
    {
      title: 'In the library already',
      hint: 'Documents that were imported or generated here. There is nothing to check.',
      rows: rows.filter(isOwn),
    },
  ]
  return groups.filter(({ rows: members }) => members.length > 0)
}

/** The sources that "probe all" probes. */
export const probeable = (rows: readonly SourceRow[]): SourceKey[] =>
  rows.filter((row) => !isOwn(row)).map(({ source }) => source.key)

/** "Of 12 sources: 9 answering, 1 failing, 2 waiting for a setting": what is known now. Empty if nothing is. */
export const summarise = (rows: readonly SourceRow[]): string => {
  const probes = rows.flatMap(({ probe }) => probe ?? [])
  if (probes.length === 0) return ''
  const count = (state: string) => probes.filter(({ status }) => probeWords[status].state === state).length
  const parts: [number, string][] = [
    [count('good'), 'answering'],
    [count('failed'), 'failing'],
    [probes.filter(({ status }) => status === 'not_configured').length, 'waiting for a setting'],
    [probes.filter(({ status }) => status === 'not_asked').length, 'not asked'],
  ]
  const counts = parts.filter(([number]) => number > 0).map(([number, words]) => `${number} ${words}`)
  return `Of ${formatPlural(probes.length, 'source')}: ${counts.join(', ')}`
}

/** Whether every probed source was unreachable: then this server is offline, not the sources. */
export const isCutOff = (rows: readonly SourceRow[]): boolean => {
  const statuses = rows.flatMap(({ probe }) => (probe === null || probe.durationMs === null ? [] : probe.status))
  return statuses.length > 2 && statuses.every((status) => status === 'upstream_down')
}

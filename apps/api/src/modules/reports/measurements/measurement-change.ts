import type { ChangeCause, ChangeSource, DaySpan, DocumentKind, SourceKey } from '@auspex/sdk/types'
import { daysBetween } from '@auspex/contract/days'
import { isInSample, type MemberFacts, type TopicMembers } from '../../library/index.ts'

/** A cause that is counted when a signal is measured. Those of another query are counted when two signals are compared. */
export type StepCause = Exclude<ChangeCause, 'query-added' | 'query-left'>

/** The days that a source covered for documents of one kind. */
export interface SourceCoverage {
  source: SourceKey
  kind: DocumentKind
  spans: readonly DaySpan[]
}

/** What one cause did between two measurements. */
export interface StepPart {
  /** Documents that came, or with a minus went. */
  documents: number
  sources: ChangeSource[]
}

export type StepParts = Partial<Record<StepCause, StepPart>>

/** Stored ids by cause, in base64; null where there are too many. */
export type StepDocuments = Partial<Record<StepCause, string | null>>

export interface Step {
  parts: StepParts
  partDocuments: StepDocuments
}

/** The measurement before, as far as the causes depend on it. */
export interface EarlierMeasurement {
  documents: number
  sampleFraction: number
  lastMeasuredAt: Date
  covered: readonly SourceCoverage[]
  ids: BigInt64Array
}

/** Above this many documents only their number is stored. */
const maxListedDocuments = 20_000

/** A source whose last covered day lies at most this long before a measurement was still being read then. */
const maxPauseDays = 7

/** A batch is stored up to this long after the instant that its documents carry. */
const commitMs = 60_000

type SampledIds = Pick<EarlierMeasurement, 'ids' | 'sampleFraction'>

/** Which documents of a topic came and went, as sorted ids of the part that both measurements read. */
export function compareMembers(
  earlier: SampledIds,
  later: SampledIds,
): { came: Set<bigint>; went: Set<bigint>; fraction: number } {
  const fraction = Math.min(earlier.sampleFraction, later.sampleFraction)
  const isCompared = (id: bigint) => fraction === 1 || isInSample(id, fraction)
  const [came, went] = [new Set<bigint>(), new Set<bigint>()]
  let [before, after] = [0, 0]
  while (before < earlier.ids.length || after < later.ids.length) {
    const [idBefore, idAfter] = [earlier.ids[before], later.ids[after]]
    if (idBefore !== undefined && idBefore === idAfter) {
      before += 1
      after += 1
    } else if (idBefore !== undefined && (idAfter === undefined || idBefore < idAfter)) {
      if (isCompared(idBefore)) went.add(idBefore)
      before += 1
    } else if (idAfter !== undefined) {
      if (isCompared(idAfter)) came.add(idAfter)
      after += 1
    }
  }
  return { came, went, fraction }
}

/**
 * Gives each document that came or went one cause, so that the parts sum to the change of the number of documents. `collected` has the times of
 * collection of all of them that are in the library.
 */
export function explainStep(
  earlier: EarlierMeasurement,
  later: { documents: number; sampleFraction: number; ids: BigInt64Array; members: Pick<TopicMembers, 'describe'> },
  collected: ReadonlyMap<string, number | null>,
): Step {
  const { came, went, fraction } = compareMembers(earlier, later)
  const byCause = Map.groupBy(later.members.describe(came), (member) => {
    const at = collected.get(String(member.id))
    // a document that is gone again was stored a moment ago
    const isOlder = at === null || (at !== undefined && at < earlier.lastMeasuredAt.getTime() - commitMs)
    if (isOlder) return 'method-added'
    return wasCovered(member, earlier) ? 'new' : 'newly-covered'
  })
  // those that are still in the library no longer match
  const reclassified = [...went].filter((id) => collected.has(String(id))).length
  const scale = (documents: number) => Math.round(documents / fraction)
  const parts: StepParts = {}
  const partDocuments: StepDocuments = {}
  for (const cause of ['new', 'newly-covered', 'method-added'] as const) {
    const members = byCause.get(cause)
    if (members === undefined) continue
    parts[cause] = { documents: scale(members.length), sources: countSources(members, scale) }
    partDocuments[cause] =
      fraction < 1 || members.length > maxListedDocuments ? null : encodeIds(members.map(({ id }) => id))
  }
  if (went.size > reclassified) parts.removed = { documents: -scale(went.size - reclassified), sources: [] }
  if (reclassified > 0) parts['method-left'] = { documents: -scale(reclassified), sources: [] }
  const explained = Object.values(parts).reduce((sum, { documents }) => sum + documents, 0)
  const rounding = later.documents - earlier.documents - explained
  if (rounding !== 0) parts.sample = { documents: rounding, sources: [] }
  return { parts, partDocuments }
}

/** Whether the source covered the day of a document at a measurement, or had only just begun it. */
function wasCovered(
  { source, kind, day }: MemberFacts,
  { covered, lastMeasuredAt }: Pick<EarlierMeasurement, 'covered' | 'lastMeasuredAt'>,
): boolean {
  const groups = covered.filter((group) => group.source === source && group.kind === kind)
  if (groups.length === 0) return false
  const measuredOn = lastMeasuredAt.toISOString().slice(0, 10)
  if (day >= measuredOn) return true
  const spans = groups.flatMap((group) => group.spans)
  if (spans.some(({ firstDay, lastDay }) => firstDay <= day && day <= lastDay)) return true
  const last = spans.reduce((latest, { lastDay }) => (lastDay > latest ? lastDay : latest), '')
  return last !== '' && day > last && daysBetween(last, measuredOn) <= maxPauseDays
}

function countSources(members: readonly MemberFacts[], scale: (documents: number) => number): ChangeSource[] {
  return [...Map.groupBy(members, ({ source }) => source)]
    .map(([source, own]) => {
      const days = own.map(({ day }) => day).toSorted()
      return { source, documents: scale(own.length), firstDay: days[0] ?? '', lastDay: days.at(-1) ?? '' }
    })
    .toSorted(byDocuments)
}

function byDocuments(a: ChangeSource, b: ChangeSource): number {
  return b.documents - a.documents || (a.source < b.source ? -1 : 1)
}

/** The parts of steps that follow each other, as one. */
export function sumSteps(steps: readonly Step[]): Step {
  const parts: StepParts = {}
  const partDocuments: StepDocuments = {}
  for (const step of steps)
    for (const [key, part] of Object.entries(step.parts)) {
      const cause = key as StepCause // the only keys of parts
      const sum = parts[cause]
      const ids = step.partDocuments[cause] ?? null
      if (sum === undefined) {
        parts[cause] = part
        partDocuments[cause] = ids
        continue
      }
      const sources = Map.groupBy([...sum.sources, ...part.sources], ({ source }) => source)
      parts[cause] = {
        documents: sum.documents + part.documents,
        sources: [...sources.values()].map(joinSources).toSorted(byDocuments),
      }
      const before = partDocuments[cause] ?? null
      partDocuments[cause] =
        before === null || ids === null ? null : encodeIds([...decodeIds(before), ...decodeIds(ids)])
    }
  return { parts, partDocuments }
}

/** The changes of one source as one. */
function joinSources(changes: ChangeSource[]): ChangeSource {
  return changes.reduce((one, other) => ({
    source: one.source,
    documents: one.documents + other.documents,
    firstDay: one.firstDay < other.firstDay ? one.firstDay : other.firstDay,
    lastDay: one.lastDay > other.lastDay ? one.lastDay : other.lastDay,
  }))
}

/** Stored ids as 64-bit integers in base64. */
function encodeIds(ids: readonly bigint[]): string {
  const { buffer, byteOffset, byteLength } = BigInt64Array.from(ids)
  return Buffer.from(buffer, byteOffset, byteLength).toString('base64')
}

export function decodeIds(base64: string): BigInt64Array {
  return toIds(Buffer.from(base64, 'base64'))
}

/** Ids from their bytes, which a buffer may have at any offset. */
export function toIds(bytes: Uint8Array): BigInt64Array {
  return new BigInt64Array(Uint8Array.from(bytes).buffer)
}

/** Which of the measurements to join with the one after it when there are too many: that which is followed soonest. Never the first or the last. */
export function chooseMeasurementToJoin(rows: readonly { measuredAt: Date }[]): number {
  let [chosen, shortest] = [1, Infinity]
  for (let index = 1; index < rows.length - 1; index += 1) {
    const gap = (rows[index + 1]?.measuredAt.getTime() ?? 0) - (rows[index]?.measuredAt.getTime() ?? 0)
    if (gap < shortest) [chosen, shortest] = [index, gap]
  }
  return chosen
}

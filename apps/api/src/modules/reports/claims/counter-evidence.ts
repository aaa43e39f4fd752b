import {
  counterEvidenceFormula,
  findDisputes,
  findOtherChanges,
  findOtherTone,
  type Opposite,
  oppositeOf,
  presentReport,
  type ReadDocument,
} from '@auspex/analytics'
import { addDays } from '@auspex/contract/days'
import type { Claim, CounterEvidence, SignalReport } from '@auspex/sdk/types'
import { CodedError } from '../../../kernel/errors.ts'
import type { DocumentFilter, DocumentsModule, StoredDocument } from '../../library/index.ts'
import { presentDocument, toLibraryDocument } from '../report/present-document.ts'
import { narrow } from '../signal-filter.ts'
import type { CanonicalQuery } from '../signal-query.ts'
import type { Signals } from '../signals.module.ts'

/** Documents that are read for one answer, at most; of more, every k-th in time. */
const maxRead = 800
/** With fewer on the two sides together, “nothing says otherwise” would only mean that little was read. */
const minRead = 5
/** Corrections come later than what they correct. */
const [daysBefore, daysAfter] = [7, 30]

interface CounterDependencies {
  signals: Signals
  documents: DocumentsModule
}

/** The parts of the answer that depend on the kind of claim. */
type Findings = Pick<CounterEvidence, 'state' | 'opposite' | 'note' | 'looked' | 'total' | 'items' | 'balance'>

/** What says the opposite of a claim. Throws `signals.not_found` and `claims.no_claim`. */
export async function findCounterEvidence(
  { signalId, claimId }: { signalId: string; claimId: string | null },
  deps: CounterDependencies,
): Promise<CounterEvidence> {
  const report = presentReport(await deps.signals.readReport(signalId))
  const claim = chooseClaim(report, claimId)
  const sentence = report.summary.statements.find(({ claimIds }) => claim !== null && claimIds.includes(claim.id))
  const opposite: Opposite =
    claim === null ? { kind: null, reason: 'No sentence heads this report.' } : oppositeOf(claim)
  return {
    signalId: report.signalId,
    claimId: claim?.id ?? null,
    claim: sentence?.text ?? null,
    kind: opposite.kind,
    ...(await findByKind(opposite, { report, query: await deps.signals.find(signalId) }, deps)),
    method: counterEvidenceFormula,
    computedAt: report.computedAt,
  }
}

function chooseClaim({ summary }: SignalReport, claimId: string | null): Claim | null {
  if (claimId === null) {
    const title = summary.statements.find(({ part }) => part === 'title') ?? summary.statements[0]
    return summary.claims.find(({ id }) => id === title?.claimIds[0]) ?? null
  }
  const claim = summary.claims.find(({ id }) => id === claimId)
  if (claim === undefined) throw noSuchClaim(claimId)
  return claim
}

interface ClaimedReport {
  report: SignalReport
  query: CanonicalQuery
}

async function findByKind(opposite: Opposite, claimed: ClaimedReport, deps: CounterDependencies): Promise<Findings> {
  if (opposite.kind === null)
    return {
      state: 'undefined',
      opposite: null,
      note: opposite.reason,
      looked: null,
      total: null,
      items: [],
      balance: null,
    }
  if (opposite.kind === 'tone') return findTone(opposite.side, claimed, deps)
  if (opposite.kind === 'change') return findChange(opposite, claimed, deps)
  return findStory(opposite, claimed, deps)
}

async function findTone(
  side: 'positive' | 'negative',
  { query }: ClaimedReport,
  deps: CounterDependencies,
): Promise<Findings> {
  const other = side === 'positive' ? 'negative' : 'positive'
  const { stored, filter } = await readDocuments(query, {}, deps)
  const without = new Set(filter.withoutTone ?? [])
  const { objections, balance } = findOtherTone(stored.map(toRead), side, { node: query.node, without })
  const looked = (balance?.agreeing ?? 0) + (balance?.otherwise ?? 0)
  const about = `documents about ${query.echo.subject ?? query.echo.title}`
  return {
    ...toFindings({ objections, stored, query, looked }),
    opposite: `The ${about} that sound ${other}, with a sentence about the topic that does.`,
    note:
      looked < minRead
        ? `Only ${count(looked, 'document')} with a clear tone could be looked at, which is too few.`
        : objections.length === 0
          ? `${count(looked, 'document')} with a clear tone were looked at. None has a sentence about the topic that sounds clearly ${other}.`
          : `${count(looked, 'document')} with a clear tone were looked at. ${balance?.otherwise ?? 0} sound ${other}, and ${objections.length} of them say so of the topic itself.`,
    balance,
  }
}

async function findStory(
  opposite: Extract<Opposite, { kind: 'story' }>,
  { query }: ClaimedReport,
  deps: CounterDependencies,
): Promise<Findings> {
  const [told] = await deps.documents.getDocuments([opposite.documentIds[0] ?? ''], { withoutTone: null })
  const day = told?.publishedAt.slice(0, 10)
  const [first, last] = [opposite.from ?? day, opposite.to ?? day]
  const part =
    first === undefined || last === undefined
      ? {}
      : { fromDay: addDays(first, -daysBefore), toDay: addDays(last, daysAfter) }
  const { stored } = await readDocuments(query, part, deps)
  const { objections, balance } = findDisputes(stored.map(toRead), opposite, query.node)
  const looked = stored.length
  const days = part.fromDay === undefined ? '' : ` from ${part.fromDay} to ${part.toDay}`
  return {
    ...toFindings({ objections, stored, query, looked }),
    opposite: `Documents about the topic${days} that dispute “${opposite.headline.slice(0, 300)}”.`,
    note:
      looked < minRead
        ? `Only ${count(looked, 'document')} of these weeks could be looked at, which is too few.`
        : objections.length === 0
          ? `${count(looked, 'document')} of the weeks around it were looked at. None disputes it in words that we recognize.`
          : `${count(looked, 'document')} of the weeks around it were looked at. ${objections.length === 1 ? 'One disputes' : `${objections.length} dispute`} something of it.`,
    balance: objections.length === 0 ? null : balance,
  }
}

async function findChange(
  { from, to, grew }: Extract<Opposite, { kind: 'change' }>,
  { query }: ClaimedReport,
  deps: CounterDependencies,
): Promise<Findings> {
  const days = (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1
  const part = { fromDay: addDays(from, -days), toDay: to }
  const { stored } = await readDocuments(query, part, deps)
  const others = findOtherChanges(stored.map(toRead), { from, grew })
  const direction = grew ? 'fewer' : 'more'
  const lines = others
    .slice(0, 5)
    .map(({ source, kind, before, now }) => `${kind}s of ${deps.signals.labelOf(source)}: ${now}, and ${before} before`)
  return {
    state: stored.length < minRead ? 'undefined' : others.length === 0 ? 'none' : 'found',
    opposite: `Kinds of sources with clearly ${direction} documents from ${from} to ${to} than in the ${days} days before.`,
    note:
      stored.length < minRead
        ? `Only ${count(stored.length, 'document')} of these days could be looked at, which is too few.`
        : others.length === 0
          ? `${count(stored.length, 'document')} were looked at. In no kind of source were there clearly ${direction}.`
          : `${count(stored.length, 'document')} were looked at. There were clearly ${direction} among the ${lines.join('; ')}.`,
    looked: stored.length,
    total: null,
    items: [],
    balance: null,
  }
}

function toFindings({
  objections,
  stored,
  query,
  looked,
}: {
  objections: ReturnType<typeof findDisputes>['objections']
  stored: readonly StoredDocument[]
  query: CanonicalQuery
  looked: number
}): Pick<Findings, 'state' | 'looked' | 'total' | 'items'> {
  const byId = new Map(stored.map((document) => [document.documentId, document]))
  return {
    state: looked < minRead ? 'undefined' : objections.length === 0 ? 'none' : 'found',
    looked,
    total: objections.length,
    items: (looked < minRead ? [] : objections).slice(0, 3).flatMap(({ id, reason, passage }) => {
      const document = byId.get(id)
      return document === undefined
        ? []
        : [{ document: presentDocument(toLibraryDocument(document), query.node), reason, passage }]
    }),
  }
}

/** All documents of a part of a signal, or every k-th in time. */
async function readDocuments(
  query: CanonicalQuery,
  part: Parameters<typeof narrow>[1],
  { signals, documents }: CounterDependencies,
): Promise<{ stored: StoredDocument[]; filter: DocumentFilter }> {
  const { filter } = await signals.filterOf(query)
  const narrowed = narrow(filter, part)
  const isLarge = (await documents.estimateDocuments(narrowed)) > 100_000
  const ids = await documents.lists.sampleInTime(narrowed, { size: maxRead, isLarge })
  return { stored: await documents.getDocuments(ids, { withoutTone: filter.withoutTone }), filter: narrowed }
}

function toRead({ documentId, clusterId, sourceKey, toneLabel, publishedAt, ...rest }: StoredDocument): ReadDocument {
  return {
    ...rest,
    id: documentId,
    storyCluster: clusterId,
    source: sourceKey,
    tone: toneLabel,
    day: publishedAt.slice(0, 10),
  }
}

function count(n: number, noun: string): string {
  return `${n.toLocaleString('en')} ${noun}${n === 1 ? '' : 's'}`
}

/** The summary has no claim of that number. */
function noSuchClaim(claimId: string): CodedError {
  return new CodedError({
    kind: 'not_found',
    code: 'claims.no_claim',
    title: 'The summary has no such claim',
    detail: `${claimId} is none of the claims of the report as it is now; read the report again.`,
  })
}

import type { Handlers } from '../../../http/handlers.ts'
import type { StoredDocument } from '../../library/index.ts'
import {
  evidence as evidenceOf,
  explainTone,
  formulas,
  presentReport,
  styleOfKind,
  type TextStyle,
  wordsOfQuery,
  wordsWithoutTone,
} from '@auspex/analytics'
import { refusal } from '@auspex/contract/refusals'
import type { DocumentTone, EvidenceFilter, SentenceTone, SummarySection } from '@auspex/sdk/types'
import { CodedError } from '../../../kernel/errors.ts'
import { readSignalQuery } from '../signal-query.ts'
import { findCounterEvidence } from './counter-evidence.ts'
import { originOf } from './numbers/origin-of.ts'
import { type ClaimDependencies, rephraseSummary } from './rephrase-summary.ts'

/** Only this much of title and body is scored when a document is stored, because tone shows in the first pages. */
const maxScoredLength = 5_000
const joint = '. '

export type ClaimOperations = ReturnType<typeof createClaimOperations>

/** The operations of claims. A signal is a public query, so every signed-in person may read any of them. */
export function createClaimOperations(deps: ClaimDependencies) {
  const { signals, documents } = deps
  return {
    getExecutiveSummary: async ({ body: { id, entity, geo, startDate, endDate } }, { signal }) => {
      const part = { entity, country: geo, fromDay: startDate, toDay: endDate }
      const section = narrowClaims(await signals.section(id, 'summary', part), part)
      return { status: 200, body: await rephraseSummary(section, signal, deps) }
    },

    getTrendSummary: async ({ body }, { signal }) => {
      const section = await signals.sumUp(readSignalQuery({ query_term: body.trend }), body.input ?? null)
      return { status: 200, body: await rephraseSummary(section, signal, deps) }
    },

    getSignalNumber: async ({ path: { id }, query: { pointer } }) => {
      const report = presentReport(await signals.readReport(id))
      const origin = originOf(report, pointer)
      if (origin === null) throw noSuchNumber(pointer)
      const { evidence } = origin
      const documentCount = origin.isListed ? await signals.countListed(id, evidence) : null
      const { isListed: _isListed, ...number } = origin
      return {
        status: 200,
        body: {
          signalId: report.signalId,
          pointer,
          ...number,
          query: report.query,
          documents: documentCount,
          sources: report.coverage.sources,
          runs: report.coverage.runs,
          computedAt: report.computedAt,
          libraryRevision: report.libraryRevision,
        },
      }
    },

    getCounterEvidence: async ({ path: { id }, query: { claimId } }) => ({
      status: 200,
      body: await findCounterEvidence({ signalId: id, claimId: claimId ?? null }, deps),
    }),

    getDocumentTone: async ({ path: { id }, query: { signalId } }) => {
      const withoutTone =
        signalId === undefined ? [] : wordsWithoutTone(wordsOfQuery((await signals.find(signalId)).node))
      const [document] = await documents.getDocuments([id], { withoutTone })
      if (document === undefined) throw noSuchDocument()
      return { status: 200, body: toDocumentTone(document, withoutTone) }
    },
  } satisfies Partial<Handlers>
}

/** The report has no number at that pointer. */
function noSuchNumber(pointer: string): CodedError {
  return new CodedError({
    kind: 'not_found',
    ...refusal('claims.no_number'),
    detail: `${pointer.slice(0, 200)} leads to no number of the report as it is now; read the report again.`,
  })
}

/** The library does not contain the document. */
function noSuchDocument(): CodedError {
  return new CodedError({
    kind: 'not_found',
    ...refusal('claims.no_document'),
  })
}

/** The sentences of a stored document with the words that determine their tone; omits neutral words of a query. */
function toDocumentTone(document: StoredDocument, withoutTone: readonly string[] = []): DocumentTone {
  const { documentId, kind, title, body, lang, tone, toneLabel } = document
  const toneOptions = { lang, style: styleOfKind(kind), without: new Set(withoutTone) }
  const readTitle = title.slice(0, maxScoredLength)
  const readBody = (body ?? '').slice(0, Math.max(0, maxScoredLength - readTitle.length - joint.length))
  return {
    documentId,
    language: lang,
    label: toneLabel,
    score: tone,
    sentences: [...sentencesOf('title', readTitle, toneOptions), ...sentencesOf('body', readBody, toneOptions)],
    isCut: title.length > readTitle.length || (body ?? '').length > readBody.length,
    formula: formulas.tone,
  }
}

function sentencesOf(
  part: SentenceTone['part'],
  text: string,
  { lang, style, without }: { lang: string | null; style: TextStyle; without: ReadonlySet<string> },
): SentenceTone[] {
  return explainTone(text, lang, { style, without }).map(({ start, end, label, score, words }) => ({
    part,
    text: text.slice(start, end),
    label,
    score,
    words: words.map((word) => ({ start: word.start - start, end: word.end - start, valence: word.valence })),
  }))
}

/** The part of a signal that an operation requests. */
interface SummaryPart {
  entity?: string | null | undefined
  country?: string | null | undefined
  fromDay?: string | null | undefined
  toDay?: string | null | undefined
}

/** Limits the evidence of a summary's claims to the documents of the part, so that claim and list agree. */
function narrowClaims(section: SummarySection, part: SummaryPart): SummarySection {
  if (Object.values(part).every((value) => value == null)) return section
  return {
    ...section,
    claims: section.claims.map((claim) => ({
      ...claim,
      numbers: claim.numbers.map((number) => ({ ...number, pointer: null })),
      evidence: narrowEvidence(claim.evidence, part),
    })),
  }
}

function narrowEvidence(filter: EvidenceFilter, { entity, country, fromDay, toDay }: SummaryPart): EvidenceFilter {
  return evidenceOf({
    ...filter,
    context: filter.context ?? entity ?? null,
    country: filter.country ?? country ?? null,
    from: later(filter.from, fromDay),
    to: earlier(filter.to, toDay),
  })
}

function later(a: string | null | undefined, b: string | null | undefined): string | null {
  if (a == null || b == null) return a ?? b ?? null
  return a > b ? a : b
}

function earlier(a: string | null | undefined, b: string | null | undefined): string | null {
  if (a == null || b == null) return a ?? b ?? null
  return a < b ? a : b
}

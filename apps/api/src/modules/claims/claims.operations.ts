import { wordsOfQuery, wordsWithoutTone } from '@auspex/analytics'
import type { Handlers } from '../../http/handlers.ts'
import { presentReport, readSignalQuery, type SignalsModule } from '../signals/index.ts'
import { narrowClaims } from './narrow-claims.ts'
import type { DocumentsModule } from '../documents/index.ts'
import { noSuchDocument, noSuchNumber } from './claims.errors.ts'
import { toDocumentTone } from './document-tone.ts'
import { originOf } from './numbers/origin-of.ts'
import type { SummaryRephraser } from './rephrase-summary.ts'

export type ClaimOperations = Pick<
  Handlers,
  'getExecutiveSummary' | 'getTrendSummary' | 'getSignalNumber' | 'getDocumentTone'
>

/** The operations of claims. A signal is a public question, so every signed-in person may read any of them. */
export function createClaimOperations({
  signals,
  documents,
  rephrase,
}: {
  signals: SignalsModule['signals']
  documents: Pick<DocumentsModule, 'getDocuments'>
  rephrase: SummaryRephraser
}): ClaimOperations {
  return {
    getExecutiveSummary: async ({ body: { id, entity, geo, startDate, endDate } }, { signal }) => {
      const part = { entity, country: geo, fromDay: startDate, toDay: endDate }
      const section = narrowClaims(await signals.section(id, 'summary', part), part)
      return { status: 200, body: await rephrase(section, signal) }
    },

    getTrendSummary: async ({ body }, { signal }) => {
      const section = await signals.sumUp(readSignalQuery({ query_term: body.trend }), body.input ?? null)
      return { status: 200, body: await rephrase(section, signal) }
    },

    getSignalNumber: async ({ path: { id }, query: { pointer } }) => {
      const report = presentReport(await signals.readReport(id))
      const origin = originOf(report, pointer)
      if (origin === null) throw noSuchNumber(pointer)
      const { evidence } = origin
      const listed = origin.isListed ? await signals.countListed(id, evidence) : null
      const { isListed: _isListed, ...number } = origin
      return {
        status: 200,
        body: {
          signalId: report.signalId,
          pointer,
          ...number,
          query: report.query,
          documents: listed,
          sources: report.coverage.sources,
          runs: report.coverage.runs,
          computedAt: report.computedAt,
          libraryRevision: report.libraryRevision,
        },
      }
    },

    getDocumentTone: async ({ path: { id }, query: { signalId } }) => {
      const withoutTone =
        signalId === undefined ? [] : wordsWithoutTone(wordsOfQuery((await signals.find(signalId)).node))
      const [document] = await documents.getDocuments([id], withoutTone)
      if (document === undefined) throw noSuchDocument()
      return { status: 200, body: toDocumentTone(document, withoutTone) }
    },
  }
}

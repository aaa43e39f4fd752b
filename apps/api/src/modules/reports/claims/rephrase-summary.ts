import { createHash } from 'node:crypto'
import { checkRephrasing, checkText, type QuotableDocument } from '@auspex/analytics'
import type { Claim, Statement, SummarySection } from '@auspex/sdk/types'
import type { Logger } from '../../../kernel/logger.ts'
import type { DocumentsModule } from '../../library/index.ts'
import type { Signals } from '../signals.module.ts'
import { maxShownTitle } from '../report/present-document.ts'
import { type Rephraser, RephraserError } from './rephraser/openai-rephraser.ts'

export interface ClaimDependencies {
  signals: Signals
  documents: DocumentsModule
  /** The language model for rewording; null for none. */
  rephraser: Rephraser | null
  /** Cached responses of the model: the same sentences are not sent twice. */
  rewordings: Map<string, (string | null)[]>
  log: Logger
}

/** Maximum number of cached responses. */
const maxCached = 200

/**
 * Lets a language model reword a summary. Each sentence it returns is checked against its own claims; one that fails keeps the template's wording,
 * and without a response all of them do.
 */
export async function rephraseSummary(
  section: SummarySection,
  signal: AbortSignal,
  deps: ClaimDependencies,
): Promise<SummarySection> {
  const { rephraser, log } = deps
  if (rephraser === null || section.statements.length === 0) return section
  const answers = await requestRewording(
    rephraser,
    section.statements.map(({ text }) => text),
    { ...deps, signal },
  )
  if (answers.length === 0) return section
  const quotable = await readQuotedDocuments(section.claims, deps)
  const statements = section.statements.map((statement, index) =>
    chooseWording({ statement, answer: answers[index] ?? null, claims: section.claims, quotable }),
  )
  const reworded = statements.filter(({ origin }) => origin === 'rephrased').length
  log.info({ reworded, refused: statements.length - reworded }, 'a summary was reworded')
  return { ...section, statements }
}

async function requestRewording(
  model: Rephraser,
  texts: readonly string[],
  { signal, rewordings, log }: ClaimDependencies & { signal: AbortSignal },
): Promise<(string | null)[]> {
  const key = createHash('sha256').update(JSON.stringify(texts)).digest('hex')
  const cached = rewordings.get(key)
  if (cached !== undefined) return cached
  try {
    const answers = await model.rephrase(texts, signal)
    rewordings.set(key, answers)
    for (const oldest of rewordings.keys()) if (rewordings.size > maxCached) rewordings.delete(oldest)
    return answers
  } catch (error) {
    if (!(error instanceof RephraserError)) throw error
    log.warn({ reason: error.reason }, `${error.message}; the summary stays as its templates wrote it`)
    return []
  }
}

async function readQuotedDocuments(
  claims: readonly Claim[],
  { documents }: ClaimDependencies,
): Promise<ReadonlyMap<string, QuotableDocument>> {
  const ids = claims.flatMap(({ quote }) => quote?.documentId ?? [])
  const quotedDocuments = await documents.getDocuments([...new Set(ids)], { withoutTone: null })
  return new Map(
    quotedDocuments.map(({ documentId, title, body }) => [
      documentId,
      // as reports show it, since quotations are places in these texts
      { id: documentId, title: title.slice(0, maxShownTitle), body },
    ]),
  )
}

/** The model's wording if it says what the template says, otherwise the template's. */
function chooseWording({
  statement,
  answer,
  claims,
  quotable,
}: {
  statement: Statement
  answer: string | null
  claims: readonly Claim[]
  quotable: ReadonlyMap<string, QuotableDocument>
}): Statement {
  if (answer === null || answer.trim() === statement.text) return statement
  const statementClaims = claims.filter(({ id }) => statement.claimIds.includes(id))
  const template = checkText(statement.text, statementClaims, quotable)
  if (!template.ok) return statement
  const checked = checkRephrasing({
    text: answer,
    template: template.text,
    claims: statementClaims,
    documents: quotable,
  })
  return checked.ok ? { ...statement, text: checked.text, origin: 'rephrased' } : statement
}

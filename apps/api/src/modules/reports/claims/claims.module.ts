import type { Logger } from '../../../kernel/logger.ts'
import type { DocumentsModule } from '../../library/index.ts'
import type { SignalsModule } from '../signals.module.ts'
import { type ClaimOperations, createClaimOperations } from './claims.operations.ts'
import { createSummaryRephraser } from './rephrase-summary.ts'
import { createOpenAiRephraser } from './rephraser/openai-rephraser.ts'
import type { RephraserConfig } from './rephraser/rephraser.port.ts'

export interface ClaimsDependencies {
  signals: SignalsModule['signals']
  documents: DocumentsModule
  /** The language model for rewording; null for none. */
  rephraser: RephraserConfig | null
  log: Logger
}

/** Summaries of checked claims, and the origin of every number. */
export function createClaimsModule({ signals, documents, rephraser, log }: ClaimsDependencies): {
  operations: ClaimOperations
} {
  const rephrase = createSummaryRephraser({
    rephraser: rephraser === null ? null : createOpenAiRephraser(rephraser),
    documents,
    log,
  })
  return { operations: createClaimOperations({ signals, documents, rephrase }) }
}

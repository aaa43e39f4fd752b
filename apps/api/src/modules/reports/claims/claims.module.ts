import type { Logger } from '../../../kernel/logger.ts'
import type { DocumentsModule } from '../../library/index.ts'
import type { SignalsModule } from '../signals.module.ts'
import { type ClaimOperations, createClaimOperations } from './claims.operations.ts'
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
export function createClaimsModule({ rephraser: config, ...dependencies }: ClaimsDependencies): {
  operations: ClaimOperations
} {
  const rephraser = config === null ? null : createOpenAiRephraser(config)
  return { operations: createClaimOperations({ ...dependencies, rephraser, rewordings: new Map() }) }
}

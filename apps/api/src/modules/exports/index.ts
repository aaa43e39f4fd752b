import type { Database } from '../../adapters/database/database.port.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { CreateId } from '../../kernel/ids.ts'
import type { Logger } from '../../kernel/logger.ts'
import type { DocumentsModule } from '../documents/index.ts'
import type { SignalsModule } from '../signals/index.ts'
import { createExportRunner } from './export-runner.ts'
import { createExportOperations, type ExportOperations } from './exports.operations.ts'
import { createExportsRepository } from './exports.repository.ts'
import { createExportUsecases } from './exports.usecases.ts'
import { createMakeFile } from './make-file.ts'

export { BundleUnreadable } from './bundle/bundle-unreadable.ts'
export { readBundle } from './bundle/read-bundle.ts'
export { isVerified, type Verification, verifyBundle } from './bundle/verify-bundle.ts'
export type { ExportOperations } from './exports.operations.ts'

export interface ExportsModule {
  operations: ExportOperations
  /** Takes up what a stopped process left and sweeps expired files. */
  start(): Promise<void>
  stop(): Promise<void>
}

/** Files of reports. */
export function createExportsModule(dependencies: {
  database: Database
  documents: DocumentsModule
  signals: SignalsModule['signals']
  clock: Clock
  createId: CreateId
  log: Logger
}): ExportsModule {
  const { database, documents, signals, clock, createId, log } = dependencies
  const repository = createExportsRepository(database)
  const makeFile = createMakeFile({
    signals,
    documents,
    clock,
  })
  const runner = createExportRunner({ repository, makeFile, clock, log })
  const usecases = createExportUsecases({ repository, signals, clock, createId, wake: runner.wake })
  return {
    operations: createExportOperations(usecases),
    start: () => runner.start(database.engine === 'embedded'),
    stop: runner.stop,
  }
}

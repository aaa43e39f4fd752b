export { openDatabase, type OpenDatabaseOptions, openUnmigrated } from './adapters/database/open-database.ts'
export { removeEmbedded } from './adapters/database/embedded/create-folder.ts'
export { nameFolderError } from './adapters/database/embedded/explain-start.ts'
export { DatabaseStartError, DataFolderInUseError } from './adapters/database/database.errors.ts'
export { BackupError } from './adapters/database/backup/backup.errors.ts'
export { restoreBackup } from './adapters/database/backup/restore-backup.ts'
export { writeBackup } from './adapters/database/backup/write-backup.ts'
export type { Database, DatabaseLoad, DatabaseLog } from './adapters/database/database.port.ts'
export { ConfigError } from './config/config-error.ts'
export { type Config, readConfig } from './config/config.ts'
export { type Clock, systemClock } from './kernel/clock.ts'
export { createLogger, type Logger } from './kernel/logger.ts'
export type { Role } from './modules/background.ts'
export { type Api, type ApiOptions, createApi } from './start.ts'
export type { JobsOverview } from './adapters/jobs/jobs.port.ts'
export { listenTo, type RequestFacts, tell } from './kernel/telemetry.ts'
export { createRandomId } from './kernel/ids.ts'
export { version } from './kernel/version.ts'
export { createSecurityLog, type SecurityLog } from './modules/people/index.ts'
export type { RecordSecurityEvent, SecurityEvent, SecurityFacts } from './kernel/security-event.ts'
export { notBuiltIds } from './modules/not-built.ts'
export { compareRecords, countFacets, toCounted } from './modules/clinical/index.ts'
export { ch, integer } from './adapters/clickhouse/statement.ts'
export {
  countMatching,
  createDocumentsModule,
  type DocumentsModule,
  moveDocuments,
  MoveLeftoverError,
  prepareInThreads,
  readDocumentPlace,
  toMatching,
} from './modules/library/index.ts'
export { createSignalsModule, readSignalQuery } from './modules/reports/index.ts'
export { presentImport } from './modules/library/index.ts'
export { BundleUnreadable, isVerified, readBundle, type Verification, verifyBundle } from './modules/writing/index.ts'
export type { ClickhouseEngine } from './adapters/clickhouse/engine.port.ts'
export { openClickhouse } from './adapters/clickhouse/open-clickhouse.ts'

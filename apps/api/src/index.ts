// The server
export { type Config, ConfigError, readConfig } from './config/config.ts'
export { type ApiOptions, createApi } from './start.ts'
export type { Role } from './modules/background.ts'
export type { JobsOverview } from './adapters/jobs/jobs.port.ts'
export {
  createAdministered,
  createSecurityLog,
  createWriteAudit,
  describeClientRemoval,
  describeRegistration,
  isGroupMember,
  readNewClient,
  toStatements,
} from './modules/people/index.ts'
export type { RecordSecurityEvent, SecurityEvent, SecurityFacts } from './kernel/security-event.ts'
export { notBuiltIds } from './modules/not-built.ts'
export { createLogger, type Logger } from './kernel/logger.ts'
export { listenTo, type RequestFacts, tell } from './kernel/telemetry.ts'
export { systemClock } from './kernel/clock.ts'
export { createRandomId } from './kernel/ids.ts'
export { version } from './kernel/version.ts'

// The database, its backups and its data folder
export type { Database, DatabaseLoad } from './adapters/database/database.port.ts'
export { DatabaseStartError, DataFolderInUseError } from './adapters/database/database.errors.ts'
export { nameFolderError, openDatabase, openUnmigrated } from './adapters/database/open-database.ts'
export { removeEmbedded } from './adapters/database/embedded/create-folder.ts'
export { restoreBackup } from './adapters/database/backup/restore-backup.ts'
export { writeBackup } from './adapters/database/backup/write-backup.ts'

// The library and its ClickHouse, for the commands and the benchmarks
export {
  createDocumentsModule,
  type DocumentsModule,
  moveDocuments,
  MoveLeftoverError,
  presentImport,
  readDocumentLocation,
  toMatching,
} from './modules/library/index.ts'
export type { ClickhouseEngine } from './adapters/clickhouse/engine.port.ts'
export { openClickhouse } from './adapters/clickhouse/open-clickhouse.ts'
export { ch, integer } from './adapters/clickhouse/statement.ts'

// Bundles of reports
export {
  UnreadableBundleError,
  isVerified,
  readBundle,
  type DeletedPart,
  type Verification,
  verifyBundle,
} from './modules/writing/index.ts'

import { CodedError, OutageError } from '../../kernel/errors.ts'

/** Another live process has the data folder open; two writers would silently lose each other's rows. */
export class DataFolderInUseError extends Error {
  override readonly name = 'DataFolderInUseError'
  readonly code = 'database.data_folder_in_use'
  readonly folder: string
  readonly pid: number | null

  constructor(folder: string, pid: number | null) {
    const holder = pid === null ? 'another process' : `process ${pid}`
    super(`The data folder ${folder} is in use by ${holder}. Stop it first, or choose another folder.`)
    this.folder = folder
    this.pid = pid
  }
}

/** The embedded engine could not start: a damaged folder, no space, or a folder of another version. */
export class DatabaseStartError extends Error {
  override readonly name = 'DatabaseStartError'
  readonly code = 'database.start_failed'
}

/** The embedded engine stopped while it was in use. Everything acknowledged is on disk; a restart continues from there. */
export class DatabaseCrashedError extends Error {
  override readonly name = 'DatabaseCrashedError'
  readonly code = 'database.crashed'
  /** The engine's own message. */
  readonly reason: string
  /** It stopped because the disk was full, so it can be opened again. */
  readonly isFull: boolean

  constructor(reason: string, { isFull }: { isFull: boolean }) {
    super(`The embedded database stopped: ${reason}`)
    this.reason = reason
    this.isFull = isFull
  }
}

/** A migration failed, or the tables are not of this version or an older one; the database stays as it was. */
export class MigrationError extends Error {
  override readonly name = 'MigrationError'
  readonly code = 'database.migration_failed'
}

/** An analysis statement exceeded the time limit. Retrying it is unlikely to be faster. */
export class StatementTimeoutError extends CodedError {
  constructor(limitMs: number) {
    super({
      kind: 'unavailable',
      code: 'request.took_too_long',
      title: 'This query took too long',
      detail: `It was stopped after ${limitMs / 1000} seconds of work. Ask about fewer days or sources, or replace the most frequent words with rarer ones.`,
    })
  }
}

/** The database is unreachable, or the connection broke in the middle of a statement. This is temporary, so retrying is worthwhile. */
export class DatabaseUnreachableError extends OutageError {
  override readonly name = 'DatabaseUnreachableError'

  constructor(phase: 'connecting' | 'querying', cause: Error) {
    super({
      code: 'database.unreachable',
      title: 'The database cannot be reached',
      detail:
        phase === 'connecting'
          ? 'Nothing was stored. Try again in a few seconds.'
          : 'The connection broke while it worked. Send the request again in a few seconds: with the same Idempotency-Key a change takes effect once.',
      retryAfterSeconds: 5,
      cause,
    })
  }
}

/** The database's disk is full: reads still work, writes do not. */
export class DatabaseFullError extends OutageError {
  override readonly name = 'DatabaseFullError'

  constructor(cause: Error) {
    super({
      code: 'database.full',
      title: 'The database is full',
      detail: 'The change could not be stored. Try again once the operator of this installation has freed space.',
      retryAfterSeconds: 60,
      cause,
    })
  }
}

/** The database is read-only: a replica, a server being failed over, or a host that refuses changes while its disk is full. */
export class DatabaseReadOnlyError extends OutageError {
  override readonly name = 'DatabaseReadOnlyError'

  constructor(cause: Error) {
    super({
      code: 'database.read_only',
      title: 'The database cannot take changes right now',
      detail:
        'Nothing was stored; reading still works. Try again in a minute; if the problem persists, tell the operator of this installation.',
      retryAfterSeconds: 60,
      cause,
    })
  }
}

/** A backup that cannot be created, read or restored; the message says why and what to do. */
export class BackupError extends Error {
  override readonly name = 'BackupError'
  readonly code = 'backup.refused'
}

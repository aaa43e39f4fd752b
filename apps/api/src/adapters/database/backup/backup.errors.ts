/** A backup that cannot be created, read or restored; the message says why and what to do. */
export class BackupError extends Error {
  override readonly name = 'BackupError'
  readonly code = 'backup.refused'
}

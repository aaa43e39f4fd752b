import { execFileSync } from 'node:child_process'
import { cpSync, existsSync } from 'node:fs'
import { join } from 'node:path'

/** Copies every file of the repository that is tracked, or would be: as it lies on the disk, without packages and builds. */
export const copyRepository = (folder: string): void => {
  const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  }).split('\n')
  for (const file of files) if (file !== '' && existsSync(file)) cpSync(file, join(folder, file))
}

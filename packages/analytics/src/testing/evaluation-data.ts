import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'

const siblingFolder = fileURLToPath(new URL('../../../../../shared/data', import.meta.url))

/** Folder of evaluation data that is not part of the repository; null, with a printed reason, where it is absent. */
export function findEvaluationData(part: string): string | null {
  const folder = `${process.env['AUSPEX_SHARED_DATA'] ?? siblingFolder}/${part}`
  if (existsSync(folder)) return folder
  console.info(`evaluation skipped: no ${part} (set AUSPEX_SHARED_DATA to a folder that has it)`)
  return null
}

/** Rows of a gzipped JSON Lines file. */
export function readJsonLines<Row>(path: string): Row[] {
  const text = gunzipSync(readFileSync(path)).toString('utf8')
  // The caller states the type of the rows, because it knows the file.
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Row)
}

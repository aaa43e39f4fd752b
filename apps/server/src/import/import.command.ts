import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { ApiError, AuspexError } from '@auspex/sdk'
import { ImportFormatError } from '@auspex/sources'
import { createProgressLine, type ProgressLine } from '../program/progress-line.ts'
import { chooseTarget } from './choose-target.ts'
import { type FileResult, importFile } from './import-file.ts'
import type { ImportTarget } from './import-target.ts'

const number = new Intl.NumberFormat('en')
/** Rejected lines of one file that are named; the others are counted. */
const shownRejections = 20

/** Loads documents from files through the running server when there is one, and says what became of each file. */
export async function importFiles(args: readonly string[]): Promise<number> {
  const files = args.map((file) => resolve(process.env.AUSPEX_INVOKED_FROM ?? process.cwd(), file))
  if (files.length === 0) {
    console.error('Usage: npm run import -- FILE…   (JSONL or CSV, plain or gzip; see docs/import-format.md)')
    return 2
  }
  const missing = files.filter((file) => !existsSync(file))
  if (missing.length > 0) {
    console.error(`There is no such file: ${missing.join(', ')}`)
    return 2
  }
  const target = await chooseTarget().catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : error)
    return null
  })
  if (target === null) return 1
  console.log(`Importing into ${target.name}`)
  const line = createProgressLine()
  let failed = false
  try {
    for (const file of files) {
      console.log(file)
      const isWhole = await importOne({ file, target, line }).catch((error: unknown) => {
        console.error(`\n  ${explain(error)}`)
        return false
      })
      failed ||= !isWhole
    }
  } finally {
    await target.close()
  }
  return failed ? 1 : 0
}

/** Resolves with whether the file was read to its end. */
async function importOne({
  file,
  target,
  line,
}: {
  file: string
  target: ImportTarget
  line: ProgressLine
}): Promise<boolean> {
  const started = performance.now()
  let rejected = 0
  const result = await importFile(file, target, {
    progress: (state, rate) =>
      line.show(
        `${number.format(state.read)} read, ${number.format(state.stored)} stored, ${number.format(Math.round(rate))} a second`,
      ),
    rejected: (at, reason) => {
      rejected += 1
      if (rejected <= shownRejections) console.error(`\n  line ${at}: ${reason}`)
    },
  })
  if (rejected > shownRejections)
    console.error(`\n  and ${number.format(rejected - shownRejections)} more rejected lines`)
  line.clear()
  const seconds = (performance.now() - started) / 1000
  console.log(
    result.alreadyDone
      ? `  imported before: ${summarize(result)}`
      : `  ${summarize(result)} in ${seconds.toFixed(1)} s`,
  )
  if (result.damage === null) return true
  console.error(`  ${result.damage} What came before is stored.`)
  return false
}

function summarize({ state }: FileResult): string {
  return `read ${number.format(state.read)}, stored ${number.format(state.stored)}, duplicates ${number.format(state.duplicates)}, rejected ${number.format(state.rejected)}`
}

/** What went wrong, and what of the file is stored. Throws on what nobody expects. */
function explain(error: unknown): string {
  if (error instanceof ImportFormatError) return `nothing stored: ${error.message}`
  if (!(error instanceof AuspexError)) throw error
  const place = error instanceof ApiError ? error.problem?.errors?.[0] : undefined
  const where = place ? ` (${place.pointer} ${place.message})` : ''
  return `stopped: ${error.message}${where}. What was reported as stored is stored; run the same command again to continue.`
}

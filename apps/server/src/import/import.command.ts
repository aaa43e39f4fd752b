import { accessSync, constants, statSync } from 'node:fs'
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
  const faults = files.flatMap((file) => findFault(file) ?? [])
  if (faults.length > 0) {
    console.error(`${faults.join('\n')}\nNothing was imported.`)
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

/** Why a path cannot be imported, and what to do; null when it can be opened. */
function findFault(path: string): string | null {
  const found = statSync(path, { throwIfNoEntry: false })
  if (found === undefined) return `There is no such file: ${path}`
  if (found.isDirectory()) return `${path} is a folder. Name the files in it, for example ${path}/*.jsonl.`
  if (!found.isFile()) return `${path} is no file on a disk. Save what it gives as a file and import that.`
  try {
    accessSync(path, constants.R_OK)
    return null
  } catch {
    return `${path} may not be read by this person. Give it the right to be read.`
  }
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
  reportDifferences(result)
  if (result.damage === null) return true
  console.error(`  ${result.damage} What was read is stored.`)
  return false
}

function summarize({ state }: FileResult): string {
  return `read ${number.format(state.read)}, stored ${number.format(state.stored)}, duplicates ${number.format(state.duplicates)}, rejected ${number.format(state.rejected)}`
}

/** Names duplicates that say something else than the documents that the library has under their ids. */
function reportDifferences({ state: { differing, differences } }: FileResult): void {
  if (differing === 0) return
  console.error(
    `  ${number.format(differing)} of the duplicates have the id of a document with another text; the stored one stays:`,
  )
  for (const { line, nativeId, title, storedTitle } of differences)
    console.error(
      `  ${line === null ? '' : `line ${line}: `}id ${nativeId ?? '(none)'}: "${title}", stored is "${storedTitle}"`,
    )
  if (differing > differences.length)
    console.error(`  and ${number.format(differing - differences.length)} more of them`)
}

/** What went wrong, and what of the file is stored. Throws on what nobody expects. */
function explain(error: unknown): string {
  if (error instanceof ImportFormatError) return `nothing stored: ${error.message}`
  if (error instanceof Error && 'syscall' in error)
    return `stopped: ${error.message}. What was reported as stored is stored; run the same command again to continue.`
  if (!(error instanceof AuspexError)) throw error
  const place = error instanceof ApiError ? error.problem?.errors?.[0] : undefined
  const where = place ? ` (${place.pointer} ${place.message})` : ''
  return `stopped: ${error.message}${where}. What was reported as stored is stored; run the same command again to continue.`
}

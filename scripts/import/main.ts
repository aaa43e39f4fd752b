/** Usage: npm run import -- FILE…. Loads documents from JSONL or CSV, plain or gzip, through the running server when there is one. */
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { ApiError, AuspexError } from '@auspex/sdk'
import { ImportFormatError } from '@auspex/sources'
import { type FileResult, importFile } from './import-file.ts'
import { chooseTarget } from './choose-target.ts'

const number = new Intl.NumberFormat('en')
const shownRejections = 20
const files = process.argv.slice(2).map((file) => resolve(process.env.AUSPEX_INVOKED_FROM ?? process.cwd(), file))

if (files.length === 0) {
  console.error('Usage: npm run import -- FILE…   (JSONL or CSV, plain or gzip; see docs/import-format.md)')
  process.exit(2)
}
const missing = files.filter((file) => !existsSync(file))
if (missing.length > 0) {
  console.error(`There is no such file: ${missing.join(', ')}`)
  process.exit(2)
}

const interactive = process.stdout.isTTY
let lastLine = 0
const showProgress = (text: string): void => {
  if (interactive) process.stdout.write(`\r\u001b[K  ${text}`)
  else if (Date.now() - lastLine > 5000) {
    lastLine = Date.now()
    console.log(`  ${text}`)
  }
}
const summary = ({ state }: FileResult): string =>
  `read ${number.format(state.read)}, stored ${number.format(state.stored)}, duplicates ${number.format(state.duplicates)}, rejected ${number.format(state.rejected)}`

/** What went wrong, and what of the file is stored. Throws on what nobody expects. */
const explain = (error: unknown): string => {
  if (error instanceof ImportFormatError) return `nothing stored: ${error.message}`
  if (!(error instanceof AuspexError)) throw error
  const place = error instanceof ApiError ? error.problem?.errors?.[0] : undefined
  const where = place ? ` (${place.pointer} ${place.message})` : ''
  return `stopped: ${error.message}${where}. What was reported as stored is stored; run the same command again to continue.`
}

const target = await chooseTarget().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
})
console.log(`Importing into ${target.name}`)
let failed = false
try {
  for (const file of files) {
    console.log(file)
    const started = performance.now()
    let rejected = 0
    try {
      const result = await importFile(file, target, {
        progress: (state, rate) =>
          showProgress(
            `${number.format(state.read)} read, ${number.format(state.stored)} stored, ${number.format(Math.round(rate))} a second`,
          ),
        rejected: (line, reason) => {
          rejected += 1
          if (rejected <= shownRejections) console.error(`\n  line ${line}: ${reason}`)
        },
      })
      if (rejected > shownRejections)
        console.error(`\n  and ${number.format(rejected - shownRejections)} more rejected lines`)
      if (interactive) process.stdout.write('\r\u001b[K')
      const seconds = (performance.now() - started) / 1000
      console.log(
        result.alreadyDone
          ? `  imported before: ${summary(result)}`
          : `  ${summary(result)} in ${seconds.toFixed(1)} s`,
      )
      if (result.damage !== null) {
        failed = true
        console.error(`  ${result.damage} What came before is stored.`)
      }
    } catch (error) {
      failed = true
      console.error(`\n  ${explain(error)}`)
    }
  }
} finally {
  await target.close()
}
process.exit(failed ? 1 : 0)

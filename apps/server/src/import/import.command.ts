import {
  readConfig,
  type Config,
  createDocumentsModule,
  createLogger,
  createRandomId,
  openDatabase,
  presentImport,
  systemClock,
} from '@auspex/api'
import { ApiError, AuspexError, ForbiddenError } from '@auspex/sdk'
import { ImportFormatError } from '@auspex/sources'
import { accessSync, constants, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { readFirstRun } from '../first-run/first-run.ts'
import { createProgressLine, type ProgressLine } from '../program/run-program.ts'
import { readServerFile } from '../start/server-file.ts'
import { largeBatch, requestBatch } from './batches.ts'
import { type FileResult, importFile } from './import-file.ts'
import { createServerTarget, type ImportTarget, serverAnswers } from './server-target.ts'

const number = new Intl.NumberFormat('en')
/** How many rejected lines of a file are listed; the others are only counted. */
const shownRejections = 20

/** Loads documents from files, through the running server if there is one, and reports the result for each file. */
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
  let hasFailed = false
  try {
    for (const file of files) {
      console.log(file)
      const isWhole = await importOne({ file, target, line }).catch((error: unknown) => {
        console.error(`\n  ${explain(error)}`)
        return false
      })
      hasFailed ||= !isWhole
    }
  } finally {
    await target.close()
  }
  return hasFailed ? 1 : 0
}

/** Why a path cannot be imported, and what to do; null if it can be opened. */
function findFault(path: string): string | null {
  const stats = statSync(path, { throwIfNoEntry: false })
  if (stats === undefined) return `There is no such file: ${path}`
  if (stats.isDirectory()) return `${path} is a folder. Name the files in it, for example ${path}/*.jsonl.`
  if (!stats.isFile()) return `${path} is not a file on disk. Save its output as a file and import that.`
  try {
    accessSync(path, constants.R_OK)
    return null
  } catch {
    return `${path} may not be read by this person. Give it the right to be read.`
  }
}

/** Resolves with whether the file was read completely. */
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

/** Lists duplicates whose content differs from that of the library's document with the same id. */
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

/** What went wrong, and how much of the file is stored. Rethrows unexpected errors. */
function explain(error: unknown): string {
  if (error instanceof ImportFormatError) return `nothing stored: ${error.message}`
  if (error instanceof Error && 'syscall' in error)
    return `stopped: ${error.message}. What was reported as stored is stored; run the same command again to continue.`
  if (!(error instanceof AuspexError)) throw error
  const fieldError = error instanceof ApiError ? error.problem?.errors?.[0] : undefined
  const suffix = fieldError ? ` (${fieldError.pointer} ${fieldError.message})` : ''
  // the same command would be refused again
  if (error instanceof ForbiddenError)
    return `stopped: ${error.message}. Run the command without AUSPEX_TOKEN on the computer of the server, or with the token of somebody who may import.`
  return `stopped: ${error.message}${suffix}. What was reported as stored is stored; run the same command again to continue.`
}

/** The running server if there is one, otherwise the library itself: the embedded database has one owner at a time. */
async function chooseTarget(): Promise<ImportTarget> {
  const config = readConfig()
  const server = readServerFile(config.dataDir)
  if (server && (await serverAnswers(server.url))) {
    const {
      AUSPEX_CLIENT_ID: client_id,
      AUSPEX_CLIENT_SECRET: client_secret,
      AUSPEX_TOKEN: personalToken,
    } = process.env
    if (personalToken) return createServerTarget(server.url, server.issuer, { personalToken })
    const credentials =
      client_id && client_secret ? { client_id, client_secret } : readFirstRun(config.dataDir)?.serviceClient
    if (!credentials) {
      throw new Error(
        'A server is running, and there is no service client to import with. Set AUSPEX_TOKEN to a personal access token of somebody with the role importer, or AUSPEX_CLIENT_ID and AUSPEX_CLIENT_SECRET to a service that has it, or stop the server.',
      )
    }
    return createServerTarget(server.url, server.issuer, credentials)
  }
  return createLibraryTarget(config)
}

/** Imports directly into the database if no server is running; the lock of the data folder ensures that it has one owner. */
export async function createLibraryTarget(config: Config): Promise<ImportTarget> {
  const log = createLogger('warn')
  const database = await openDatabase({
    databaseUrl: config.databaseUrl,
    dataDir: config.dataDir,
    documents: config.documentsUrl,
    log,
  })
  const { imports, openLibrary } = createDocumentsModule({
    database,
    clock: systemClock,
    createId: createRandomId,
    log,
  })
  await openLibrary()
  const present = (file: Parameters<typeof presentImport>[0]) =>
    presentImport(file, { now: systemClock.now(), isDemo: config.sources === 'demo' })
  const findImport = async (importId: string) => {
    const file = await imports.getImport(importId)
    if (file === null) throw new Error(`The import ${importId} is gone`)
    return present(file)
  }
  return {
    // words are read and scored while the previous batch is being stored
    batchesAtOnce: 2,
    batchSize: config.documentsUrl === undefined ? requestBatch : largeBatch,
    name: config.databaseUrl === undefined ? config.dataDir : 'the database of DATABASE_URL',
    start: async (file) => present(await imports.startImport(file)),
    store: async (importId, batch) => {
      await imports.storeImportBatch({ importId, ...batch })
      return findImport(importId)
    },
    finish: async (importId, failure) => present(await imports.finishImport(importId, failure)),
    close: () => database.close(),
  }
}

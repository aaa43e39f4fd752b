import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { type BackupHeader, type BackupLine, createRowHash, type TableTotals } from './backup-lines.ts'
import { BackupError } from './backup.errors.ts'

/** What a backup holds, in its order. */
export type BackupPart =
  | { kind: 'header'; header: BackupHeader }
  | { kind: 'table'; table: string; columns: readonly string[] }
  | { kind: 'row'; line: string }
  | { kind: 'end of table'; table: string; totals: TableTotals }

function damageOf(what: string): BackupError {
  return new BackupError(`The backup is damaged: ${what}. Take another copy of it.`)
}

/** Reads a backup and checks it on the way. Throws `BackupError` where it is damaged, also when its end is missing. */
export async function* readBackup(input: Readable): AsyncGenerator<BackupPart> {
  let table: { name: string; hash: ReturnType<typeof createRowHash> } | null = null
  let isFirst = true
  let tables = 0
  let rows = 0
  let isWhole = false
  for await (const line of readLines(input)) {
    if (isWhole) throw damageOf('lines follow its end')
    if (line.startsWith('{')) {
      if (table === null) throw damageOf('a row stands outside of a table')
      table.hash.add(line)
      rows += 1
      yield { kind: 'row', line }
      continue
    }
    const [kind, ...facts] = parseLine(line)
    if (isFirst !== (kind === 'header')) throw new BackupError('This file is no backup of Auspex.')
    isFirst = false
    if (kind === 'header') {
      const header = facts[0] as BackupHeader // the shape that `writeBackup` gives
      if (header.format !== 1)
        throw new BackupError(
          `The backup has format ${String(header.format)}, and this version reads format 1. Update Auspex.`,
        )
      yield { kind, header }
    } else if (kind === 'table') {
      const [name, columns] = facts as [string, string[]]
      table = { name, hash: createRowHash() }
      tables += 1
      yield { kind, table: name, columns }
    } else if (kind === 'end of table') {
      const [name, said] = facts as [string, TableTotals]
      const totals = table?.hash.totals()
      if (table?.name !== name || totals?.rows !== said.rows || totals.hash !== said.hash)
        throw damageOf(`the rows of ${name} are not those that were written`)
      table = null
      yield { kind, table: name, totals }
    } else {
      const [said] = facts as [{ tables: number; rows: number }]
      if (said.tables !== tables || said.rows !== rows) throw damageOf('tables are missing')
      isWhole = true
    }
  }
  if (isFirst) throw new BackupError('This file is no backup of Auspex.')
  if (!isWhole) throw damageOf('its end is missing')
}

async function* readLines(input: Readable): AsyncGenerator<string> {
  try {
    yield* createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })
  } catch (error) {
    throw damageOf(`it cannot be read to its end (${error instanceof Error ? error.message : String(error)})`)
  }
}

function parseLine(line: string): BackupLine {
  try {
    const parsed: unknown = JSON.parse(line)
    if (Array.isArray(parsed) && typeof parsed[0] === 'string') return parsed as unknown as BackupLine // checked by its reader
  } catch {
    // told below
  }
  throw new BackupError('This file is no backup of Auspex.')
}

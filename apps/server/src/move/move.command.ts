import {
  createLogger,
  moveDocuments,
  MoveLeftoverError,
  openClickhouse,
  openDatabase,
  readConfig,
  readDocumentLocation,
} from '@auspex/api'
import { createProgressLine } from '../program/run-program.ts'

const number = new Intl.NumberFormat('en')
const steps = {
  copying: 'copied',
  comparing: 'compared',
  clearing: 'moved; removing them from where they were',
} as const

/** Moves the library's documents to another engine, and prints which settings to change afterwards. */
export async function move(args: readonly string[]): Promise<number> {
  const [option, place, ...extraArgs] = args.flatMap((arg) => arg.split('='))
  if (option !== '--to' || place === undefined || place === '' || extraArgs.length > 0)
    return refuse(
      'Name the target: npm run move -- --to chdb:FOLDER, --to clickhouse://user:password@host:8123/database or --to database',
    )
  const config = readConfig()
  const log = createLogger('warn')
  const line = createProgressLine()
  const closers: (() => Promise<void>)[] = []
  try {
    const database = await openDatabase({ databaseUrl: config.databaseUrl, dataDir: config.dataDir, log })
    closers.push(database.close)
    const now = await readDocumentLocation(database)
    if (now === 'postgresql' && place === 'database') return refuse('The documents lie in the database already.')
    if (now === 'clickhouse' && config.documentsUrl === undefined)
      return refuse('The documents lie in ClickHouse. Set AUSPEX_DOCUMENTS to where they lie now.')
    const open = async (url: string) => {
      const engine = await openClickhouse(url)
      closers.push(engine.close)
      return engine
    }
    const from = now === 'clickhouse' && config.documentsUrl !== undefined ? await open(config.documentsUrl) : null
    const target = place === 'database' ? null : await open(place)
    const moved = await moveDocuments({
      database: { ...database, clickhouse: from },
      target,
      onProgress: ({ step, documents, total }) =>
        line.show(`${number.format(documents)} of ${number.format(total)} documents ${steps[step]}`),
    })
    line.clear()
    console.log(`Moved ${number.format(moved)} documents; all were compared.`)
    console.log(target === null ? 'Start without AUSPEX_DOCUMENTS.' : 'Start with AUSPEX_DOCUMENTS set to that place.')
    return 0
  } catch (error) {
    line.clear()
    const message = error instanceof Error ? error.message : String(error)
    console.error(error instanceof MoveLeftoverError ? message : `The documents stay where they were: ${message}`)
    return 1
  } finally {
    for (const close of closers.toReversed()) await close()
  }
}

function refuse(message: string): 2 {
  console.error(message)
  return 2
}

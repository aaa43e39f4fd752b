import type { ClickhouseEngine } from './engine.port.ts'
import { openChdb } from './open-chdb.ts'
import { openServer } from './open-server.ts'
import { openShards } from './open-shards.ts'
import { ensureSchema } from './schema.ts'

const chdbScheme = 'chdb:'

/** Opens the store in `AUSPEX_DOCUMENTS` (shards separated by commas) and creates its table if missing. Throws an error that states what is wrong. */
export async function openClickhouse(place: string): Promise<ClickhouseEngine> {
  const engines = place.split(',').map(openEngine)
  const [only] = engines
  const engine = engines.length === 1 && only !== undefined ? only : openShards(engines)
  try {
    await ensureSchema(engine)
    return engine
  } catch (error) {
    await engine.close()
    throw error
  }
}

function openEngine(place: string): ClickhouseEngine {
  if (place.startsWith(chdbScheme)) return openChdb(place.slice(chdbScheme.length))
  if (/^clickhouses?:\/\//.test(place)) return openServer(place)
  throw new TypeError('Documents lie in chdb:FOLDER or clickhouse://HOST, several shards with commas between them.')
}

import type { ClickhouseEngine } from './engine.port.ts'
import { openChdb } from './open-chdb.ts'
import { ensureSchema } from './schema.ts'

const chdbScheme = 'chdb:'

/** Opens what `AUSPEX_DOCUMENTS` names, and makes its table where it is not there yet. Throws a sentence that says what is wrong. */
export async function openClickhouse(place: string): Promise<ClickhouseEngine> {
  const engine = openEngine(place)
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
  throw new TypeError('Documents lie in chdb:FOLDER.')
}

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

// sockaddr_un holds 104 bytes on macOS and 108 on Linux, the closing zero included
const longestSocketPath = 103
const socketName = '.s.PGSQL.5432'

export interface SocketPlace {
  folder: string
  path: string
  /** Removes what a killed process left there; only under the data lock. */
  clear(): Promise<void>
  remove(): Promise<void>
}

/**
 * Where the engine listens: in the data folder itself, which only its owner may enter, or in a fresh private temporary
 * folder when that path is too long for a unix socket or there is no data folder.
 */
export async function chooseSocketPlace(dataFolder: string | null): Promise<SocketPlace> {
  if (dataFolder !== null) {
    const path = join(dataFolder, socketName)
    if (Buffer.byteLength(path) <= longestSocketPath) {
      const clear = () => rm(path, { force: true })
      return { folder: dataFolder, path, clear, remove: clear }
    }
  }
  const folder = await mkdtemp(join(tmpdir(), 'auspex-'))
  const remove = () => rm(folder, { recursive: true, force: true })
  return { folder, path: join(folder, socketName), clear: async () => {}, remove }
}

import { setTimeout as delay } from 'node:timers/promises'
import type { DatabaseLog } from '../database.port.ts'
import type { Engine } from './engine.ts'
import { fillReserve, readFreeBytes } from './room.ts'

const lookAgainMs = 1_000

export interface RoomWatch {
  /** To be called when the engine says that its disk is full. */
  begin(): void
  end(): void
}

/** Looks for room while changes are refused, and has the engine take them again once the reserve is whole. */
export function watchRoom({
  folder,
  engine,
  log,
}: {
  folder: string
  /** The running engine, once it is open. */
  engine: () => Promise<Engine>
  log: DatabaseLog
}): RoomWatch {
  const ending = new AbortController()
  let watching = false

  async function watch(): Promise<void> {
    while (!ending.signal.aborted) {
      await delay(lookAgainMs, undefined, { signal: ending.signal, ref: false })
      const full = await engine()
      const isWhole = await fillReserve(folder).catch(() => false) // whatever keeps it from being whole may pass
      if (!isWhole || full !== (await engine())) continue // one that was opened again meanwhile has used the reserve
      full.takeChanges()
      watching = false // at once, so that an engine that is opened again a moment later begins another watch
      log.info({ folder }, 'the disk has room again: changes are taken')
      return
    }
  }

  return {
    begin() {
      if (watching) return
      watching = true
      log.error(
        { folder, freeMb: Math.round((readFreeBytes(folder) ?? 0) / 2 ** 20) },
        'the disk of the data folder has no room left: changes are refused until there is',
      )
      void watch().catch(() => {}) // ended
    },
    end: () => ending.abort(),
  }
}

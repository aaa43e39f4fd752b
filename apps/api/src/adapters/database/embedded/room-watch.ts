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
  engine: () => Engine
  log: DatabaseLog
}): RoomWatch {
  const ending = new AbortController()
  let watching = false

  async function watch(): Promise<void> {
    while (!ending.signal.aborted) {
      await delay(lookAgainMs, undefined, { signal: ending.signal, ref: false })
      if (!(await fillReserve(folder))) continue
      engine().takeChanges()
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
      void watch()
        .catch(() => {}) // ended
        .finally(() => (watching = false))
    },
    end: () => ending.abort(),
  }
}

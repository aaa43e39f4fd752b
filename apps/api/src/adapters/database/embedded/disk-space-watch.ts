import { setTimeout as delay } from 'node:timers/promises'
import type { DatabaseLog } from '../database.port.ts'
import type { Engine } from './engine.ts'
import { fillReserve, readFreeBytes } from './room.ts'

const pollMs = 1_000

export interface DiskSpaceWatch {
  /** Call when the engine reports that its disk is full. */
  begin(): void
  end(): void
}

/** Polls for free space while changes are refused, and lets the engine accept them again once the reserve is whole. */
export function watchDiskSpace({
  folder,
  engine,
  log,
}: {
  folder: string
  /** The running engine, once it is open. */
  engine: () => Promise<Engine>
  log: DatabaseLog
}): DiskSpaceWatch {
  const ending = new AbortController()
  let watching = false

  async function watch(): Promise<void> {
    while (!ending.signal.aborted) {
      await delay(pollMs, undefined, { signal: ending.signal, ref: false })
      const full = await engine()
      const isWhole = await fillReserve(folder).catch(() => false) // whatever prevents it may be temporary
      if (!isWhole || full !== (await engine())) continue // an engine that was reopened in the meantime has used the reserve
      full.takeChanges()
      watching = false // set immediately, so that an engine reopened a moment later starts another watch
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
      void watch().catch(() => {}) // stopped by `end`
    },
    end: () => ending.abort(),
  }
}

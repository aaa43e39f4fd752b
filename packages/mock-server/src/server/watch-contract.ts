import { unwatchFile, watch as watchPath, watchFile as pollFile } from 'node:fs'
import { basename, dirname } from 'node:path'
import type { ContractDocument } from '@auspex/contract'
import type { Mock } from '../mock.ts'
import { ContractFileError, readContractFile } from './contract-source.ts'
import type { ContractState } from './control.ts'

/** Calls back soon after a file was written or replaced, once for a series of writes. Returns a function that stops watching. */
function watchFile(file: string, onChange: () => void, settleMs = 50): () => void {
  const name = basename(file)
  let timer: NodeJS.Timeout | undefined
  const settle = () => {
    clearTimeout(timer)
    timer = setTimeout(onChange, settleMs)
  }
  const stop = watchFolder(file, (each) => {
    if (each === null || each === name) settle()
  })
  return () => {
    clearTimeout(timer)
    stop()
  }
}

/** The folder is watched because most editors replace the file. When the system has no watchers left, the file is polled. */
function watchFolder(file: string, onEvent: (name: string | null) => void): () => void {
  try {
    const watcher = watchPath(dirname(file), (_event, name) => onEvent(name))
    return () => watcher.close()
  } catch {
    const poll = () => onEvent(null)
    pollFile(file, { interval: 200 }, poll)
    return () => unwatchFile(file, poll)
  }
}

/** Called after each attempt to serve a new version of the contract. */
export type ContractEvent = { kind: 'reloaded'; operations: number; ms: number } | { kind: 'refused'; message: string }

/** The contract file, and the mock that serves it. */
export interface WatchedContract {
  state(): ContractState
  /** Serves the current file. Throws a `ContractFileError` and keeps the last valid version. */
  reload(): ContractState
  close(): void
}

/** Keeps a mock in sync with its contract file. */
export function watchContract({
  mock,
  file,
  watch,
  onContract,
  now,
}: {
  mock: Mock
  file: string
  watch: boolean
  onContract: (event: ContractEvent) => void
  now: () => number
}): WatchedContract {
  let loadedAt = now()
  let problem: string | null = null

  const state = (): ContractState => ({
    file,
    loadedAt: new Date(loadedAt).toISOString(),
    operations: mock.contract.operations.map(({ id, method, path, tag }) => ({ id, method, path, tag })),
    problem,
  })
  const reload = (): ContractState => {
    const started = performance.now()
    try {
      readContractFile(file, (document: ContractDocument) => mock.reload(document))
    } catch (error) {
      if (!(error instanceof ContractFileError)) throw error
      problem = error.message
      onContract({ kind: 'refused', message: error.message })
      throw error
    }
    loadedAt = now()
    problem = null
    onContract({
      kind: 'reloaded',
      operations: mock.contract.operations.length,
      ms: Math.round(performance.now() - started),
    })
    return state()
  }
  const reloadQuietly = () => {
    try {
      reload()
    } catch (error) {
      if (!(error instanceof ContractFileError)) throw error // `onContract` has reported why
    }
  }
  return { state, reload, close: watch ? watchFile(file, reloadQuietly) : () => undefined }
}

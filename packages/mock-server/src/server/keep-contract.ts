import type { ContractDocument } from '@auspex/contract'
import type { Mock } from '../mock.ts'
import { ContractFileError, readContractFile } from './contract-source.ts'
import type { ContractState } from './control.ts'
import { watchFile } from './watch-file.ts'

/** Told after each attempt to serve a new version of the contract. */
export type ContractEvent = { kind: 'reloaded'; operations: number; ms: number } | { kind: 'refused'; message: string }

/** The contract's file, and the mock that serves it. */
export interface KeptContract {
  state(): ContractState
  /** Serves the file as it is now. Throws a `ContractFileError` and keeps the last good version. */
  reload(): ContractState
  close(): void
}

/** Keeps a mock at its contract's file. */
export function keepContract({
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
}): KeptContract {
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
      if (!(error instanceof ContractFileError)) throw error // `onContract` has said why
    }
  }
  return { state, reload, close: watch ? watchFile(file, reloadQuietly) : () => undefined }
}

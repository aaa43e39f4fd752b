import {
  type AuspexClient,
  createExport,
  type ExportFormat,
  type ExportKind,
  getExport,
  getExportFile,
} from '@auspex/sdk'
import { download } from './download.ts'

const pollIntervalMs = 1000

/** The result of creating a file: its name, or why there is none. */
export type SavedExport = { readonly fileName: string } | { readonly reason: string }

interface ExportOrder {
  readonly client: AuspexClient
  readonly kind: ExportKind
  readonly id: string
  readonly format: ExportFormat
  /** Stops waiting for the file, not its creation. */
  readonly signal?: AbortSignal
}

/** Requests a file from the server, waits for it and downloads it. Rejects if the server cannot be reached. */
export const saveExport = async ({ client, kind, id, format, signal }: ExportOrder): Promise<SavedExport> => {
  const options = signal ? { client, signal } : { client }
  let job = await createExport({ kind, id, format }, options)
  while (job.status === 'queued' || job.status === 'running') {
    await pause(pollIntervalMs, signal)
    job = await getExport(job.id, options)
  }
  if (job.status === 'failed') return { reason: job.reason ?? 'The file could not be made.' }
  download(job.fileName, await getExportFile(job.id, options))
  return { fileName: job.fileName }
}

const pause = (ms: number, signal: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms)
    signal?.addEventListener(
      'abort',
      () => {
        clearTimeout(timer)
        reject(signal.reason as Error) // an abort gives a DOMException
      },
      { once: true },
    )
  })

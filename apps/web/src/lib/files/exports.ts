import {
  type AuspexClient,
  type ComparedDays,
  createExport,
  type ExportFormat,
  type ExportKind,
  getExport,
  getExportFile,
} from '@auspex/sdk'
import { useCallback, useEffect, useRef, useState } from 'react'
import { download } from './download.ts'
import { useClient } from '../api/api.tsx'
import { describeFailure } from '../api/failure.ts'

const pollIntervalMs = 1000

/** The result of creating a file: its name, or why there is none. */
type SavedExport = { readonly fileName: string } | { readonly reason: string }

interface ExportOrder {
  readonly client: AuspexClient
  readonly kind: ExportKind
  readonly id: string
  readonly format: ExportFormat
  /** What of a comparison is exported. */
  readonly comparison?: ComparedDays | undefined
  /** Stops waiting for the file, not its creation. */
  readonly signal?: AbortSignal
}

/** Requests a file from the server, waits for it and downloads it. Rejects if the server cannot be reached. */
export const saveExport = async ({
  client,
  kind,
  id,
  format,
  comparison,
  signal,
}: ExportOrder): Promise<SavedExport> => {
  const options = signal ? { client, signal } : { client }
  let job = await createExport({ kind, id, format, ...(comparison && { comparison }) }, options)
  while (job.status === 'queued' || job.status === 'running') {
    await pause(pollIntervalMs, signal)
    job = await getExport(job.id, options)
  }
  if (job.status === 'failed') return { reason: job.reason ?? 'The file could not be created.' }
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

type ExportState =
  | { readonly status: 'idle' }
  | { readonly status: 'making'; readonly format: ExportFormat }
  | { readonly status: 'saved'; readonly format: ExportFormat; readonly fileName: string }
  | { readonly status: 'failed'; readonly format: ExportFormat; readonly reason: string }

/** Requests a file, waits until it is ready, and downloads it. Leaving the page stops the waiting, not the creation. */
export const useExport = (kind: ExportKind, id: string, comparison?: ComparedDays) => {
  const client = useClient()
  const [state, setState] = useState<ExportState>({ status: 'idle' })
  const abort = useRef<AbortController>(null)
  useEffect(() => () => abort.current?.abort(), [])

  const start = useCallback(
    async (format: ExportFormat) => {
      abort.current?.abort()
      const controller = new AbortController()
      abort.current = controller
      const { signal } = controller
      setState({ status: 'making', format })
      try {
        const saved = await saveExport({ client, kind, id, format, comparison, signal })
        setState('reason' in saved ? { status: 'failed', format, ...saved } : { status: 'saved', format, ...saved })
      } catch (error) {
        if (!signal.aborted) setState({ status: 'failed', format, reason: describeFailure(error).message })
      }
    },
    [client, kind, id, comparison],
  )
  return { state, start, dismiss: () => setState({ status: 'idle' }) }
}

import { createExport, type ExportFormat, getExport, getExportFile } from '@auspex/sdk'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useClient } from '../../../lib/api.tsx'
import { download } from '../../../lib/download.ts'
import { describeFailure } from '../../../lib/failure.ts'

const pollMs = 1000

export type ExportState =
  | { readonly status: 'idle' }
  | { readonly status: 'making'; readonly format: ExportFormat }
  | { readonly status: 'saved'; readonly format: ExportFormat; readonly fileName: string }
  | { readonly status: 'failed'; readonly format: ExportFormat; readonly reason: string }

/** Asks for a file, waits until it is made, and hands it to the browser. Leaving the page stops the waiting, not the making. */
export const useExport = (signalId: string) => {
  const client = useClient()
  const [state, setState] = useState<ExportState>({ status: 'idle' })
  const abort = useRef<AbortController>(null)
  useEffect(() => () => abort.current?.abort(), [])

  const start = useCallback(
    async (format: ExportFormat) => {
      abort.current?.abort()
      const own = new AbortController()
      abort.current = own
      const { signal } = own
      setState({ status: 'making', format })
      try {
        let exportJob = await createExport({ kind: 'signal', id: signalId, format }, { client, signal })
        while (exportJob.status === 'queued' || exportJob.status === 'running') {
          await pause(pollMs, signal)
          exportJob = await getExport(exportJob.id, { client, signal })
        }
        if (exportJob.status === 'failed') {
          setState({ status: 'failed', format, reason: exportJob.reason ?? 'The file could not be made.' })
          return
        }
        download(exportJob.fileName, await getExportFile(exportJob.id, { client, signal }))
        setState({ status: 'saved', format, fileName: exportJob.fileName })
      } catch (error) {
        if (!signal.aborted) setState({ status: 'failed', format, reason: describeFailure(error).message })
      }
    },
    [client, signalId],
  )
  return { state, start, dismiss: () => setState({ status: 'idle' }) }
}

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener(
      'abort',
      () => {
        clearTimeout(timer)
        reject(signal.reason as Error) // an abort gives a DOMException
      },
      { once: true },
    )
  })

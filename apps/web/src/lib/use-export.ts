import type { ExportFormat, ExportKind } from '@auspex/sdk'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useClient } from './api.tsx'
import { describeFailure } from './failure.ts'
import { saveExport } from './save-export.ts'

export type ExportState =
  | { readonly status: 'idle' }
  | { readonly status: 'making'; readonly format: ExportFormat }
  | { readonly status: 'saved'; readonly format: ExportFormat; readonly fileName: string }
  | { readonly status: 'failed'; readonly format: ExportFormat; readonly reason: string }

/** Requests a file, waits until it is ready, and downloads it. Leaving the page stops the waiting, not the creation. */
export const useExport = (kind: ExportKind, id: string) => {
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
        const saved = await saveExport({ client, kind, id, format, signal })
        setState('reason' in saved ? { status: 'failed', format, ...saved } : { status: 'saved', format, ...saved })
      } catch (error) {
        if (!signal.aborted) setState({ status: 'failed', format, reason: describeFailure(error).message })
      }
    },
    [client, kind, id],
  )
  return { state, start, dismiss: () => setState({ status: 'idle' }) }
}

import type { AuspexClient, SourceKey } from '@auspex/sdk'
import { useRef, useState } from 'react'
import { useProbeSource } from './sources.queries.ts'

/** Probes that run at the same time. */
const concurrency = 3

/** Progress of probing all sources. */
export interface ProbeProgress {
  readonly done: number
  readonly total: number
}

/** Probes many sources, three at a time; one that fails does not stop the others. */
export const useProbeAll = (client: AuspexClient) => {
  const { mutateAsync } = useProbeSource(client)
  const [progress, setProgress] = useState<ProbeProgress | null>(null)
  const [running, setRunning] = useState<ReadonlySet<SourceKey>>(new Set())
  const stopping = useRef<AbortController | null>(null)

  const start = async (sources: readonly SourceKey[]): Promise<void> => {
    const stop = new AbortController()
    stopping.current = stop
    const queue = [...sources]
    setProgress({ done: 0, total: sources.length })
    const work = async (): Promise<void> => {
      for (let source = queue.shift(); source !== undefined && !stop.signal.aborted; source = queue.shift()) {
        const probedKey = source
        setRunning((before) => new Set([...before, probedKey]))
        // A failure shows in the source's row and does not stop the queue.
        await mutateAsync({ source: probedKey, signal: stop.signal }).catch(() => undefined)
        setRunning((before) => new Set([...before].filter((key) => key !== probedKey)))
        setProgress((before) => before && { ...before, done: before.done + 1 })
      }
    }
    await Promise.all(Array.from({ length: concurrency }, work))
    setProgress(null)
  }

  return { progress, running, start, stop: () => stopping.current?.abort() }
}

'use client'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { AuspexClient } from '../client.ts'
import type { AuspexError } from '../errors.ts'
import { useAuspexClient } from './provider.ts'

/** The options to pass to a streaming function. */
export interface StreamRequest {
  readonly client: AuspexClient
  readonly signal: AbortSignal
}

export interface EventStreamSettings<Event> {
  /** Identifies the stream, like the key of a query: another key is another stream. Null while there is none to open. */
  readonly key: readonly unknown[] | null
  /** Opens it, for example `(request) => followZeusRun(runId, request)`. */
  open(request: StreamRequest): AsyncIterable<Event>
  /** Called with each event, once. */
  onEvent?(event: Event): void
}

interface StreamView<Event> {
  readonly status: 'idle' | 'open' | 'ended' | 'failed' | 'stopped'
  /** The events so far, in order. */
  readonly events: readonly Event[]
  /** Why it failed; null when it did not. */
  readonly error: AuspexError | null
}

export interface EventStreamControl<Event> extends StreamView<Event> {
  /** Closes the connection. The events stay. */
  stop(): void
  /** Opens the stream again, without events. */
  restart(): void
}

const idle: StreamView<never> = { status: 'idle', events: [], error: null }
const opening: StreamView<never> = { status: 'open', events: [], error: null }

/**
 * The events of a stream as they arrive: `useEventStream({ key: ['run', runId], open: (request) => followZeusRun(runId, request) })`. It is open
 * while the component is mounted; a connection that is cut continues where it was.
 */
export const useEventStream = <Event>(settings: EventStreamSettings<Event>): EventStreamControl<Event> => {
  const client = useAuspexClient()
  const [turn, setTurn] = useState(0)
  const stream = settings.key === null ? null : JSON.stringify([client.id, turn, settings.key])
  // the state of another stream is not shown for this one
  const [seen, setSeen] = useState<{ streamKey: string | null; view: StreamView<Event> }>({
    streamKey: null,
    view: idle,
  })
  const latest = useRef({ settings, client })
  const connection = useRef<AbortController>(null)

  useEffect(() => {
    latest.current = { settings, client }
  })

  useEffect(() => {
    if (stream === null) return undefined
    const controller = new AbortController()
    connection.current = controller
    const { signal } = controller
    const show = (change: (view: StreamView<Event>) => Partial<StreamView<Event>>): void => {
      if (!signal.aborted) setSeen((before) => changeView(before, stream, change))
    }
    const read = async (): Promise<void> => {
      // React mounts twice in its strict mode, but a question must not be sent to Zeus twice.
      await Promise.resolve()
      if (signal.aborted) return
      // the same key may have been open before
      setSeen({ streamKey: stream, view: opening })
      const { settings: current, client: reader } = latest.current
      for await (const event of current.open({ client: reader, signal })) {
        if (signal.aborted) return
        show(({ events }) => ({ events: [...events, event] }))
        tellApp(() => latest.current.settings.onEvent?.(event))
      }
      show(() => ({ status: 'ended' }))
    }
    // a stream throws nothing else, and an app that throws in `open` sees its own error
    read().catch((error: unknown) => show(() => ({ status: 'failed', error: error as AuspexError })))
    return () => controller.abort()
  }, [stream])

  const stop = useCallback(() => {
    connection.current?.abort()
    if (stream === null) return
    setSeen((before) => changeView(before, stream, ({ status }) => (status === 'open' ? { status: 'stopped' } : {})))
  }, [stream])
  const restart = useCallback(() => setTurn((before) => before + 1), [])

  const unseen = stream === null ? idle : opening
  return { ...(seen.streamKey === stream ? seen.view : unseen), stop, restart }
}

/** A fault of the app is an uncaught error of the page, and no failure of the stream. */
const tellApp = (callback: () => void): void => {
  try {
    callback()
  } catch (error) {
    queueMicrotask(() => {
      throw error
    })
  }
}

const changeView = <Event>(
  { streamKey, view }: { streamKey: string | null; view: StreamView<Event> },
  stream: string,
  change: (view: StreamView<Event>) => Partial<StreamView<Event>>,
): { streamKey: string; view: StreamView<Event> } => {
  const before = streamKey === stream ? view : opening
  return { streamKey: stream, view: { ...before, ...change(before) } }
}

import {
  createContext,
  type PropsWithChildren,
  use,
  useCallback,
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
  useState,
} from 'react'
import { describeFailure } from './failure.ts'
import { useTell } from '../dialogs/notices.tsx'

/** A change that the server cannot undo: it is shown immediately and sent after a delay, so that undo loses nothing. */
export interface DelayedChange {
  /** Ids that screens no longer show. */
  readonly ids: readonly string[]
  /** The notice: "Plant milks deleted." */
  readonly text: string
  /** Sends the change, and resolves when the screens have the new state. Its `fetch` outlives the page. */
  readonly send: (options: { readonly fetch: typeof globalThis.fetch }) => Promise<unknown>
  /** What else to revert. */
  readonly onUndo?: () => void
}

interface DelayedChanges {
  readonly hiddenIds: ReadonlySet<string>
  readonly delay: (change: DelayedChange) => void
}

/** How long undo is offered, in milliseconds. */
export const undoMs = 8000

const DelayedChangesContext = createContext<DelayedChanges | null>(null)

const lastingFetch: typeof globalThis.fetch = async (input, init) => fetch(input, { ...init, keepalive: true })

/** Delays changes while they can be undone. Only one is pending at a time: the next change sends it, and so does leaving the app. */
export const DelayedChangesProvider = ({ children }: PropsWithChildren) => {
  const tell = useTell()
  const [changes, setChanges] = useState<readonly DelayedChange[]>([])
  const waiting = useRef<{ change: DelayedChange; timer: ReturnType<typeof setTimeout> } | null>(null)

  const flush = useCallback(() => {
    if (waiting.current === null) return
    const { change, timer } = waiting.current
    clearTimeout(timer)
    waiting.current = null
    void change
      .send({ fetch: lastingFetch })
      .catch((error: unknown) => {
        const { message, detail } = describeFailure(error)
        tell([`${message}.`, detail, 'Nothing was changed.'].filter(Boolean).join(' '))
      })
      .finally(() => setChanges((before) => before.filter((other) => other !== change)))
  }, [tell])

  const delay = useCallback(
    (change: DelayedChange) => {
      flush()
      waiting.current = { change, timer: setTimeout(flush, undoMs) }
      setChanges((before) => [...before, change])
      const undo = () => {
        if (waiting.current?.change !== change) return
        clearTimeout(waiting.current.timer)
        waiting.current = null
        setChanges((before) => before.filter((other) => other !== change))
        change.onUndo?.()
      }
      tell(change.text, [{ label: 'Undo', run: undo }])
    },
    [flush, tell],
  )

  useEffect(() => {
    window.addEventListener('pagehide', flush)
    return () => window.removeEventListener('pagehide', flush)
  }, [flush])

  // Without the app frame, as while a story is presented, there is no undo and no listener for the app being closed.
  const leaveFrame = useEffectEvent(flush)
  useEffect(() => () => leaveFrame(), [])

  const value = useMemo(() => ({ hiddenIds: new Set(changes.flatMap(({ ids }) => ids)), delay }), [changes, delay])
  return <DelayedChangesContext value={value}>{children}</DelayedChangesContext>
}

export const useDelayedChanges = (): DelayedChanges => {
  const changes = use(DelayedChangesContext)
  if (!changes) throw new Error('useDelayedChanges needs a DelayedChangesProvider above it')
  return changes
}

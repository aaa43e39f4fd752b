import { type ComponentType, lazy } from 'react'
import { ErrorView } from '../../ui/error-view.tsx'
import classes from './lazy-part.module.css'

/** The delay before each retry, in milliseconds. */
const retryPauses = [2000, 4000, 8000, 16_000] as const

/** How long after the last failure the count resets, in milliseconds. */
const forgetAfterMs = 60_000

interface Failures {
  readonly count: number
  readonly lastAt: number
}

/** Survives the reload that each retry causes, and ends with the tab. */
const storageKey = 'auspex.part-failures'

/**
 * Counts consecutive failures; the count outlives the screen that shows them, and the page. Reading and counting are separate
 * because React may render that screen several times before it commits.
 */
export const createBackOff = (storage: Pick<Storage, 'getItem' | 'setItem'>) => {
  const countAt = (now: number): number => {
    const { count, lastAt } = readFailures(storage.getItem(storageKey))
    return now - lastAt > forgetAfterMs ? 0 : count
  }
  return {
    /** The delay before the next retry, in milliseconds; null after the last one. */
    nextPause: (now: number): number | null => retryPauses[countAt(now)] ?? null,
    /** Records another failed try. */
    countFailure: (now: number): void =>
      storage.setItem(storageKey, JSON.stringify({ count: countAt(now) + 1, lastAt: now } satisfies Failures)),
  }
}

const readFailures = (text: string | null): Failures => {
  try {
    return JSON.parse(text ?? '') as Failures // only countFailure writes it
  } catch {
    return { count: 0, lastAt: 0 }
  }
}

interface Closable {
  onClose: () => void
}

/** A dialog that is loaded when it is opened, with retries; if loading fails, an error view opens instead. */
export const lazyPart = <Props extends Closable>(load: () => Promise<ComponentType<Props>>) =>
  lazy(async () => ({ default: await loadWithRetries(load).catch(() => MissingPart) }))

/** Retries a failed load after each delay. Throws the last error. */
export const loadWithRetries = async <Part,>(
  load: () => Promise<Part>,
  pauses: readonly number[] = retryPauses.slice(0, 2),
): Promise<Part> => {
  const [pause, ...others] = pauses
  if (pause === undefined) return load()
  try {
    return await load()
  } catch {
    await new Promise((resolve) => setTimeout(resolve, pause))
    return loadWithRetries(load, others)
  }
}

const MissingPart = ({ onClose }: Closable) => (
  <div className={classes.missing}>
    <ErrorView
      message="This part of the app could not be loaded"
      detail={navigator.onLine ? 'Reload the page and try again.' : 'You are offline. Reload once you are back online.'}
      onReload={() => window.location.reload()}
      onCancel={onClose}
    />
  </div>
)

/** The message for every part of the app that could not be loaded, whatever the browser's own message is. */
const chunkErrorMessage = 'Part of the app could not be loaded'

/**
 * Gives failed dynamic imports one message. The router would respond to the browsers' own messages by reloading the window
 * immediately, which leaves a person who is offline without the app.
 */
export const nameChunkErrors = (): void =>
  window.addEventListener('vite:preloadError', (event) => {
    event.payload.message = chunkErrorMessage
  })

/** The messages of Chrome, Firefox and Safari, in this order, for a module that could not be loaded. */
const browserWords =
  /^(?:Failed to fetch dynamically imported module|error loading dynamically imported module|Importing a module script failed|Unable to preload CSS)/

export const isChunkError = (error: unknown): boolean =>
  error instanceof Error && (error.message === chunkErrorMessage || browserWords.test(error.message))

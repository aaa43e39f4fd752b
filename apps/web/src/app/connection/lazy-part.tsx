import { type ComponentType, lazy } from 'react'
import { ErrorView } from '../../ui/error-view.tsx'
import { retryPauses } from './back-off.ts'
import classes from './lazy-part.module.css'

interface Closable {
  onClose: () => void
}

/** A dialog that is loaded when it is opened, with retries; if loading fails, an error view opens instead. */
export const lazyPart = <Props extends Closable>(load: () => Promise<ComponentType<Props>>) =>
  lazy(async () => ({ default: await loadPatiently(load).catch(() => MissingPart) }))

/** Retries a failed load after each delay. Throws the last error. */
export const loadPatiently = async <Part,>(
  load: () => Promise<Part>,
  pauses: readonly number[] = retryPauses.slice(0, 2),
): Promise<Part> => {
  const [pause, ...others] = pauses
  if (pause === undefined) return load()
  try {
    return await load()
  } catch {
    await new Promise((resolve) => setTimeout(resolve, pause))
    return loadPatiently(load, others)
  }
}

const MissingPart = ({ onClose }: Closable) => (
  <div className={classes.missing}>
    <ErrorView
      message="This part of the app could not be loaded"
      detail={
        navigator.onLine ? 'Reload the page and try again.' : 'You are offline. Reload when the connection is back.'
      }
      onReload={() => window.location.reload()}
      onCancel={onClose}
    />
  </div>
)

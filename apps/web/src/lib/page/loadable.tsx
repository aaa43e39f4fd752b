import { type ComponentType, lazy, useState } from 'react'

interface Loadable<Props> {
  (props: Props): React.ReactNode
  /** Loads the part before it is rendered. Never rejects: rendering tries again and reports the error. */
  load: () => Promise<void>
}

/**
 * A part of a page in its own chunk, loaded when it is first rendered or earlier by `load`; a loaded part renders immediately,
 * without a skeleton. `React.lazy` alone would briefly show one.
 */
export const loadable = <Props extends object>(fetchPart: () => Promise<ComponentType<Props>>): Loadable<Props> => {
  let part: ComponentType<Props> | undefined
  const fetchOnce = async () => (part ??= await fetchPart())
  const LazyPart = lazy(async () => ({ default: await fetchOnce() }))
  const Part = (props: Props) => {
    // Chosen once: switching to another component would lose the state that a person has opened in this one.
    const [Chosen] = useState<ComponentType<Props>>(() => part ?? LazyPart)
    return <Chosen {...props} />
  }
  const load = async () => {
    await fetchOnce().catch(() => undefined)
  }
  return Object.assign(Part, { load })
}

/** Resolves when the browser is idle. Safari has no API for this. */
export const whenIdle = (): Promise<unknown> =>
  new Promise((resolve) =>
    typeof requestIdleCallback === 'function' ? requestIdleCallback(resolve, { timeout: 2000 }) : setTimeout(resolve),
  )

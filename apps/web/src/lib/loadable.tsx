import { type ComponentType, lazy, useState } from 'react'

interface Loadable<Props> {
  (props: Props): React.ReactNode
  /** Loads it before it is drawn. Never fails: drawing it tries again, and says what is wrong. */
  load: () => Promise<void>
}

/**
 * A part of a page in a file of its own, which is loaded when it is first drawn, or before by `load`; one that is there already is
 * drawn at once, without a skeleton before it. `React.lazy` alone would show that for a moment.
 */
export const loadable = <Props extends object>(fetchPart: () => Promise<ComponentType<Props>>): Loadable<Props> => {
  let part: ComponentType<Props> | undefined
  const fetchOnce = async () => (part ??= await fetchPart())
  const LazyPart = lazy(async () => ({ default: await fetchOnce() }))
  const Part = (props: Props) => {
    // Chosen once: another component would lose what a person has opened in this one.
    const [Chosen] = useState<ComponentType<Props>>(() => part ?? LazyPart)
    return <Chosen {...props} />
  }
  const load = async () => {
    await fetchOnce().catch(() => undefined)
  }
  return Object.assign(Part, { load })
}

import { Stack, type StackProps } from '@mantine/core'
import {
  type ComponentType,
  type PropsWithChildren,
  type RefObject,
  Suspense,
  useEffect,
  useRef,
  useState,
} from 'react'
import { Section } from '../../ui/section.tsx'

interface NearSectionProps {
  id: string
  title: string
  hint: string
  /** As high as what comes, so that nothing below it jumps. */
  skeleton: ComponentType<{ isAsked?: boolean }>
}

/** A part of the report that costs more than the rest: it is asked for when a reader comes near. */
export const NearSection = ({ skeleton: Placeholder, children, ...section }: PropsWithChildren<NearSectionProps>) => {
  const { ref, isNear } = useNear<HTMLDivElement>()
  return (
    <div ref={ref}>
      <Section {...section}>
        {isNear ? <Suspense fallback={<Placeholder />}>{children}</Suspense> : <Placeholder isAsked={false} />}
      </Section>
    </div>
  )
}

interface SkeletonGroupProps extends StackProps {
  /** What will stand here: "the forecast". */
  name: string
  /** Whether it has been asked for. Before a reader comes near nothing is loading, and nothing says so. */
  isAsked?: boolean | undefined
}

/** Holds the place of a part of the report that is loaded when a reader comes near. */
export const SkeletonGroup = ({ name, isAsked = true, ...stack }: SkeletonGroupProps) =>
  isAsked ? (
    <Stack {...stack} role="group" aria-busy="true" aria-label={`Loading ${name}`} />
  ) : (
    <Stack {...stack} aria-hidden />
  )

/** Pixels below the window at which something counts as near. */
const margin = '600px'

/** Whether an element has come near the window; once it has, it stays. Never where nothing can be observed, as in tests. */
const useNear = <T extends HTMLElement>(): { ref: RefObject<T | null>; isNear: boolean } => {
  const ref = useRef<T>(null)
  const [isNear, setNear] = useState(false)
  useEffect(() => {
    const element = ref.current
    if (element === null || isNear || typeof IntersectionObserver === 'undefined') return undefined
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && setNear(true), {
      rootMargin: margin,
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [isNear])
  return { ref, isNear }
}

import { lazy, Suspense } from 'react'
import { Section } from '../../../ui/section.tsx'
import { useNear } from '../forecast/use-near.ts'
import { NarrativesSkeleton } from './narratives-skeleton.tsx'

const Narratives = lazy(async () => ({ default: (await import('./narratives.tsx')).Narratives }))

/** The lines of telling inside a signal. Texts are read for them, so they are asked for when a reader comes near. */
export const NarrativesSection = ({ signalId }: { signalId: string }) => {
  const { ref, isNear } = useNear<HTMLDivElement>()
  return (
    <div ref={ref}>
      <Section
        id="narratives"
        title="Narratives"
        hint="Stories that say alike, each with its life, who was first, and how far it went. Labels are phrases of their own titles."
      >
        {isNear ? (
          <Suspense fallback={<NarrativesSkeleton />}>
            <Narratives signalId={signalId} />
          </Suspense>
        ) : (
          <NarrativesSkeleton isAsked={false} />
        )}
      </Section>
    </div>
  )
}

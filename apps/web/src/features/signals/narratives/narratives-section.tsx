import { lazy, Suspense } from 'react'
import { NarrativesSkeleton } from './narratives-skeleton.tsx'

const Narratives = lazy(async () => ({ default: (await import('./narratives.tsx')).Narratives }))

/** The lines of telling inside a signal; texts are read for them. */
export const NarrativesSection = ({ signalId }: { signalId: string }) => (
  <Suspense fallback={<NarrativesSkeleton />}>
    <Narratives signalId={signalId} />
  </Suspense>
)

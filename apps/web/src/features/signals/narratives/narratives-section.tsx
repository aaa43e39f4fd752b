import { lazy, Suspense } from 'react'
import { NarrativesSkeleton } from './narratives-skeleton.tsx'

const Narratives = lazy(async () => ({ default: (await import('./narratives.tsx')).Narratives }))

/** The narratives within a signal, which require reading the texts. */
export const NarrativesSection = ({ signalId }: { signalId: string }) => (
  <Suspense fallback={<NarrativesSkeleton />}>
    <Narratives signalId={signalId} />
  </Suspense>
)

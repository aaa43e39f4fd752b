import { lazy } from 'react'
import { NearSection } from '../near-section.tsx'
import { NarrativesSkeleton } from './narratives-skeleton.tsx'

const Narratives = lazy(async () => ({ default: (await import('./narratives.tsx')).Narratives }))

/** The lines of telling inside a signal; texts are read for them. */
export const NarrativesSection = ({ signalId }: { signalId: string }) => (
  <NearSection
    id="narratives"
    title="Narratives"
    hint="Stories that say alike, each with its life, who was first, and how far it went. Labels are phrases of their own titles."
    skeleton={NarrativesSkeleton}
  >
    <Narratives signalId={signalId} />
  </NearSection>
)

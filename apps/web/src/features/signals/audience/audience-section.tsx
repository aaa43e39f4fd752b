import { lazy } from 'react'
import { NearSection } from '../near-section.tsx'
import { AudienceSkeleton } from './audience-skeleton.tsx'

const Audience = lazy(async () => ({ default: (await import('./audience.tsx')).Audience }))

interface AudienceSectionProps {
  signalId: string
  title: string
  /** The country that the signal is of; null for everywhere. */
  geo: string | null
}

/** How many people it may interest. It counts all authors of the library. */
export const AudienceSection = (props: AudienceSectionProps) => (
  <NearSection
    id="audience"
    title="Audience"
    hint="How many people it may interest: people of an age and country × share on the internet × share interested. Every figure opens its source."
    skeleton={AudienceSkeleton}
  >
    <Audience {...props} />
  </NearSection>
)

import { lazy, Suspense } from 'react'
import { Section } from '../../../ui/section.tsx'
import { useNear } from '../forecast/use-near.ts'
import { AudienceSkeleton } from './audience-skeleton.tsx'

const Audience = lazy(async () => ({ default: (await import('./audience.tsx')).Audience }))

interface AudienceSectionProps {
  signalId: string
  title: string
  /** The country that the signal is of; null for everywhere. */
  geo: string | null
}

/** How many people it may interest. It counts all authors of the library, so it is asked for when a reader comes near. */
export const AudienceSection = (props: AudienceSectionProps) => {
  const { ref, isNear } = useNear<HTMLDivElement>()
  return (
    <div ref={ref}>
      <Section
        id="audience"
        title="Audience"
        hint="How many people it may interest: people of an age and country × share on the internet × share interested. Every figure opens its source."
      >
        {isNear ? (
          <Suspense fallback={<AudienceSkeleton />}>
            <Audience {...props} />
          </Suspense>
        ) : (
          <AudienceSkeleton isAsked={false} />
        )}
      </Section>
    </div>
  )
}

import { Box, Button } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { Card, Section } from '../../ui/page.tsx'
import { AudienceSkeleton, ForecastSkeleton, NarrativesSkeleton } from './placeholders.tsx'
import textStyles from '../../ui/text-styles.module.css'

const Audience = lazy(async () => ({ default: (await import('./audience/audience.tsx')).Audience }))

interface AudienceSectionProps {
  signalId: string
  title: string
  /** The country of the signal; null for everywhere. */
  geo: string | null
}

/** How many people it may interest. The estimate relies on assumptions and counts all authors of the library, so it is fetched only on request. */
export const AudienceSection = (props: AudienceSectionProps) => {
  const [isWanted, setWanted] = useState(false)
  return (
    <Section
      id="audience"
      title="Audience"
      hint="How many people it may interest: people of an age and country × share on the internet × share interested."
    >
      {isWanted ? (
        <Suspense fallback={<AudienceSkeleton />}>
          <Audience {...props} />
        </Suspense>
      ) : (
        <Card>
          <Box component="p" className={textStyles.note} mb={12} maw="70ch">
            This is a rough estimate, good to one digit at best. It assumes that the people who write in these sources
            are typical of readers everywhere.
          </Box>
          <Button variant="default" onClick={() => setWanted(true)}>
            Estimate the audience
          </Button>
        </Card>
      )}
    </Section>
  )
}

const Forecast = lazy(async () => ({ default: (await import('./forecast/forecast.tsx')).Forecast }))

export const ForecastSection = (props: { signalId: string; title: string }) => (
  <Suspense fallback={<ForecastSkeleton />}>
    <Forecast {...props} />
  </Suspense>
)

const Narratives = lazy(async () => ({ default: (await import('./narratives/narratives.tsx')).Narratives }))

/** The narratives within a signal, which require reading the texts. */
export const NarrativesSection = (props: { signalId: string; title: string }) => (
  <Suspense fallback={<NarrativesSkeleton />}>
    <Narratives {...props} />
  </Suspense>
)

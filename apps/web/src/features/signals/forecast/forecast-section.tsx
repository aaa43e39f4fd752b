import { lazy } from 'react'
import { NearSection } from '../near-section.tsx'
import { ForecastSkeleton } from './forecast-skeleton.tsx'

const Forecast = lazy(async () => ({ default: (await import('./forecast.tsx')).Forecast }))

/** What may come next. */
export const ForecastSection = (props: { signalId: string; title: string }) => (
  <NearSection
    id="forecast"
    title="Forecast"
    hint="Documents a day in the coming weeks, by the model that did best on the past. What is shown is stored and scored when its days come."
    skeleton={ForecastSkeleton}
  >
    <Forecast {...props} />
  </NearSection>
)

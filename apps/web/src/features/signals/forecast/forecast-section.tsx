import { lazy, Suspense } from 'react'
import { ForecastSkeleton } from './forecast-skeleton.tsx'

const Forecast = lazy(async () => ({ default: (await import('./forecast.tsx')).Forecast }))

/** The forecast section. */
export const ForecastSection = (props: { signalId: string; title: string }) => (
  <Suspense fallback={<ForecastSkeleton />}>
    <Forecast {...props} />
  </Suspense>
)

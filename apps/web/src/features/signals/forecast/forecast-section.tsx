import { lazy, Suspense } from 'react'
import { Section } from '../../../ui/section.tsx'
import { ForecastSkeleton } from './forecast-skeleton.tsx'
import { useNear } from './use-near.ts'

const Forecast = lazy(async () => ({ default: (await import('./forecast.tsx')).Forecast }))

/** What may come next. It costs more than the rest of the report, so it is asked for when a reader comes near. */
export const ForecastSection = ({ signalId, title }: { signalId: string; title: string }) => {
  const { ref, isNear } = useNear<HTMLDivElement>()
  return (
    <div ref={ref}>
      <Section
        id="forecast"
        title="Forecast"
        hint="Documents a day in the coming weeks, by the model that did best on the past. What is shown is stored and scored when its days come."
      >
        {isNear ? (
          <Suspense fallback={<ForecastSkeleton />}>
            <Forecast signalId={signalId} title={title} />
          </Suspense>
        ) : (
          <ForecastSkeleton isAsked={false} />
        )}
      </Section>
    </div>
  )
}

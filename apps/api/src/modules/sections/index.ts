import type { ReportSection } from '@auspex/sdk/types'
import type { Handlers } from '../../http/handlers.ts'
import type { ForecastsModule } from '../forecasts/index.ts'
import type { NarrativesModule } from '../narratives/index.ts'
import { presentSeries, type Signals } from '../signals/index.ts'

export type SectionsOperations = Pick<Handlers, 'getSignalSection'>

/** Sections of a report, each from the module that measures it. */
export function createSectionsOperations({
  signals,
  narratives,
  forecasts,
}: {
  signals: Pick<Signals, 'questionOf' | 'readReport'>
  narratives: NarrativesModule
  forecasts: Pick<ForecastsModule, 'forecast'>
}): SectionsOperations {
  return {
    getSignalSection: async ({ path: { id, sub }, query: { entity, interval, from, to } }) => {
      if (sub === 'narratives')
        return { status: 200, body: await narratives.narratives(await signals.questionOf(id, entity)) }
      if (sub === 'forecast')
        return { status: 200, body: await forecasts.forecast(await signals.questionOf(id, entity)) }
      const report = await signals.readReport(id, entity)
      if (sub === 'volume' || sub === 'tone' || sub === 'attention')
        return { status: 200, body: presentSeries(report, sub, { interval, from, to }) satisfies ReportSection }
      return { status: 200, body: report[sub] satisfies ReportSection }
    },
  }
}

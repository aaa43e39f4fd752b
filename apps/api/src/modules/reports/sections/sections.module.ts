import { presentReport, presentSeries } from '@auspex/analytics'
import type { ReportSection } from '@auspex/sdk/types'
import type { Handlers } from '../../../http/handlers.ts'
import type { ClinicalModule } from '../../clinical/index.ts'
import type { ForecastsModule } from '../forecasts/forecasts.module.ts'
import type { NarrativesModule } from '../narratives/narratives.module.ts'
import { daysReversed } from '../reports.errors.ts'
import type { Signals } from '../signals.module.ts'

export type SectionsOperations = ReturnType<typeof createSectionsOperations>

/** Sections of a report, each from the module that measures it. */
export function createSectionsOperations({
  signals,
  narratives,
  forecasts,
  clinical,
}: {
  signals: Signals
  narratives: NarrativesModule
  forecasts: ForecastsModule
  clinical: ClinicalModule
}) {
  return {
    getSignalSection: async ({ path: { id, sub }, query: { entity, interval, from, to } }) => {
      const part = { entity, from, to }
      if (sub === 'medicine') {
        const { volume, query } = presentReport(await signals.readReport(id, part))
        const topic = query.isCompound ? null : query.query_term
        return { status: 200, body: await clinical.measureMedicine({ topic, volume }) }
      }
      if (sub === 'narratives')
        return { status: 200, body: await narratives.narratives(await signals.findRequest(id, part)) }
      // the forecast after the last day continues from all days before it
      if (sub === 'forecast')
        return { status: 200, body: await forecasts.forecast(await signals.findRequest(id, { entity })) }
      if (sub === 'volume' || sub === 'tone' || sub === 'attention') {
        const report = await signals.readReport(id, { entity })
        if (from !== undefined && to !== undefined && from > to) throw daysReversed()
        const series = presentSeries(report, sub, { interval, from, to })
        if (series.section !== 'tone' || (from === undefined && to === undefined)) return { status: 200, body: series }
        const { days: _days, ...tone } = (await signals.readReport(id, part)).tone
        const { points, interval: shownInterval } = series
        return { status: 200, body: { ...tone, points, interval: shownInterval } satisfies ReportSection }
      }
      const report = await signals.readReport(id, part)
      return { status: 200, body: report[sub] satisfies ReportSection }
    },
  } satisfies Partial<Handlers>
}

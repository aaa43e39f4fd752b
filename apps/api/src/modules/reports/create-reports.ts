import type { ClinicalModule } from '../clinical/index.ts'
import type { Foundation } from '../foundation.types.ts'
import { categories, type Library } from '../library/index.ts'
import { createAudienceModule } from './audience/audience.module.ts'
import { type ClaimsDependencies, createClaimsModule } from './claims/claims.module.ts'
import { createComparisonsModule } from './comparisons/comparisons.module.ts'
import { createContextSpacesModule } from './context-spaces/context-spaces.module.ts'
import { createForecastsModule } from './forecasts/forecasts.module.ts'
import { createInflectionsOperations } from './inflections/inflections.operations.ts'
import { createInterestsOperations, createNarrativesModule } from './narratives/narratives.module.ts'
import { createSectionsOperations } from './sections/sections.module.ts'
import { createSignalsModule, type SignalsDependencies } from './signals.module.ts'

interface ReportsDependencies extends Foundation {
  documents: Library['documents']
  provenance: Library['provenance']
  connectors: SignalsDependencies['connectors']
  rephraser: ClaimsDependencies['rephraser']
  clinical: ClinicalModule
}

/** Reports of signals, and what is derived from them. */
export function createReports(dependencies: ReportsDependencies) {
  const { clinical } = dependencies
  const { signals, ...signalParts } = createSignalsModule(dependencies)
  const withSignals = { ...dependencies, signals }
  const narratives = createNarrativesModule(dependencies)
  const forecasts = createForecastsModule(withSignals)
  const audience = createAudienceModule(withSignals)
  return {
    signals,
    narratives,
    forecasts,
    estimateAudience: audience.estimateAudience,
    operations: {
      ...signalParts.operations,
      ...createSectionsOperations({ signals, narratives, forecasts, clinical }),
      ...audience.operations,
      ...createClaimsModule(withSignals).operations,
      ...createComparisonsModule(withSignals).operations,
      ...createInterestsOperations({ ...withSignals, categories }),
      ...createContextSpacesModule({ ...withSignals, narratives }).operations,
      ...createInflectionsOperations(withSignals),
      ...forecasts.operations,
    },
    jobs: [...signalParts.jobs, ...forecasts.jobs],
  }
}

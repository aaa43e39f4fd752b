import type { ClinicalModule } from '../clinical/index.ts'
import type { Foundation } from '../foundation.types.ts'
import { type DocumentsModule, type Library, categories } from '../library/index.ts'
import { createContextSpacesModule } from './context-spaces/context-spaces.module.ts'
import { createForecastsModule } from './forecasts/forecasts.module.ts'
import { createInterestsOperations, createNarrativesModule } from './narratives/narratives.module.ts'
import { createSectionsOperations } from './sections/sections.module.ts'
import { type Signals, type SignalsDependencies, type SignalsModule, createSignalsModule } from './signals.module.ts'
import { createQueryChecksRepository } from './query-checks/query-checks.repository.ts'
import {
  getQueryCheck,
  labelDocuments,
  listQuerySuggestions,
  type QueryCheckDependencies,
  startQueryCheck,
} from './query-checks/query-checks.usecases.ts'
import type { Handlers } from '../../http/handlers.ts'
import { type InflectionsDependencies, summarizeInflections } from './inflections/inflections.usecases.ts'
import { compareSignals } from './comparisons/compare-signals.ts'
import type { Logger } from '../../kernel/logger.ts'
import { type ClaimOperations, createClaimOperations } from './claims/claims.operations.ts'
import { createOpenAiRephraser, type RephraserConfig } from './claims/rephraser/openai-rephraser.ts'
import { type EstimateAudience, estimateSignalAudience } from './audience/audience.usecases.ts'
import { type AudienceDependencies, createCountAll } from './audience/read-interest.ts'

export type { EstimateAudience } from './audience/audience.usecases.ts'
export { compareSignals } from './comparisons/compare-signals.ts'
export type { DescribedDays, QuotedTitle } from './describe-days.ts'
export type { ForecastsModule } from './forecasts/forecasts.module.ts'
export type { NarrativesModule } from './narratives/narratives.module.ts'
export { readBeginnings } from './narratives/narratives.usecases.ts'
export { type ReportInput, buildReport } from './report/build-report.ts'
export { type CountInput, countSections } from './report/count-sections.ts'
export { buildEvents, describedDocuments } from './report/events-section.ts'
export { type GroupHolding, toHoldings } from './report/library.ts'
export {
  findNews,
  minTold,
  type FoundNews,
  isLike,
  isShortWindow,
  type NewsState,
  type ReportNews,
} from './report/report-news.ts'
export { presentDocument, toLibraryDocument, type LibraryDocument } from './report/present-document.ts'
export { documentNotFound } from './reports.errors.ts'
export { readSignalQuery, type CanonicalQuery, restoreSignalQuery } from './signal-query.ts'
export type { MeasuredSignal } from './signal.repository.ts'
export { createSignalsModule, type Signals, type SignalsModule } from './signals.module.ts'
export { createStreamsModule, type LiveSource } from './streams/streams.module.ts'

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
      ...createQueryCheckOperations({ ...withSignals, checks: createQueryChecksRepository(dependencies.database) }),
    },
    jobs: [...signalParts.jobs, ...forecasts.jobs],
  }
}

export type Reports = ReturnType<typeof createReports>

/** Why a signal changed on a day. A signal is a public query, so every signed-in person may read what changed in it. */
function createInflectionsOperations(deps: InflectionsDependencies) {
  return {
    getInflectionPointSummary: async ({ query }) => ({
      status: 200,
      body: await summarizeInflections({ signalId: query.id, day: query.day ?? null }, deps),
    }),
  } satisfies Partial<Handlers>
}

/** Checks of queries. Signals are public, labels are seen only by the person who gave them. */
function createQueryCheckOperations(deps: QueryCheckDependencies) {
  return {
    getQueryCheck: async ({ path }, { actor }) => ({
      status: 200,
      body: await getQueryCheck(path.signalId, actor, deps),
    }),
    startQueryCheck: async ({ path, body }, { actor }) => ({
      status: 200,
      body: await startQueryCheck({ signalId: path.signalId, labelsOf: body.labelsOf ?? null }, actor, deps),
    }),
    labelQueryDocuments: async ({ path, body }, { actor }) => ({
      status: 200,
      body: await labelDocuments({ signalId: path.signalId, labels: body.labels }, actor, deps),
    }),
    listQuerySuggestions: async ({ path }, { actor }) => ({
      status: 200,
      body: await listQuerySuggestions(path.signalId, actor, deps),
    }),
  } satisfies Partial<Handlers>
}

interface ComparisonOperations {
  compareSignals: Handlers['compareSignals']
}

interface ComparisonsModule {
  operations: ComparisonOperations
}

/** Compares signals with each other. */
function createComparisonsModule(deps: { signals: Signals }): ComparisonsModule {
  return {
    operations: {
      compareSignals: async ({ query }) => ({ status: 200, body: await compareSignals(query, deps) }),
    },
  }
}

interface ClaimsDependencies {
  signals: SignalsModule['signals']
  documents: DocumentsModule
  /** The language model for rewording; null for none. */
  rephraser: RephraserConfig | null
  log: Logger
}

/** Summaries of checked claims, and the origin of every number. */
function createClaimsModule({ rephraser: config, ...dependencies }: ClaimsDependencies): {
  operations: ClaimOperations
} {
  const rephraser = config === null ? null : createOpenAiRephraser(config)
  return { operations: createClaimOperations({ ...dependencies, rephraser, rewordings: new Map() }) }
}

/** How many people a signal may interest. */
function createAudienceModule({ signals, documents }: { signals: Signals; documents: DocumentsModule }): {
  operations: AudienceOperations
  estimateAudience: EstimateAudience
} {
  const deps = { signals, documents, countAll: createCountAll(documents) }
  return {
    operations: createAudienceOperations(deps),
    estimateAudience: (request, days) => estimateSignalAudience(request, days, deps),
  }
}

type AudienceOperations = ReturnType<typeof createAudienceOperations>

/** A signal is a public query, so every signed-in person may request its audience. */
function createAudienceOperations(deps: AudienceDependencies) {
  return {
    getAudienceEstimate: async ({ query }) => {
      const { id, name = null, platform = null, age_min, age_max = null, geo = null } = query
      const request = { id, name, platform, age_min, age_max, geo }
      return { status: 200, body: await estimateSignalAudience(request, { from: query.from, to: query.to }, deps) }
    },
  } satisfies Partial<Handlers>
}

import type { Handlers } from '../http/handlers.ts'
import { createJobs } from '../adapters/jobs/pg-boss/create-jobs.ts'
import { version } from '../kernel/version.ts'
import { createActivityModule } from './activity/index.ts'
import { createAdministrationOperations } from './administration/index.ts'
import { createAudienceModule } from './audience/index.ts'
import { createAuditOperations, createWriteAudit } from './audit/index.ts'
import { createAutocompleteModule } from './autocomplete/index.ts'
import { createBackground } from './background.ts'
import { categories, createCatalogOperations, industries } from './catalog/index.ts'
import { createClaimsModule } from './claims/index.ts'
import { createClinicalModule } from './clinical/index.ts'
import { createComparisonsModule } from './comparisons/index.ts'
import { createContextSpacesModule } from './context-spaces/index.ts'
import { createDemoLibrary } from './demo/index.ts'
import { createDiscoveryModule } from './discovery/index.ts'
import { createDocumentsModule } from './documents/index.ts'
import { createExploreModule } from './explore/index.ts'
import { createExportsModule } from './exports/index.ts'
import { createForecastsModule } from './forecasts/index.ts'
import { createHashtagsModule } from './hashtags/index.ts'
import { createHealthOperations } from './health/index.ts'
import { createIdempotency } from './idempotency/index.ts'
import { createImagesModule } from './images/index.ts'
import { createInboxModule } from './inbox/index.ts'
import { createImportsOperations } from './imports/index.ts'
import { createInflectionsModule } from './inflections/index.ts'
import { createOnboardingOperations } from './onboarding/index.ts'
import { createPortfoliosModule } from './portfolios/index.ts'
import { createReportCacheModule } from './report-cache/index.ts'
import { createPricesModule } from './prices/index.ts'
import { createProjectsModule } from './projects/index.ts'
import { createQueriesOperations } from './queries/index.ts'
import { createRecentSearchesModule } from './recent-searches/index.ts'
import { createNewsfeedModule } from './newsfeed/index.ts'
import { createInterestsOperations, createNarrativesModule } from './narratives/index.ts'
import { createProvenance, createSignalsModule } from './signals/index.ts'
import type { Modules, ModulesOptions } from './modules.types.ts'
import { notBuilt } from './not-built.ts'
import { createSectionsOperations } from './sections/index.ts'
import { createSharingModule } from './sharing/index.ts'
import { createSourcesModule, withOutages } from './sources/index.ts'
import { createStoriesModule } from './stories/index.ts'
import { createStreamsModule } from './streams/index.ts'
import { createSubscriptionsModule } from './subscriptions/index.ts'
import { createTrendsModule } from './trends/index.ts'
import { createUsersModule } from './users/index.ts'
import { createZeusAnalyst, createZeusModule, defaultLimits } from './zeus/index.ts'
import { createZeusReportsModule } from './zeus-reports/index.ts'
import { createWorkflowsModule } from './workflows/index.ts'

/** Builds the modules and joins them: the only place that knows which module needs which. */
export function createModules({
  config,
  connectors,
  priceProviders,
  medicine,
  hashtagSources,
  webhooks,
  live,
  securityLog,
  schedule,
  analyst,
  zeusLimits,
  openPersonSession,
  isBlockContent,
  isStopping,
  providerAccounts,
  ...kernel
}: ModulesOptions): Modules {
  const { database, clock, log } = kernel
  const jobs = createJobs({ database, log })
  const documents = createDocumentsModule(kernel)
  const hasRealDocuments = async () =>
    (await documents.librarySummary()).sources.some((source) => source.sourceKey !== 'demo' && source.documents > 0)
  const sources = createSourcesModule({
    config,
    database,
    documents,
    connectors,
    priceProviders,
    provenance: () => provenance(),
    schedule,
    clock,
    log,
  })
  const provenance = createProvenance({
    mode: config.sources,
    connectors: connectors.map((source) => withOutages(source, sources.outages)),
    hasRealDocuments,
    clock,
  })
  const demo = createDemoLibrary({ database, documents, clock, log })
  const signals = createSignalsModule({ database, documents, provenance, connectors, clock })
  const narratives = createNarrativesModule({ database, documents, clock })
  const forecasts = createForecastsModule({ ...kernel, signals: signals.signals })
  const explore = createExploreModule({
    ...kernel,
    jobs,
    signals: signals.signals,
    storeDocuments: documents.storeDocuments,
    documents,
    connectors,
    provenance,
    outages: sources.outages,
    whenDemoSettled: demo.whenSettled,
  })
  const trends = createTrendsModule({ database, documents, provenance, categories, clock })
  const users = createUsersModule({
    ...kernel,
    embeddedIssuer: config.oidc.isExternal ? null : config.oidc.issuer,
    recordSecurityEvent: securityLog.record,
    isActivityRecorded: config.isActivityRecorded,
    providerAccounts,
  })
  const idempotency = createIdempotency({ database, clock })
  const images = createImagesModule({ ...kernel, access: users.access })
  const portfolios = createPortfoliosModule({
    ...kernel,
    jobs,
    images: images.images,
    groups: users.groups,
    signals: signals.signals,
  })
  images.images.namedBy(null, (ids, kysely) => users.createAdministered(kysely).organizations.listImages(ids))
  const writeAudit = createWriteAudit(kernel)
  const activity = createActivityModule({ ...kernel, people: users.people, isRecorded: config.isActivityRecorded })
  const reportCache = createReportCacheModule({
    ...kernel,
    jobs,
    signals: signals.signals,
    explore,
    portfolios: portfolios.portfolios,
    createAdministered: users.createAdministered,
    people: users.people,
    writeAudit,
  })
  const inbox = createInboxModule({
    ...kernel,
    signals: signals.signals,
    people: users.people,
    access: users.access,
  })
  const clinical = createClinicalModule({ database, medicine, outages: sources.outages, clock })
  const subscriptions = createSubscriptionsModule({
    ...kernel,
    conditions: clinical.conditions,
    signals: signals.signals,
    trends: trends.trends,
    documents,
    inbox: inbox.inbox,
    askSources: explore.askAgain,
    webhooks,
    access: users.access,
    categories,
  })
  const streams = createStreamsModule({
    ...kernel,
    live,
    documents,
    signals: signals.signals,
    watchedSignals: subscriptions.watchedSignals,
  })
  const audience = createAudienceModule({ documents, signals: signals.signals })
  const stories = createStoriesModule({
    ...kernel,
    documents,
    signals: signals.signals,
    estimateAudience: audience.estimateAudience,
    images: images.images,
    users,
    isDemo: async () => (await provenance()) === 'demo',
    whenDeleted: (storyId) => sharing.endLinksOf(storyId),
  })
  const zeusReports = createZeusReportsModule({
    ...kernel,
    signals: signals.signals,
    access: users.access,
    isOwnThread: ({ userId }, threadId) => zeus.threads.has(threadId, userId),
    measureBlock: stories.stories.measure,
    whenGone: (reportId) => sharing.endLinksOf(reportId),
  })
  const exports = createExportsModule({
    ...kernel,
    jobs,
    documents,
    narratives,
    forecasts,
    signals: signals.signals,
    stories: stories.stories,
    reports: zeusReports.reports,
    images: images.images,
    people: users.people,
    access: users.access,
    isBlockContent,
  })
  const newsfeed = createNewsfeedModule({
    ...kernel,
    jobs,
    documents,
    connectors,
    categories,
    provenance,
    signals: signals.signals,
    portfolios: portfolios.portfolios,
    access: users.access,
  })
  const projects = createProjectsModule({
    ...kernel,
    images: images.images,
    groups: users.groups,
    portfolios: portfolios.portfolios,
  })
  const sharing = createSharingModule({
    ...kernel,
    things: {
      signals: signals.signals,
      stories: stories.stories,
      portfolios: portfolios.portfolios,
      projects: projects.projects,
      reports: zeusReports.reports,
      threads: {
        findTitle: (...input) => zeus.threads.findTitle(...input),
        readUntil: (...input) => zeus.threads.readUntil(...input),
        listOwn: (...input) => zeus.threads.listOwn(...input),
      },
    },
    images: images.images,
    users,
  })
  const workflows = createWorkflowsModule({
    ...kernel,
    jobs,
    access: users.access,
    openPersonSession,
  })
  const background = createBackground({
    jobs,
    awaitedJobs: [...explore.jobs, ...exports.jobs, ...reportCache.jobs, ...portfolios.jobs, ...workflows.jobs],
    otherJobs: [
      ...documents.jobs,
      ...signals.jobs,
      ...trends.jobs,
      ...forecasts.jobs,
      ...subscriptions.jobs,
      ...securityLog.jobs,
      ...idempotency.jobs,
      ...images.jobs,
      ...activity.jobs,
      ...newsfeed.jobs,
      ...zeusReports.jobs,
      ...workflows.scheduleJobs,
      ...streams.jobs,
    ],
    documents,
    signals: signals.signals,
    demo,
    provenance,
    explore,
    newsfeed,
    outages: sources.outages,
    log,
  })
  const recentSearches = createRecentSearchesModule(kernel)
  const catalogue = async () => (await trends.trends.catalogue()).body.terms
  const autocomplete = createAutocompleteModule({
    documents,
    vocabulary: documents.vocabulary,
    recentSearches,
    catalogue,
    provenance,
  })
  const discovery = createDiscoveryModule({
    recentSearches,
    explore,
    documents,
    signals: signals.signals,
    trends: trends.trends,
    access: users.access,
    suggest: autocomplete.suggest,
    categories,
    provenance,
    clock,
  })
  const zeus = createZeusModule({
    ...kernel,
    analyst: analyst ?? createZeusAnalyst(config.model, kernel.createId),
    limits: { ...defaultLimits, ...config.zeus, ...zeusLimits },
    findSignal: (id) => signals.signals.find(id),
    hasReport: async (id, actor) => (await zeusReports.reports.listOwn(actor, [id])).length > 0,
    whenThreadDeleted: async (threadId) => {
      await zeusReports.reports.forgetThread(threadId)
      await sharing.endLinksOf(threadId)
    },
  })
  // The server's whole surface: every operation of the contract, from the module that owns it
  const handlers: Handlers = {
    ...notBuilt,
    ...createSectionsOperations({ signals: signals.signals, narratives, forecasts, clinical }),
    ...audience.operations,
    ...activity.operations,
    ...createAdministrationOperations({
      ...kernel,
      jobs,
      createAdministered: users.createAdministered,
      access: users.access,
      images: images.images,
      writeAudit,
      providerAccounts,
      portfolios: portfolios.portfolios,
    }),
    ...reportCache.operations,
    ...createAuditOperations(kernel),
    ...autocomplete.operations,
    ...createCatalogOperations(),
    ...createClaimsModule({ signals: signals.signals, documents, rephraser: config.rephraser, log }).operations,
    ...clinical.operations,
    ...createComparisonsModule({ signals: signals.signals }).operations,
    ...discovery.operations,
    ...exports.operations,
    ...createHashtagsModule({ ...kernel, sources: hashtagSources, outages: sources.outages, provenance }).operations,
    ...createHealthOperations({
      version,
      database: database.engine === 'embedded' ? 'embedded' : 'postgresql',
      sources: config.sources,
      provenance,
      documents,
      clock,
      needed: [
        { name: 'database', label: 'The database', ask: () => database.pool.query('select 1') },
        ...(documents.place === 'clickhouse'
          ? [{ name: 'documents' as const, label: 'What holds the documents', ask: documents.ping }]
          : []),
      ],
      isPrepared: background.isPrepared,
      isStopping,
    }),
    ...createInterestsOperations({ documents, signals: signals.signals, categories }),
    ...createContextSpacesModule({ ...kernel, documents, signals: signals.signals }).operations,
    ...explore.operations,
    ...images.operations,
    ...createImportsOperations({
      clock,
      documents,
      forgetMeasured: async () => {
        await signals.signals.forgetMeasured()
        await trends.trends.forgetMeasured()
        await narratives.forgetMeasured()
      },
    }),
    ...inbox.operations,
    ...createInflectionsModule({ documents, signals: signals.signals }).operations,
    ...forecasts.operations,
    ...newsfeed.operations,
    ...createOnboardingOperations({ users, trends: trends.trends, industries, categories }),
    ...portfolios.operations,
    ...createPricesModule({
      database,
      documents,
      signals: signals.signals,
      providers: priceProviders,
      provenance,
      clock,
    }).operations,
    ...projects.operations,
    ...createQueriesOperations({
      connectors,
      categories,
      provenance,
      clock,
      vocabulary: documents.vocabulary,
    }),
    ...recentSearches.operations,
    ...securityLog.operations,
    ...sharing.operations,
    ...signals.operations,
    ...sources.operations,
    ...stories.operations,
    ...subscriptions.operations,
    ...trends.operations,
    ...users.operations,
    ...zeus.operations,
    ...zeusReports.operations,
    ...workflows.operations,
  }
  return {
    handlers,
    findActor: users.findActor,
    findPerson: users.people.findActor,
    access: users.access,
    runOnce: idempotency.runOnce,
    background,
    readJobs: jobs.overview,
    settleBrokenRuns: zeus.settleBroken,
    endRuns: zeus.close,
    ensureSources: documents.ensureSources,
  }
}

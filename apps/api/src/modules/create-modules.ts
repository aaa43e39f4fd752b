import type { Handlers } from '../http/handlers.ts'
import { createHealthOperations } from '../http/health/health.operations.ts'
import { createIdempotency } from '../http/idempotency/idempotency.module.ts'
import { BossJobs } from '../adapters/jobs/pg-boss/boss-jobs.ts'
import { version } from '../kernel/version.ts'
import { createBackground } from './background.ts'
import { createClinicalModule } from './clinical/index.ts'
import { createCollections } from './collections/index.ts'
import { eraseDeletedDocuments } from './erase-deleted-documents.ts'
import type { Foundation } from './foundation.types.ts'
import { createHashtagsModule } from './hashtags/index.ts'
import { categories, createImportsOperations, createLibrary, type Library } from './library/index.ts'
import { createMarkets } from './markets/index.ts'
import type { Modules, ModulesOptions } from './modules.types.ts'
import { createMonitors } from './monitors/index.ts'
import { createNewsfeedModule } from './news/index.ts'
import { notBuilt } from './not-built.ts'
import { createPeople } from './people/index.ts'
import { createReports, createStreamsModule } from './reports/index.ts'
import { createSearch } from './search/index.ts'
import { createWorkflowsModule } from './workflows/index.ts'
import { createFindNewComments, createWriting, endShareLinks, makeCollectionFile } from './writing/index.ts'
import { createSharedThreads, createZeusAnalyst, createZeusModule, defaultLimits } from './zeus/index.ts'

/** Builds the modules and connects them: the only place that knows which module needs which. */
export function createModules(options: ModulesOptions): Modules {
  const { database, clock, createId, log } = options
  const foundation: Foundation = { database, jobs: new BossJobs({ database, log }), clock, createId, log }
  const { config, connectors, priceProviders, schedule } = options
  const library = createLibrary({ ...foundation, config, connectors, priceProviders, schedule })
  const product = createProduct(options, foundation, library)
  return createOperations(options, foundation, library, product)
}

type Product = ReturnType<typeof createProduct>

/** Every module above the library, each after those that it needs. */
function createProduct(options: ModulesOptions, foundation: Foundation, library: Library) {
  const { config, connectors, clock } = options
  const { documents, outages, provenance } = library
  const shared = { ...foundation, documents, outages, provenance, connectors }
  const people = createPeople({
    ...foundation,
    securityLog: options.securityLog,
    providerAccounts: options.providerAccounts,
    openProviderClients: options.openProviderClients,
    webClientId: config.oidc.clientId,
    embeddedIssuer: config.oidc.isExternal ? null : config.oidc.issuer,
    isActivityRecorded: config.isActivityRecorded,
  })
  const { users, images, writeAudit } = people
  const { access } = users
  const clinical = createClinicalModule({ ...shared, medicine: options.medicine })
  const hashtags = createHashtagsModule({ ...shared, sources: options.hashtagSources })
  const reports = createReports({ ...shared, clinical, rephraser: config.rephraser })
  const { signals } = reports
  const markets = createMarkets({ ...shared, signals, priceProviders: options.priceProviders })
  const { trends } = markets
  const search = createSearch({
    ...shared,
    demo: library.demo,
    signals,
    narratives: reports.narratives,
    trends,
    users,
  })
  const { explore } = search
  const collections = createCollections({ ...foundation, signals, explore, users, images, writeAudit })
  const { portfolios, projects } = collections
  const { isCredentialValid } = people
  const { openPersonSession } = options
  const workflows = createWorkflowsModule({ ...foundation, access, openPersonSession, isCredentialValid })
  const monitors = createMonitors({
    ...shared,
    conditions: clinical.conditions,
    signals,
    trends,
    portfolios,
    projects,
    listSchedules: workflows.listSchedules,
    findNewComments: createFindNewComments(foundation.database),
    users,
    querySources: explore.askAgain,
    webhooks: options.webhooks,
    mailer: options.mailer,
    limits: config.delivery,
    publicUrl: config.publicUrl,
    makeCollectionPdf: (request) =>
      makeCollectionFile({ ...request, format: 'pdf', comparison: null }, { portfolios, projects, ...users, clock }),
    encryptionKey: config.encryptionKey,
  })
  const threads = createSharedThreads(foundation.database)
  const writing = createWriting({
    ...shared,
    signals,
    narratives: reports.narratives,
    forecasts: reports.forecasts,
    estimateAudience: reports.estimateAudience,
    portfolios,
    projects,
    threads,
    users,
    images,
    isBlockContent: options.isBlockContent,
    whenExportReady: monitors.announceFile,
    deliver: monitors.deliver,
    publicUrl: config.publicUrl,
  })
  const zeus = createZeusModule({
    ...foundation,
    analyst: options.analyst ?? createZeusAnalyst(config.model, foundation.createId),
    limits: { ...defaultLimits, ...config.zeus, ...options.zeusLimits },
    findSignal: (id) => signals.find(id),
    hasReport: async (id, actor) => (await writing.reports.listOwn(actor, [id])).length > 0,
    whenThreadDeleted: async (threadId) => {
      await writing.reports.forgetThread(threadId)
      await endShareLinks(threadId, foundation.database)
    },
  })
  eraseDeletedDocuments({ ...foundation, documents, reports, trends, listSignalsOf: collections.listSignalsOf })
  const streams = createStreamsModule({
    ...shared,
    live: options.live,
    signals,
    watchedSignals: monitors.watchedSignals,
  })
  const newsfeed = createNewsfeedModule({ ...shared, categories, signals, portfolios, access })
  return {
    people,
    clinical,
    hashtags,
    reports,
    markets,
    search,
    collections,
    writing,
    zeus,
    monitors,
    streams,
    newsfeed,
    workflows,
  }
}

/** The server's whole API: every operation of the contract from the module that owns it, and the work in the background. */
function createOperations(
  { config, isStopping }: ModulesOptions,
  foundation: Foundation,
  library: Library,
  product: Product,
): Modules {
  const { database, jobs, clock } = foundation
  const { documents, demo, outages, provenance } = library
  const { people, reports, markets, search, collections, writing, zeus, newsfeed, workflows, streams } = product
  const idempotency = createIdempotency(foundation)
  const background = createBackground({
    ...foundation,
    awaitedJobs: [...search.awaitedJobs, ...writing.awaitedJobs, ...collections.awaitedJobs, ...workflows.jobs],
    otherJobs: [
      ...library.jobs,
      ...reports.jobs,
      ...markets.jobs,
      ...product.monitors.jobs,
      ...people.jobs,
      ...idempotency.jobs,
      ...newsfeed.jobs,
      ...writing.jobs,
      ...workflows.scheduleJobs,
      ...streams.jobs,
    ],
    documents,
    signals: reports.signals,
    demo,
    provenance,
    explore: search.explore,
    newsfeed,
    zeus,
    outages,
  })
  const handlers: Handlers = {
    ...notBuilt,
    ...library.operations,
    ...createImportsOperations({
      clock,
      isDemo: config.sources === 'demo',
      documents,
      forgetMeasured: async () => {
        await reports.signals.forgetMeasured()
        await markets.trends.forgetMeasured()
        await reports.narratives.forgetMeasured()
      },
    }),
    ...people.operations,
    ...product.clinical.operations,
    ...product.hashtags.operations,
    ...reports.operations,
    ...markets.operations,
    ...search.operations,
    ...collections.operations,
    ...writing.operations,
    ...zeus.operations,
    ...product.monitors.operations,
    ...newsfeed.operations,
    ...workflows.operations,
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
  }
  const { users } = people
  return {
    handlers,
    findActor: users.findActor,
    findTokenOwner: people.findTokenOwner,
    isClientOrigin: people.isClientOrigin,
    findPerson: users.people.findActor,
    access: users.access,
    runOnce: idempotency.runOnce,
    background,
    readJobs: () => jobs.overview(),
    settleBrokenRuns: zeus.settleBroken,
    endRuns: zeus.close,
    ensureSources: documents.ensureSources,
  }
}

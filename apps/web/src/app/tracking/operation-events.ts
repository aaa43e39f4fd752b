import type { EventData } from '@auspex/sdk'

/** The event of each operation that changes something. Operations that only read are omitted: opening a page is recorded instead. */
const events: Readonly<Record<string, readonly [broad: string, narrow: string, event: string]>> = {
  topicQuery: ['search', 'topic', 'searched'],
  topicQueryLiteBulk: ['search', 'several topics', 'searched'],
  clearRecentSearches: ['search', 'history', 'cleared'],
  compareSignals: ['signals', 'comparison', 'compared'],
  sendSignalMessage: ['signals', 'message', 'sent'],
  createExport: ['signals', 'file', 'exported'],
  generateContextSpace: ['signals', 'context space', 'created'],
  createMonitorSubscription: ['monitors', 'rule', 'created'],
  updateMonitor: ['monitors', 'rule', 'changed'],
  deleteMonitorSubscription: ['monitors', 'rule', 'deleted'],
  createGlobalTrendsSubscription: ['trends', 'subscription', 'created'],
  deleteGlobalTrendsSubscription: ['trends', 'subscription', 'deleted'],
  createPortfolio: ['portfolios', 'portfolio', 'created'],
  createPortfolioWithTrends: ['portfolios', 'portfolio', 'created'],
  updatePortfolio: ['portfolios', 'portfolio', 'changed'],
  updatePortfolioWithImage: ['portfolios', 'portfolio', 'changed'],
  refreshPortfolio: ['portfolios', 'portfolio', 'refreshed'],
  removePortfolio: ['portfolios', 'portfolio', 'deleted'],
  addTrends: ['portfolios', 'trends', 'added'],
  removeTrends: ['portfolios', 'trends', 'removed'],
  createProject: ['projects', 'project', 'created'],
  updateProject: ['projects', 'project', 'changed'],
  deleteProject: ['projects', 'project', 'deleted'],
  createStory: ['stories', 'story', 'created'],
  updateStory: ['stories', 'story', 'changed'],
  deleteStory: ['stories', 'story', 'deleted'],
  addCard: ['stories', 'card', 'added'],
  createShareLink: ['sharing', 'link', 'created'],
  revokeShareLink: ['sharing', 'link', 'revoked'],
  updatePreferences: ['onboarding', 'preferences', 'chosen'],
  completeTask: ['onboarding', 'task', 'completed'],
  deleteImport: ['imports', 'import', 'deleted'],
  importCloses: ['imports', 'prices', 'imported'],
}

/** The event of an operation that succeeded; null if it is not recorded. */
export const toOperationEvent = (operation: string): EventData | null => {
  const event = events[operation]
  return event ? { category_broad: event[0], category_narrow: event[1], event: event[2] } : null
}

export const recordedOperations: readonly string[] = Object.keys(events)

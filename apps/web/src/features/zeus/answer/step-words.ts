/** What a tool does, for a person; by the operation of the contract that it calls. */
const words: Readonly<Record<string, string>> = {
  parseQuery: 'Reading the question',
  topicQuery: 'Searching the topic',
  signalBySources: 'Searching the topic',
  getQueryStatus: 'Waiting for the sources',
  getSignalReport: 'Reading the report',
  getSignalSection: 'Reading a part of the report',
  listSignalDocuments: 'Looking through the documents',
  getSignalDocument: 'Reading a document',
  getTone: 'Reading the tone',
  listTonePosts: 'Reading posts by their tone',
  getInfluentialVoices: 'Looking at who speaks',
  getChatter: 'Looking at forum and social posts',
  fetchLocationMetrics: 'Looking at places',
  getInflectionPointSummary: 'Looking at what changed',
  getExecutiveSummary: 'Reading the summary',
  getContextSnippets: 'Reading passages',
  getSignalNumber: 'Looking up how a number was counted',
  compareSignals: 'Comparing signals',
  correlateStock: 'Correlating with a price',
  correlateCrypto: 'Correlating with a price',
  getStockForecast: 'Forecasting a price',
  getAudienceEstimate: 'Estimating the audience',
  getInterests: 'Looking at interests',
  listGeneralTrends: 'Looking at trends',
  listCategoryTrends: 'Looking at trends',
  searchTopics: 'Looking for topics',
  searchTrials: 'Searching trials',
  searchPubmed: 'Searching the literature',
  getPortfolio: 'Reading the portfolio',
  listPortfolios: 'Looking through the portfolios',
  getProject: 'Reading the project',
  listNews: 'Reading the news',
}

/** `getSomeThing` as "Some thing" where no words are given. */
const readable = (operationId: string): string => {
  const text = operationId
    .replace(/^(get|list|fetch)(?=[A-Z])/, '')
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
  return text.charAt(0).toUpperCase() + text.slice(1)
}

export const stepWords = (operationId: string): string => words[operationId] ?? readable(operationId)

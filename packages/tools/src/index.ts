import {
  AbortedError,
  AuspexError,
  DataTooSparseError,
  ForbiddenError,
  InvalidError,
  NetworkError,
  NotFoundError,
  NotImplementedError,
  RateLimitedError,
  TimeoutError,
  TokenError,
  UnauthenticatedError,
} from '@auspex/sdk'

const list = (items: readonly string[]): string => items.join('; ')

/** What went wrong and what to do, as a message for a model. */
export const describeError = (error: unknown): string => {
  if (error instanceof DataTooSparseError) {
    const { suggestions } = (error.body ?? {}) as { suggestions?: string[] }
    return `Too few documents match for a report. ${list(suggestions ?? []) || 'Use a wider term, fewer filters or more time.'}`
  }
  if (error instanceof NotImplementedError)
    return `This Auspex server has not built ${error.operation ?? 'this operation'} yet. Use another tool; trying again does not help.`
  if (error instanceof TokenError)
    return `There is no access token. ${error.cause instanceof Error ? error.cause.message : error.message}`
  if (!(error instanceof AuspexError))
    return `The tool failed: ${error instanceof Error ? error.message : String(error)}`
  const sentence = error.problem?.detail ?? error.message
  if (error instanceof UnauthenticatedError)
    return 'Auspex refused the access token: it is missing, wrong or expired. The person must set a new AUSPEX_TOKEN, or run npx -p @auspex/sdk auspex-login.'
  if (error instanceof ForbiddenError) return `The person may not do this. ${sentence}`
  if (error instanceof NotFoundError)
    return `There is no such thing, or it belongs to someone else. ${sentence} Ids come from other tools; never make one up.`
  if (error instanceof InvalidError) {
    const places = (error.problem?.errors ?? []).map(({ pointer, message }) => `${pointer}: ${message}`)
    return `Auspex refused the request. ${list(places) || sentence}`
  }
  if (error instanceof RateLimitedError)
    return `Too many requests.${error.retryAfter === null ? '' : ` Try again in ${Math.ceil(error.retryAfter)} s.`}`
  if (error instanceof NetworkError) return 'Auspex could not be reached. Is it running at AUSPEX_URL?'
  if (error instanceof TimeoutError) return 'Auspex did not answer in time. Trying again may help.'
  if (error instanceof AbortedError) return 'The call was cancelled.'
  return `${error.productMessage ?? 'Auspex failed'}: ${sentence}${error.isRetryable ? ' Trying again may help.' : ''}`
}

export { defineTool, type Tool, type ToolChange, type ToolContext } from './tool.ts'
export { tools } from './tools/catalogue.ts'
export { listTrendsTool } from './tools/discovery.tools.ts'
export { countDocumentsTool, listDocumentsTool, readDocumentTool } from './tools/document.tools.ts'
export { addToPortfolioTool, listPortfoliosTool } from './tools/portfolio.tools.ts'
export { compareSignalsTool, estimateAudienceTool, getReportSectionTool, getReportTool } from './tools/report.tools.ts'
export { readQuestionTool, searchHelpTool, searchTopicTool } from './tools/search.tools.ts'
export { createMonitorTool, saveReportTool, sendToColleagueTool } from './tools/sharing.tools.ts'
export { correlatePriceTool, listNewsTool, searchTrialsTool } from './tools/world.tools.ts'

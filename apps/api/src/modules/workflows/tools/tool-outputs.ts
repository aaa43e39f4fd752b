import type { WorkflowToolValue } from '@auspex/sdk/types'

const foundSignal: WorkflowToolValue = { path: 'signalId', label: 'The signal', type: 'signal' }

/**
 * What a later step can use of each tool's output, for people who build a workflow without writing references. Tools that are not listed
 * answer with measures, which a document shows whole.
 */
const outputs: Readonly<Record<string, readonly WorkflowToolValue[]>> = {
  read_portfolio: [
    { path: 'title', label: 'Title of the portfolio', type: 'text' },
    { path: 'signals[0:20].signalId', label: 'Its signals', type: 'signals' },
    { path: 'signals[0].signalId', label: 'Its first signal', type: 'signal' },
  ],
  search_topics: [
    { path: 'readable[0].signalId', label: 'The first signal', type: 'signal' },
    { path: 'readable[0:5].signalId', label: 'All signals', type: 'signals' },
    { path: 'readable[0:5].title', label: 'The topics found', type: 'topics' },
  ],
  search_topic: [foundSignal, { path: 'title', label: 'The topic', type: 'text' }],
  get_search: [foundSignal, { path: 'title', label: 'The topic', type: 'text' }],
  save_recent_search: [foundSignal, { path: 'title', label: 'The topic', type: 'text' }],
  list_recent_searches: [
    { path: 'searches[0].signalId', label: 'The latest signal', type: 'signal' },
    { path: 'searches[0:5].signalId', label: 'The five latest signals', type: 'signals' },
  ],
  list_portfolios: [
    { path: 'portfolios[0].id', label: 'The first portfolio', type: 'portfolio' },
    { path: 'portfolios[0].signals[0:20].signalId', label: 'Signals of the first portfolio', type: 'signals' },
  ],
  list_trends: [
    { path: 'trends[0].term', label: 'The first topic', type: 'text' },
    { path: 'trends[0:5].term', label: 'The first five topics', type: 'topics' },
  ],
  get_report: [foundSignal, { path: 'title', label: 'The topic', type: 'text' }],
  write_document: [
    { path: 'markdown', label: 'The document', type: 'text' },
    { path: 'title', label: 'Title of the document', type: 'text' },
  ],
}

/** Values that a later step can use of the output of a tool. */
export function listToolOutputs(tool: string): WorkflowToolValue[] {
  return [...(outputs[tool] ?? [])]
}

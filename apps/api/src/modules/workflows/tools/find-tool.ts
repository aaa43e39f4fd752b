import {
  DataTooSparseError,
  getInflectionPointSummary,
  getPortfolio,
  getSignalReport,
  NotFoundError,
  pollQueryStatus,
  type SearchState,
  topicQuery,
} from '@auspex/sdk'
import type { WorkflowToolValue } from '@auspex/sdk/types'
import { defineTool, getReportTool, type Tool, type ToolContext, tools as assistantTools } from '@auspex/tools'
import { z } from 'zod'
import { createCitations } from '../document/citations.ts'
import { quote } from '../document/markdown.ts'
import { collectTitles, writeFinding } from '../document/write-findings.ts'

/** How many signals a step may read, each of which is a report. */
const maxSignals = 20
/** How many topics a step may search, one after the other. */
const maxTopics = 5
/** How long one search may take; what has arrived by then is reported. */
const searchSeconds = 120
const signalId = z.string().regex(/^sig_[a-z0-9]{1,40}$/)

const signalIds = z
  .array(signalId)
  .min(1)
  .max(maxSignals)
  .describe('Signals, for example {{steps.portfolio.signals[0:20].signalId}}')

const readPortfolioTool = defineTool({
  name: 'read_portfolio',
  title: 'Read a portfolio',
  operationId: 'getPortfolio',
  description: 'The signals of a portfolio, as they were measured last.',
  input: z.object({
    portfolioId: z
      .string()
      .regex(/^pf_[a-z0-9]{1,40}$/)
      .describe('The portfolio'),
  }),
  answer: async ({ portfolioId }, context) => getPortfolio(portfolioId, { series: 'none' }, context),
  compact: ({ id, title, trendCount, trends }) => ({
    portfolioId: id,
    title,
    signalCount: trendCount,
    signals: trends.map((trend) => ({
      signalId: trend.signalId,
      title: trend.title,
      stage: trend.stage,
      documents: trend.documents,
    })),
  }),
})

const searchTopicsTool = defineTool({
  name: 'search_topics',
  title: 'Search topics',
  operationId: 'topicQuery',
  description: 'Searches up to five topics in all sources, and waits for them.',
  input: z.object({
    topics: z.array(z.string().trim().min(1).max(500)).min(1).max(maxTopics),
    from: z.iso.date().optional().describe('First day, YYYY-MM-DD'),
    to: z.iso.date().optional().describe('Last day, YYYY-MM-DD'),
  }),
  answer: async ({ topics, from = null, to = null }, context) =>
    forEach(topics, context, async (topic) => orSparse(() => search({ topic, from, to }, context))),
  compact: (states) => ({
    signals: states.map((state) => ({
      signalId: state.signal_id,
      title: state.query.title,
      status: state.status,
      matched: state.matched,
      message: state.message,
    })),
    // the signals that a report can be built from
    readable: states
      .filter(({ status, message }) => status === 'complete' && message === null)
      .map((state) => ({ signalId: state.signal_id, title: state.query.title })),
  }),
})

const readSignalsTool = defineTool({
  name: 'read_signals',
  title: 'Measure signals',
  operationId: 'getSignalReport',
  description: 'The reports of up to 20 signals in short: counts, momentum, stage, tone, summary and newest documents.',
  input: z.object({ signalIds }),
  answer: async (input, context) =>
    forEach(input.signalIds, context, async (id) => ({
      id,
      ...(await orMissing(() => getSignalReport(id, {}, context))),
    })),
  compact: (reports) => ({
    signals: reports.flatMap(({ found }) =>
      found === null ? [] : [getReportTool.compact(found, { signalId: found.signalId })],
    ),
    missing: reports.flatMap(({ id, reason }) => (reason === null ? [] : [{ signalId: id, reason }])),
  }),
})

const explainSignalsTool = defineTool({
  name: 'explain_signals',
  title: 'Explain when signals changed',
  operationId: 'getInflectionPointSummary',
  description: 'For up to 20 signals the days at which the level changed, by how much, and what was said then.',
  input: z.object({ signalIds, since: z.iso.date().optional().describe('Only changes since this day') }),
  answer: async (input, context) =>
    forEach(input.signalIds, context, async (id) => ({
      id,
      ...(await orMissing(() => getInflectionPointSummary({ id }, context))),
    })),
  compact: (summaries, { since }) => ({
    signals: summaries.flatMap(({ id, found }) =>
      found === null
        ? []
        : [
            {
              signalId: id,
              reason: found.reason,
              points: found.points
                .filter((point) => since === undefined || (point.endDay ?? point.day) >= since)
                .map(({ day, endDay, kind, change, before, after, statements, terms, summary }) => ({
                  day,
                  endDay,
                  kind,
                  change: change && { value: change.value, low: change.low, high: change.high },
                  before,
                  after,
                  statements: statements.map(({ text }) => text),
                  terms: terms.slice(0, 6).map(({ term }) => term),
                  summary: summary.map(({ text, documentIds }) => ({ text, documentIds })),
                })),
            },
          ],
    ),
    missing: summaries.flatMap(({ id, reason }) => (reason === null ? [] : [{ signalId: id, reason }])),
  }),
})

const readingTools = [readPortfolioTool, searchTopicsTool, readSignalsTool, explainSignalsTool]

const maxCharacters = 200_000

const section = z.object({
  heading: z.string().min(1).max(300),
  of: z
    .object({ tool: z.string(), output: z.unknown() })
    .describe('What a step found, for example {{results.signals}}'),
})

/** Writes a document from the outputs of steps: no number in it comes from anywhere else, and no model writes its text. */
const writeDocumentTool = defineTool({
  name: 'write_document',
  title: 'Write a document',
  operationId: 'getWorkflowRun',
  description:
    'Writes what other steps found as one readable document with its evidence: it is the result of the run. Each section shows what one step found.',
  input: z.object({
    title: z.string().min(1).max(300),
    sections: z.array(section).min(1).max(20),
  }),
  answer: async ({ title, sections }) => {
    const findings = sections.map(({ of }) => of)
    const citations = createCitations(findings.map(({ output }) => output))
    const titles = collectTitles(findings)
    const blocks = sections.flatMap(({ heading, of }) => [
      `## ${quote(heading)}`,
      ...writeFinding(of, citations, titles),
    ])
    return { title, markdown: shorten([`# ${quote(title)}`, ...blocks]), evidence: citations.list() }
  },
})

/** The tools available to steps: those of assistants, and those that read many signals at once or write a document. */
export const workflowTools: readonly Tool[] = [...readingTools, ...assistantTools, writeDocumentTool]

const byName = new Map(workflowTools.map((tool) => [tool.name, tool]))

export function findTool(name: string): Tool | undefined {
  return byName.get(name)
}

/** Omits whole blocks at the end, and states that it did. */
function shorten(blocks: readonly string[]): string {
  const retainedBlocks: string[] = []
  let length = 0
  for (const block of blocks) {
    length += block.length + 2
    if (length > maxCharacters)
      return [...retainedBlocks, '*The rest is left out: the document would be too long.*'].join('\n\n')
    retainedBlocks.push(block)
  }
  return retainedBlocks.join('\n\n')
}

/** Runs sequentially, because a run shares the server with people. */
async function forEach<T, R>(
  items: readonly T[],
  { signal }: ToolContext,
  answer: (item: T) => Promise<R>,
): Promise<R[]> {
  const answers: R[] = []
  for (const item of items) {
    signal.throwIfAborted()
    answers.push(await answer(item))
  }
  return answers
}

async function search(
  { topic, from, to }: { topic: string; from: string | null; to: string | null },
  context: ToolContext,
): Promise<SearchState> {
  const state = await topicQuery({ query_term: topic, geo: null, entity: null, startDate: from, endDate: to }, context)
  if (state.finishedAt !== null) return state
  const { client, signal } = context
  const limits = { signal, limitMs: searchSeconds * 1000, delayMs: 250 }
  return pollQueryStatus(client, { request_id: state.request_id }, limits)
}

/** Too few documents is a normal result: it is reported with the search, and the others continue. */
async function orSparse(find: () => Promise<SearchState>): Promise<SearchState> {
  try {
    return await find()
  } catch (error) {
    if (error instanceof DataTooSparseError && isSearch(error.body)) return error.body
    throw error
  }
}

function isSearch(body: unknown): body is SearchState {
  return typeof body === 'object' && body !== null && 'signal_id' in body && 'request_id' in body
}

/** A missing signal is reported and does not stop the others. */
async function orMissing<T>(
  read: () => Promise<T>,
): Promise<{ found: T; reason: null } | { found: null; reason: string }> {
  try {
    return { found: await read(), reason: null }
  } catch (error) {
    if (error instanceof NotFoundError) return { found: null, reason: 'The signal no longer exists; search it again.' }
    throw error
  }
}

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

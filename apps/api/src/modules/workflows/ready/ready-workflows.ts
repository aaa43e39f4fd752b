import type { WorkflowParameter, WorkflowStep } from '@auspex/sdk/types'
import { listPlaceholders, parseReference } from '../runs/references.ts'
import { findTool } from '../tools/find-tool.ts'
import type { ReadyWorkflow } from '../workflows.types.ts'

/** A step of a built-in workflow; it depends on the steps that its input names. */
export function step(id: string, title: string, tool: string, input: object): WorkflowStep {
  const needed = listPlaceholders(input).flatMap((text) => {
    const reference = parseReference(text)
    return reference === null || reference.root === 'parameters' ? [] : [reference.name]
  })
  return {
    id,
    title,
    tool,
    input: JSON.stringify(input),
    dependsOn: [...new Set(needed)],
    approval: findTool(tool)?.writes === true,
  }
}

export function parameter(
  name: string,
  label: string,
  type: WorkflowParameter['type'],
  description: string,
): WorkflowParameter {
  return { name, label, type, isRequired: true, default: null, description }
}

function optional(required: WorkflowParameter): WorkflowParameter {
  return { ...required, isRequired: false }
}

const topicBudget = { maxCalls: 150, maxSeconds: 900 }
const search = step('search', 'Search the topic', 'search_topics', { topics: ['{{parameters.topic}}'] })
const firstSignal = '{{steps.search.readable[0].signalId}}'

const changesWorkflow: ReadyWorkflow = {
  id: 'wf_whatchanged',
  version: 1,
  title: 'What changed and why',
  description: 'The days at which a topic changed, by how much, what was said then, and in which words.',
  parameters: [parameter('topic', 'Topic', 'topic', 'What to look at, as you would search it.')],
  steps: [
    search,
    step('report', 'Measure it', 'get_report', { signalId: firstSignal }),
    step('changes', 'Find the days it changed', 'explain_changes', { signalId: firstSignal }),
    step('summary', 'Choose what documents say', 'get_summary', { signalId: firstSignal }),
    step('brief', 'Write it down', 'write_document', {
      title: 'What changed: {{parameters.topic}}',
      sections: [
        { heading: 'When it changed', of: '{{results.changes}}' },
        { heading: 'What documents say', of: '{{results.summary}}' },
        { heading: 'Where it stands', of: '{{results.report}}' },
      ],
    }),
  ],
  budget: topicBudget,
}

const competitors: ReadyWorkflow = {
  id: 'wf_competitors',
  version: 1,
  title: 'Competitor comparison',
  description: 'Two to five names side by side, and which differences are more than chance.',
  parameters: [
    parameter(
      'names',
      'Names',
      'topics',
      'Two to five names, one on each line; the others are compared with the first.',
    ),
  ],
  steps: [
    step('search', 'Search the names', 'search_topics', { topics: '{{parameters.names}}' }),
    step('comparison', 'Compare them', 'compare_signals', { signalIds: '{{steps.search.readable[0:5].signalId}}' }),
    step('signals', 'Measure each', 'read_signals', { signalIds: '{{steps.search.readable[0:5].signalId}}' }),
    step('brief', 'Write the comparison', 'write_document', {
      title: 'Comparison: {{parameters.names}}',
      sections: [
        { heading: 'Side by side', of: '{{results.comparison}}' },
        { heading: 'One by one', of: '{{results.signals}}' },
        { heading: 'What was searched', of: '{{results.search}}' },
      ],
    }),
  ],
  budget: topicBudget,
}

const launchWatch: ReadyWorkflow = {
  id: 'wf_launchwatch',
  version: 1,
  title: 'Launch watch',
  description: 'How a launch is received since its day: how much, in which tone, by whom, where, and in which words.',
  parameters: [
    parameter('product', 'Product', 'topic', 'The product, as you would search it.'),
    optional(parameter('day', 'Launch day', 'day', 'The first day that counts; leave it empty for all days.')),
  ],
  steps: [
    step('search', 'Search the product', 'search_topics', {
      topics: ['{{parameters.product}}'],
      from: '{{parameters.day}}',
    }),
    step('report', 'Measure it', 'get_report', { signalId: firstSignal }),
    step('praise', 'Read the praise', 'list_documents', { signalId: firstSignal, tone: 'positive', limit: 8 }),
    step('complaints', 'Read the complaints', 'list_documents', { signalId: firstSignal, tone: 'negative', limit: 8 }),
    step('voices', 'Find who speaks', 'list_voices', { signalId: firstSignal, limit: 8 }),
    step('changes', 'Find when it changed', 'explain_changes', { signalId: firstSignal }),
    step('brief', 'Write the watch', 'write_document', {
      title: 'Launch watch: {{parameters.product}}',
      sections: [
        { heading: 'Where it stands', of: '{{results.report}}' },
        { heading: 'When it changed', of: '{{results.changes}}' },
        { heading: 'Praise', of: '{{results.praise}}' },
        { heading: 'Complaints', of: '{{results.complaints}}' },
        { heading: 'Who speaks', of: '{{results.voices}}' },
      ],
    }),
  ],
  budget: topicBudget,
}

const trialWatch: ReadyWorkflow = {
  id: 'wf_trialwatch',
  version: 1,
  title: 'Trial watch',
  description:
    'The registered studies of a condition that were updated last. Put it on a schedule that tells changes only.',
  parameters: [parameter('condition', 'Condition', 'topic', 'A condition, as the register calls it.')],
  steps: [
    step('trials', 'Read the register', 'search_trials', { words: '{{parameters.condition}}', limit: 20 }),
    step('brief', 'Write the watch', 'write_document', {
      title: 'Trials: {{parameters.condition}}',
      sections: [{ heading: 'Studies', of: '{{results.trials}}' }],
    }),
  ],
  budget: topicBudget,
}

export const topicWorkflows = [changesWorkflow, competitors, launchWatch, trialWatch]

const portfolioBudget = { maxCalls: 100, maxSeconds: 900 }
const portfolio = parameter('portfolio', 'Portfolio', 'portfolio', 'The portfolio whose signals are read.')
const signals = '{{steps.portfolio.signals[0:20].signalId}}'
const readPortfolio = step('portfolio', 'Read the portfolio', 'read_portfolio', {
  portfolioId: '{{parameters.portfolio}}',
})
const measure = step('signals', 'Measure its signals', 'read_signals', { signalIds: signals })

const weeklyBrief: ReadyWorkflow = {
  id: 'wf_weeklybrief',
  version: 1,
  title: 'Weekly brief of a portfolio',
  description: 'The state of each signal of a portfolio, what changed, and the supporting documents.',
  parameters: [
    portfolio,
    optional(parameter('since', 'Changes since', 'day', 'Leave it empty for all changes that are known.')),
  ],
  steps: [
    readPortfolio,
    measure,
    step('changes', 'Find what changed', 'explain_signals', { signalIds: signals, since: '{{parameters.since}}' }),
    step('brief', 'Write the brief', 'write_document', {
      title: 'Brief: {{steps.portfolio.title}}',
      sections: [
        { heading: 'Where the signals stand', of: '{{results.signals}}' },
        { heading: 'What changed', of: '{{results.changes}}' },
      ],
    }),
  ],
  budget: portfolioBudget,
}

const boardPack: ReadyWorkflow = {
  id: 'wf_boardpack',
  version: 1,
  title: 'Board pack',
  description:
    'A portfolio for decision makers: the signals in one table, a summary of each, and what changed. Saved as a report after your approval.',
  parameters: [portfolio, parameter('title', 'Title', 'text', 'The text of the first page.')],
  steps: [
    readPortfolio,
    measure,
    step('changes', 'Find what changed', 'explain_signals', { signalIds: signals }),
    step('pack', 'Write the pack', 'write_document', {
      title: '{{parameters.title}}',
      sections: [
        { heading: 'At a glance', of: '{{results.portfolio}}' },
        { heading: 'Signal by signal', of: '{{results.signals}}' },
        { heading: 'What changed', of: '{{results.changes}}' },
      ],
    }),
    step('save', 'Save it as a report', 'save_report', {
      title: '{{parameters.title}}',
      contents: '{{steps.pack.markdown}}',
      signalIds: signals,
    }),
  ],
  budget: portfolioBudget,
}

export const portfolioWorkflows = [weeklyBrief, boardPack]

import type { ReadyWorkflow } from '../workflows.types.ts'
import { parameter, step } from './steps.ts'

const budget = { maxCalls: 150, maxSeconds: 900 }
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
  budget,
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
  budget,
}

const launchWatch: ReadyWorkflow = {
  id: 'wf_launchwatch',
  version: 1,
  title: 'Launch watch',
  description: 'How a launch is received since its day: how much, in which tone, by whom, where, and in which words.',
  parameters: [
    parameter('product', 'Product', 'topic', 'The product, as you would search it.'),
    parameter('day', 'Launch day', 'day', 'The first day that counts; leave it empty for all days.', false),
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
  budget,
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
  budget,
}

export const topicWorkflows = [changesWorkflow, competitors, launchWatch, trialWatch]

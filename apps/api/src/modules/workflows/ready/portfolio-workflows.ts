import type { ReadyWorkflow } from '../workflows.types.ts'
import { parameter, step } from './steps.ts'

const budget = { maxCalls: 100, maxSeconds: 900 }
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
    parameter('since', 'Changes since', 'day', 'Leave it empty for all changes that are known.', false),
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
  budget,
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
  budget,
}

export const portfolioWorkflows = [weeklyBrief, boardPack]

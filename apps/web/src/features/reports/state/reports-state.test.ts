import type { SelectedMessage } from '@auspex/sdk'
import { describe, expect, test } from 'vitest'
import { emptyState, isChanged, reduceReports, type ReportsAction, type ReportsState } from './reports-state.ts'

const message = (second: number): SelectedMessage => ({
  timestamp: `2026-11-20T15:00:0${second}Z`,
  role: 'assistant',
  content: `Answer ${second}`,
})
const report = { contents: 'Stored.', selectedMessages: [message(1)] }
type Report = typeof report
type State = ReportsState<Report>

const afterOpening: State = {
  content: 'Stored.',
  originalContent: 'Stored.',
  selectedReport: report,
  selectedMessages: [message(1)],
}
const afterTyping: State = { ...afterOpening, content: 'Stored. More.' }
const storedReport = { ...report, contents: 'Stored. More.' }

describe('the state of the editor', () => {
  test.each<[name: string, before: State, action: ReportsAction<Report>, after: State]>([
    ['selecting a report copies its contents', emptyState, { kind: 'select-report', report }, afterOpening],
    [
      'selecting another report leaves nothing of the first',
      afterTyping,
      { kind: 'select-report', report },
      afterOpening,
    ],
    ['writing changes the content alone', afterOpening, { kind: 'write', content: 'Stored. More.' }, afterTyping],
    [
      'saving makes what was saved the original',
      afterTyping,
      { kind: 'save', report: storedReport },
      { ...afterTyping, originalContent: 'Stored. More.', selectedReport: storedReport },
    ],
    [
      'saving keeps what was typed while it was sent',
      { ...afterTyping, content: 'Stored. More. Still more.' },
      { kind: 'save', report: storedReport },
      {
        ...afterTyping,
        content: 'Stored. More. Still more.',
        originalContent: 'Stored. More.',
        selectedReport: storedReport,
      },
    ],
    ['reset clears everything', afterTyping, { kind: 'reset' }, emptyState],
    ['a message is selected once', afterOpening, { kind: 'select-message', message: message(1) }, afterOpening],
    [
      'messages keep the order in which they were selected',
      afterOpening,
      { kind: 'select-message', message: message(0) },
      { ...afterOpening, selectedMessages: [message(1), message(0)] },
    ],
    [
      'a message is removed by its timestamp',
      { ...afterOpening, selectedMessages: [message(1), message(2), message(3)] },
      { kind: 'remove-message', timestamp: message(2).timestamp },
      { ...afterOpening, selectedMessages: [message(1), message(3)] },
    ],
    [
      'an unknown timestamp removes nothing',
      afterOpening,
      { kind: 'remove-message', timestamp: message(9).timestamp },
      afterOpening,
    ],
  ])('%s', (_, before, action, after) => {
    expect(reduceReports(before, action)).toEqual(after)
  })

  test.each<[name: string, state: State, expected: boolean]>([
    ['nothing is selected', emptyState, false],
    ['a report was selected', afterOpening, false],
    ['something was afterTyping', afterTyping, true],
    ['what was typed was taken back', reduceReports(afterTyping, { kind: 'write', content: 'Stored.' }), false],
    ['it was saved', reduceReports(afterTyping, { kind: 'save', report: storedReport }), false],
    ['something was typed while it was saved', { ...afterTyping, originalContent: 'Stored. Mo' }, true],
  ])('is changed or not when %s', (_, state, expected) => {
    expect(isChanged(state)).toBe(expected)
  })
})

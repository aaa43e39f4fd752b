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

const opened: State = {
  content: 'Stored.',
  originalContent: 'Stored.',
  selectedReport: report,
  selectedMessages: [message(1)],
}
const typed: State = { ...opened, content: 'Stored. More.' }
const saved = { ...report, contents: 'Stored. More.' }

describe('the state of the editor', () => {
  test.each<[name: string, before: State, action: ReportsAction<Report>, after: State]>([
    ['selecting a report copies its contents', emptyState, { kind: 'select-report', report }, opened],
    ['selecting another report leaves nothing of the first', typed, { kind: 'select-report', report }, opened],
    ['writing changes the content alone', opened, { kind: 'write', content: 'Stored. More.' }, typed],
    [
      'saving makes what was saved the original',
      typed,
      { kind: 'save', report: saved },
      { ...typed, originalContent: 'Stored. More.', selectedReport: saved },
    ],
    [
      'saving keeps what was typed while it was sent',
      { ...typed, content: 'Stored. More. Still more.' },
      { kind: 'save', report: saved },
      { ...typed, content: 'Stored. More. Still more.', originalContent: 'Stored. More.', selectedReport: saved },
    ],
    ['reset clears everything', typed, { kind: 'reset' }, emptyState],
    ['a message is selected once', opened, { kind: 'select-message', message: message(1) }, opened],
    [
      'messages keep the order in which they were selected',
      opened,
      { kind: 'select-message', message: message(0) },
      { ...opened, selectedMessages: [message(1), message(0)] },
    ],
    [
      'a message is removed by its timestamp',
      { ...opened, selectedMessages: [message(1), message(2), message(3)] },
      { kind: 'remove-message', timestamp: message(2).timestamp },
      { ...opened, selectedMessages: [message(1), message(3)] },
    ],
    [
      'an unknown timestamp removes nothing',
      opened,
      { kind: 'remove-message', timestamp: message(9).timestamp },
      opened,
    ],
  ])('%s', (_, before, action, after) => {
    expect(reduceReports(before, action)).toEqual(after)
  })

  test.each<[name: string, state: State, expected: boolean]>([
    ['nothing is selected', emptyState, false],
    ['a report was selected', opened, false],
    ['something was typed', typed, true],
    ['what was typed was taken back', reduceReports(typed, { kind: 'write', content: 'Stored.' }), false],
    ['it was saved', reduceReports(typed, { kind: 'save', report: saved }), false],
    ['something was typed while it was saved', { ...typed, originalContent: 'Stored. Mo' }, true],
  ])('is changed or not when %s', (_, state, expected) => {
    expect(isChanged(state)).toBe(expected)
  })
})

import { describe, expect, test } from 'vitest'
import type { SelectedMessage } from '@auspex/sdk'
import { mergeTexts } from './report-conflict-dialog.tsx'
import { emptyState, isChanged, reduceReports, type ReportsAction, type ReportsState } from './reports-state.ts'

const base = 'One.\n\nTwo.\n\nThree.'

describe('three versions of a text', () => {
  test.each([
    { name: 'what I changed is kept', mine: 'One!\n\nTwo.\n\nThree.', theirs: base, text: 'One!\n\nTwo.\n\nThree.' },
    {
      name: 'what they changed is taken',
      mine: base,
      theirs: 'One.\n\nTwo.\n\nThree!',
      text: 'One.\n\nTwo.\n\nThree!',
    },
    {
      name: 'changes of different places are joined',
      mine: 'One!\n\nTwo.\n\nThree.',
      theirs: 'One.\n\nTwo.\n\nThree!',
      text: 'One!\n\nTwo.\n\nThree!',
    },
    {
      name: 'the same change is made once',
      mine: 'One.\n\n2.\n\nThree.',
      theirs: 'One.\n\n2.\n\nThree.',
      text: 'One.\n\n2.\n\nThree.',
    },
    {
      name: 'what was added and what was deleted are joined',
      mine: 'Zero.\n\nOne.\n\nTwo.\n\nThree.',
      theirs: 'One.\n\nThree.',
      text: 'Zero.\n\nOne.\n\nThree.',
    },
  ])('$name', ({ mine, theirs, text }) => {
    expect(mergeTexts({ base, mine, theirs })).toEqual({ text, conflicts: 0 })
  })

  test.each([
    {
      name: 'both stay where both changed the same',
      mine: 'One.\n\nMine.\n\nThree.',
      theirs: 'One.\n\nTheirs.\n\nThree.',
      text: 'One.\n\nTheirs.\n\nMine.\n\nThree.',
    },
    {
      name: 'what I changed stays when they deleted it',
      mine: 'One.\n\nMine.\n\nThree.',
      theirs: 'One.\n\nThree.',
      text: 'One.\n\nMine.\n\nThree.',
    },
    {
      name: 'both ends stay when both wrote on',
      mine: `${base}\n\nMine.`,
      theirs: `${base}\n\nTheirs.`,
      text: `${base}\n\nTheirs.\n\nMine.`,
    },
  ])('$name', ({ mine, theirs, text }) => {
    expect(mergeTexts({ base, mine, theirs })).toEqual({ text, conflicts: 1 })
  })

  test('both texts stay where there was none', () => {
    const merged = mergeTexts({ base: '', mine: 'Mine.', theirs: 'Theirs.' })
    expect(merged).toEqual({ text: 'Theirs.\n\nMine.', conflicts: 1 })
  })

  test('merge without losing any line', () => {
    for (let seed = 0; seed < 200; seed += 1) {
      const old = Array.from({ length: 12 }, (_, n) => `Line ${n}`)
      const change = (name: string, step: number) =>
        old.flatMap((line, n) => {
          if ((n * step + seed) % 5 === 0) return []
          return (n + seed) % step === 0 ? [line, `${name} ${seed}.${n}`] : [line]
        })
      const [mine, theirs] = [change('mine', 3), change('theirs', 4)]
      const merged = mergeTexts({ base: old.join('\n'), mine: mine.join('\n'), theirs: theirs.join('\n') }).text.split(
        '\n',
      )
      const written = [...mine, ...theirs].filter((line) => !line.startsWith('Line'))
      expect(written.filter((line) => !merged.includes(line))).toEqual([])
    }
  })

  test('of two long unrelated texts are merged quickly', () => {
    const long = (name: string) => Array.from({ length: 5_000 }, (_, n) => `${name} ${n}`).join('\n')
    const began = performance.now()
    expect(mergeTexts({ base: long('base'), mine: long('mine'), theirs: long('theirs') }).conflicts).toBe(1)
    expect(performance.now() - began).toBeLessThan(1000)
  })
})

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

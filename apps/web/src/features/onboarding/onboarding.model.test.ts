import type { UserProfile } from '@auspex/sdk'
import { getMeResponseMock } from '@auspex/sdk/msw'
import { describe, expect, test } from 'vitest'
import { completedBy, doneEarlyBy, nextTask, toChecklist } from './onboarding.model.ts'

const person = { id: 'usr_a', email: null, name: null }
/** A person with this many contacts, these tasks done, and this one stored as the current. */
const userWith = (
  contacts: number,
  completed: readonly string[] = [],
  currentTask: string | null = null,
): UserProfile => ({
  ...getMeResponseMock(),
  contacts: Array.from({ length: contacts }, (_, n) => ({ ...person, id: `usr_${n}` })),
  onboarding: { completedTasks: Object.fromEntries(completed.map((id) => [id, true as const])), currentTask },
})
const all = ['searchForSignal', 'addSignalToYourPortfolio', 'compareSignals', 'shareInsightsWithYourTeam']

describe('the checklist', () => {
  test.each([
    [0, 3],
    [1, 3],
    [2, 4],
  ])('with %i contacts has %i tasks', (contacts, tasks) => {
    expect(toChecklist(userWith(contacts)).tasks).toHaveLength(tasks)
  })

  test.each([
    ['the stored one', [], 'compareSignals', 'compareSignals'],
    ['the first that is not done, when none is stored', ['searchForSignal'], null, 'addSignalToYourPortfolio'],
    [
      'the first that is not done, when the stored one is done',
      ['searchForSignal'],
      'searchForSignal',
      'addSignalToYourPortfolio',
    ],
    ['none, when all are done', all, null, null],
  ])('the current task is %s', (_which, completed, stored, expected) => {
    expect(toChecklist(userWith(5, completed, stored)).current).toBe(expected)
  })

  test('a stored task that is left out for want of contacts is not the current one', () => {
    expect(toChecklist(userWith(1, [], 'shareInsightsWithYourTeam')).current).toBe('searchForSignal')
  })
})

describe('a task', () => {
  test.each([
    ['getSignalReport', 'searchForSignal'],
    ['addTrends', 'addSignalToYourPortfolio'],
    ['createPortfolioWithTrends', 'addSignalToYourPortfolio'],
    ['compareSignals', 'compareSignals'],
    ['sendSignalMessage', 'shareInsightsWithYourTeam'],
    ['createShareLink', 'shareInsightsWithYourTeam'],
  ])('is done by %s when it is the current one, and by nothing else', (operation, task) => {
    for (const current of all)
      expect(completedBy(operation, toChecklist(userWith(5, [], current)))).toBe(current === task ? task : null)
  })

  test.each([
    ['compareSignals', [], 'searchForSignal', 'Compare signals'],
    ['compareSignals', ['compareSignals'], 'searchForSignal', undefined],
    ['compareSignals', [], 'compareSignals', undefined],
    ['getMe', [], 'searchForSignal', undefined],
  ] as const)('done by %s with %j done and %s current: done early is %s', (operation, done, current, title) => {
    expect(doneEarlyBy(operation, toChecklist(userWith(5, [...done], current)))?.title).toBe(title)
  })

  test('is followed by the next one that is not done, also one before it', () => {
    expect(nextTask(toChecklist(userWith(5)))).toBe('addSignalToYourPortfolio')
    expect(
      nextTask(toChecklist(userWith(5, ['searchForSignal', 'addSignalToYourPortfolio'], 'shareInsightsWithYourTeam'))),
    ).toBe('compareSignals')
    expect(nextTask(toChecklist(userWith(5, all.slice(0, 3))))).toBe(null)
  })
})

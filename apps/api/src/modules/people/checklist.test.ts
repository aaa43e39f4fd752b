import { describe, expect, test } from 'vitest'
import { chooseTask, completeTask, findCurrentTask, listTasks } from './checklist.ts'

const [search, save, compare, share] = [
  'searchForSignal',
  'addSignalToYourPortfolio',
  'compareSignals',
  'shareInsightsWithYourTeam',
] as const
const marksOf = (...tasks: string[]) => Object.fromEntries(tasks.map((task) => [task, true as const]))
const state = (tasks: string[] = [], currentTask: string | null = null, contacts = 5) => ({
  completedTasks: marksOf(...tasks),
  currentTask,
  contacts,
})
const code = (run: () => unknown) => {
  try {
    run()
  } catch (error) {
    return (error as { code: string }).code
  }
  return null
}

describe('the current task', () => {
  test.each([
    ['of a newcomer is the first', state(), search],
    ['is the stored one', state([search], compare), compare],
    ['is a stored subtask', state([], 'searchForSignal.readTheReport'), 'searchForSignal.readTheReport'],
    ['is the first that is not done, where nothing is stored', state([search, save]), compare],
    ['is the first that is not done, where the stored one is done', state([search], search), save],
    ['is none when all are done', state([search, save, compare, share]), null],
    ['is not to share with a contacts list of one', state([search, save, compare], null, 1), null],
    ['is not a stored task that was left out since', state([search], share, 1), save],
    ['is to share with two colleagues', state([search, save, compare], null, 2), share],
  ])('%s', (_, progress, expected) => {
    expect(findCurrentTask(progress)).toBe(expected)
  })
})

test.each([
  [0, 3],
  [1, 3],
  [2, 4],
])('a contacts list of %i leaves %i tasks', (contacts, tasks) => {
  expect(listTasks(contacts)).toHaveLength(tasks)
})

describe('completing a task', () => {
  test('marks it as done and moves to the next', () => {
    expect(completeTask(state(), { taskId: search, next: save })).toEqual({
      completedTasks: marksOf(search),
      currentTask: save,
    })
  })

  test('moves to the first open task when none is named, and to none at the end', () => {
    expect(completeTask(state([search]), { taskId: save, next: null }).currentTask).toBe(compare)
    expect(completeTask(state([search, save, compare]), { taskId: share, next: null }).currentTask).toBeNull()
  })

  test('skips a task that is left out', () => {
    expect(completeTask(state([search, save], null, 1), { taskId: compare, next: share }).currentTask).toBeNull()
  })

  test.each([
    ['another than the current one', state(), { taskId: compare, next: null }, 'onboarding.not_the_current_task'],
    ['one that is done', state([search]), { taskId: search, next: null }, 'onboarding.not_the_current_task'],
    ['with a next one that is done', state([search]), { taskId: save, next: search }, 'onboarding.task_is_done'],
    ['with itself as the next', state(), { taskId: search, next: search }, 'onboarding.task_is_done'],
  ])('is refused for %s', (_, progress, request, expected) => {
    expect(code(() => completeTask(progress, request))).toBe(expected)
  })

  test('is refused beyond fifty tasks, because apps invent subtasks', () => {
    const fiftyTasks = Array.from({ length: 50 }, (_, index) => `step${index}`)
    expect(code(() => completeTask(state(fiftyTasks, 'one-more'), { taskId: 'one-more', next: null }))).toBe(
      'onboarding.too_many_tasks',
    )
  })
})

describe('choosing a task', () => {
  test('makes it the current one', () => {
    expect(chooseTask(state([search]), compare).currentTask).toBe(compare)
  })

  test.each([
    ['one that is done', state([search]), search, 'onboarding.task_is_done'],
    ['sharing, with nobody to share with', state([], null, 1), share, 'onboarding.task_left_out'],
  ])('is refused for %s', (_, progress, task, expected) => {
    expect(code(() => chooseTask(progress, task))).toBe(expected)
  })
})

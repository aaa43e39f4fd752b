import type { Onboarding, OnboardingTask } from '@auspex/sdk/types'
import { noSuchTask, notTheCurrentTask, taskIsDone, tooManyTasks } from './checklist.errors.ts'

/** The guided checklist, in its order (specification §4). */
export const onboardingTasks = [
  'searchForSignal',
  'addSignalToYourPortfolio',
  'compareSignals',
  'shareInsightsWithYourTeam',
] as const satisfies readonly OnboardingTask[]

/** Nobody to share with: a list of one entry may be the person alone. */
const leastContacts = 2
/** The contract's bound: subtasks have ids that apps make up. */
const mostCompleted = 50

/** How far a person has come, and how many entries their contacts list has. */
export interface ChecklistState extends Onboarding {
  contacts: number
}

/** The tasks of a person: with a contacts list of one entry or fewer the last one is left out. */
export function listTasks(contacts: number): readonly OnboardingTask[] {
  return onboardingTasks.filter((task) => task !== 'shareInsightsWithYourTeam' || contacts >= leastContacts)
}

/** The stored task, else the first that is not done; null when all are. A stored one that is done or left out counts for nothing. */
export function findCurrentTask({ completedTasks, currentTask, contacts }: ChecklistState): string | null {
  const isOpen = (task: string) => completedTasks[task] !== true && !isLeftOut(task, contacts)
  if (currentTask !== null && isOpen(currentTask)) return currentTask
  return listTasks(contacts).find(isOpen) ?? null
}

/** Marks the current task as done and goes on to `next`. Throws a `CodedError` of kind conflict when it is not the current one, or `next` is done. */
export function completeTask(
  state: ChecklistState,
  { taskId, next }: { taskId: string; next: string | null },
): Onboarding {
  if (findCurrentTask(state) !== taskId) throw notTheCurrentTask(findCurrentTask(state))
  const completedTasks = { ...state.completedTasks, [taskId]: true as const }
  if (Object.keys(completedTasks).length > mostCompleted) throw tooManyTasks(mostCompleted)
  if (next !== null && completedTasks[next] === true) throw taskIsDone()
  return { completedTasks, currentTask: findCurrentTask({ ...state, completedTasks, currentTask: next }) }
}

/** Makes another task the current one. Throws a `CodedError` of kind conflict for one that is done or left out. */
export function chooseTask(state: ChecklistState, task: string): Onboarding {
  if (isLeftOut(task, state.contacts)) throw noSuchTask()
  if (state.completedTasks[task] === true) throw taskIsDone()
  return { completedTasks: state.completedTasks, currentTask: task }
}

function isLeftOut(task: string, contacts: number): boolean {
  const isTask = onboardingTasks.some((known) => known === task)
  return isTask && !listTasks(contacts).some((known) => known === task)
}

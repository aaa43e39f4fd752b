import { refusal } from '@auspex/contract/refusals'
import type { Onboarding, OnboardingTask } from '@auspex/sdk/types'
import { CodedError } from '../../kernel/errors.ts'

/** The guided checklist, in its order (specification §4). */
export const onboardingTasks = [
  'searchForSignal',
  'addSignalToYourPortfolio',
  'compareSignals',
  'shareInsightsWithYourTeam',
] as const satisfies readonly OnboardingTask[]

/** With fewer contacts there is no one to share with: a list of one entry may be only the person. */
const minContacts = 2
/** The contract's maximum: subtask ids are chosen by apps. */
const maxCompleted = 50

/** A person's progress, and the number of entries in their contacts list. */
export interface ChecklistState extends Onboarding {
  contacts: number
}

/** The tasks of a person; omits the last one when the contacts list has one entry or fewer. */
export function listTasks(contacts: number): readonly OnboardingTask[] {
  return onboardingTasks.filter((task) => task !== 'shareInsightsWithYourTeam' || contacts >= minContacts)
}

/** The stored task, or the first one that is not done; null when all are. A stored task that is done or omitted is ignored. */
export function findCurrentTask({ completedTasks, currentTask, contacts }: ChecklistState): string | null {
  const isOpen = (task: string) => completedTasks[task] !== true && !isLeftOut(task, contacts)
  if (currentTask !== null && isOpen(currentTask)) return currentTask
  return listTasks(contacts).find(isOpen) ?? null
}

/** Marks the current task as done and moves to `next`. Throws a `CodedError` of kind conflict when it is not the current one, or `next` is done. */
export function completeTask(
  state: ChecklistState,
  { taskId, next }: { taskId: string; next: string | null },
): Onboarding {
  if (findCurrentTask(state) !== taskId) throw notTheCurrentTask(findCurrentTask(state))
  const completedTasks = { ...state.completedTasks, [taskId]: true as const }
  if (Object.keys(completedTasks).length > maxCompleted) throw tooManyTasks(maxCompleted)
  if (next !== null && completedTasks[next] === true) throw taskIsDone()
  return { completedTasks, currentTask: findCurrentTask({ ...state, completedTasks, currentTask: next }) }
}

/** Makes another task the current one. Throws a `CodedError` of kind conflict for one that is done or omitted. */
export function chooseTask(state: ChecklistState, task: string): Onboarding {
  if (isLeftOut(task, state.contacts)) throw noSuchTask()
  if (state.completedTasks[task] === true) throw taskIsDone()
  return { completedTasks: state.completedTasks, currentTask: task }
}

function isLeftOut(task: string, contacts: number): boolean {
  const isTask = onboardingTasks.some((knownTask) => knownTask === task)
  return isTask && !listTasks(contacts).some((fixedTask) => fixedTask === task)
}

function conflict(code: string, title: string, detail: string): CodedError {
  return new CodedError({ kind: 'conflict', code, title, detail })
}

function notTheCurrentTask(current: string | null): CodedError {
  return new CodedError({
    kind: 'conflict',
    ...refusal('onboarding.not_the_current_task'),
    ...(current === null ? {} : { detail: `Complete ${current} first, or make this task the current one.` }),
  })
}

function taskIsDone(): CodedError {
  return new CodedError({ kind: 'conflict', ...refusal('onboarding.task_is_done') })
}

function noSuchTask(): CodedError {
  return conflict(
    'onboarding.task_left_out',
    'This task is skipped',
    'Sharing needs two colleagues in your contacts list.',
  )
}

function tooManyTasks(max: number): CodedError {
  return conflict(
    'onboarding.too_many_tasks',
    `A checklist holds ${max} completed tasks`,
    'Reset the checklist to start over.',
  )
}

import { CodedError } from '../../kernel/errors.ts'

function conflict(code: string, title: string, detail: string): CodedError {
  return new CodedError({ kind: 'conflict', code, title, detail })
}

export function notTheCurrentTask(current: string | null): CodedError {
  return conflict(
    'onboarding.not_the_current_task',
    'This is not the current task',
    current === null
      ? 'Every task is done. Reset the checklist to begin anew.'
      : `Complete ${current} first, or make this task the current one.`,
  )
}

export function taskIsDone(): CodedError {
  return conflict('onboarding.task_is_done', 'This task is done already', 'Choose a task that is not done.')
}

export function noSuchTask(): CodedError {
  return conflict(
    'onboarding.task_left_out',
    'This task is left out',
    'Sharing needs two colleagues in your contacts list.',
  )
}

export function tooManyTasks(most: number): CodedError {
  return conflict(
    'onboarding.too_many_tasks',
    `A checklist holds ${most} completed tasks`,
    'Reset the checklist to begin anew.',
  )
}

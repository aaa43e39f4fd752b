import type { InvalidField } from '@auspex/contract'
import type { StoredVersion } from '../../kernel/errors.ts'
import { CodedError } from '../../kernel/errors.ts'
import { maxRuns, maxWorkflows } from './workflows.types.ts'

/** It does not exist, or it belongs to another organization. */
export function workflowNotFound() {
  return new CodedError({
    kind: 'not_found',
    code: 'workflows.not_found',
    title: 'There is no such workflow',
    detail: 'It may have been deleted; choose another one.',
  })
}

export function runNotFound() {
  return new CodedError({
    kind: 'not_found',
    code: 'workflowRuns.not_found',
    title: 'There is no such run',
    detail: 'Only who began a run sees it, for 180 days after it ended.',
  })
}

export function stepNotFound() {
  return new CodedError({
    kind: 'not_found',
    code: 'workflowRuns.step_not_found',
    title: 'The run has no such step',
    detail: 'Read the run to see its steps.',
  })
}

export function workflowOfSomeoneElse(isReady: boolean) {
  return new CodedError({
    kind: 'forbidden',
    code: 'workflows.not_yours',
    title: isReady ? 'This workflow comes with the server' : 'A colleague made this workflow',
    detail: 'Copy it, and change your copy.',
  })
}

export function workflowStale(current: StoredVersion) {
  return new CodedError({
    kind: 'conflict',
    code: 'workflows.stale',
    title: 'This workflow was changed meanwhile',
    detail: 'Compare yours with what is stored now, then save again.',
    current,
  })
}

export function tooManyWorkflows() {
  return new CodedError({
    kind: 'invalid',
    code: 'workflows.too_many',
    title: `An organization has at most ${maxWorkflows} workflows`,
    detail: 'Delete one that nobody needs any more.',
  })
}

function invalid(code: string, title: string, detail: string, fields: readonly InvalidField[]) {
  return new CodedError({ kind: 'invalid', code, title, detail, fields })
}

export function stepsInvalid(fields: readonly InvalidField[]) {
  return invalid(
    'workflows.steps_invalid',
    'A step cannot run like this',
    fields
      .map(({ message }) => message)
      .join('; ')
      .slice(0, 1000),
    fields,
  )
}

export function parametersInvalid(fields: readonly InvalidField[]) {
  return invalid(
    'workflows.parameters_invalid',
    'A value is missing or wrong',
    fields
      .map(({ message }) => message)
      .join('; ')
      .slice(0, 1000),
    fields,
  )
}

export function scheduleInvalid(message: string) {
  return invalid('workflows.schedule_invalid', 'This schedule cannot be kept', message, [
    { in: 'body', pointer: '/schedule', message },
  ])
}

export function tooManyRuns() {
  return new CodedError({
    kind: 'conflict',
    code: 'workflows.too_many_runs',
    title: `You have ${maxRuns} runs under way`,
    detail: 'Wait until one has ended, answer one that waits for you, or cancel one.',
  })
}

export function runUnderWay() {
  return new CodedError({
    kind: 'conflict',
    code: 'workflows.run_under_way',
    title: 'This run has not ended',
    detail: 'Wait until it has, or cancel it.',
  })
}

export function nothingToRetry(detail: string) {
  return new CodedError({
    kind: 'conflict',
    code: 'workflows.nothing_to_retry',
    title: 'There is nothing to go on from',
    detail,
  })
}

export function approvalStale() {
  return new CodedError({
    kind: 'conflict',
    code: 'workflows.approval_stale',
    title: 'This step does not ask that any more',
    detail: 'Read the run again to see what it asks now.',
  })
}

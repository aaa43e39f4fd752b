import { refusal } from '@auspex/contract/refusals'
import type { InvalidField } from '@auspex/contract'
import type { StoredVersion } from '../../kernel/errors.ts'
import { CodedError } from '../../kernel/errors.ts'
import { maxRuns, maxWorkflows } from './workflows.types.ts'

/** It does not exist, or it belongs to another organization. */
export function workflowNotFound() {
  return new CodedError({
    kind: 'not_found',
    ...refusal('workflows.not_found'),
  })
}

export function runNotFound() {
  return new CodedError({
    kind: 'not_found',
    ...refusal('workflowRuns.not_found'),
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
    title: isReady ? 'This workflow is built in' : 'A colleague made this workflow',
    detail: 'Copy it, and change your copy.',
  })
}

export function workflowStale(current: StoredVersion) {
  return new CodedError({
    kind: 'conflict',
    ...refusal('workflows.stale'),
    current,
  })
}

export function tooManyWorkflows() {
  return new CodedError({
    kind: 'invalid',
    code: 'workflows.too_many',
    title: `An organization has at most ${maxWorkflows} workflows`,
    detail: 'Delete one you no longer need.',
  })
}

function invalid(code: string, title: string, fields: readonly InvalidField[]) {
  const messages = fields.map(({ message }) => message)
  const detail = messages.join('; ').slice(0, 1000)
  return new CodedError({ kind: 'invalid', code, title, detail, fields })
}

export function stepsInvalid(fields: readonly InvalidField[]) {
  const { code, title } = refusal('workflows.steps_invalid')
  return invalid(code, title, fields)
}

export function parametersInvalid(fields: readonly InvalidField[]) {
  return invalid('workflows.parameters_invalid', 'A value is missing or wrong', fields)
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
    title: 'There is no step to continue from',
    detail,
  })
}

export function approvalStale() {
  return new CodedError({
    kind: 'conflict',
    code: 'workflows.approval_stale',
    title: 'This step is no longer waiting for that decision',
    detail: 'Reload the run to see what it is waiting for.',
  })
}

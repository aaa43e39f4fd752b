import { AuspexError, NetworkError, TimeoutError } from '@auspex/sdk'
import type { WorkflowFailure } from '@auspex/sdk/types'
import { z } from 'zod'
import { CodedError } from '../../../kernel/errors.ts'
import { ValueMissing } from './references.ts'

/** A run used up its budget. */
export class BudgetSpent extends Error {
  override readonly name = 'BudgetSpent'
}

/** Explains to a person why a step failed; null for a defect, which is logged and not shown. */
export function describeFailure(error: unknown): WorkflowFailure | null {
  if (error instanceof BudgetSpent) return toFailure('workflows.budget_spent', error.message)
  if (error instanceof ValueMissing) return toFailure('workflows.value_missing', `${error.message}.`)
  if (error instanceof z.ZodError) return toFailure('workflows.input_invalid', describeIssues(error))
  if (error instanceof CodedError) return toFailure(error.code, `${error.message}. ${error.detail ?? ''}`)
  if (error instanceof TimeoutError)
    return toFailure('workflows.timed_out', 'The server took too long. Go on from this step.')
  if (error instanceof NetworkError)
    return toFailure('workflows.cut_off', 'The call was cut off. Go on from this step.')
  if (!(error instanceof AuspexError) || error.problem === null || error.problem === undefined) return null
  const { code, title, detail, errors = [] } = error.problem
  const details = errors.map(({ pointer, message }) => `${pointer} ${message}`).join('; ')
  return toFailure(code, [title, detail, details].filter((part) => part !== undefined && part !== '').join('. '))
}

export const defect: WorkflowFailure = {
  code: 'workflows.step_failed',
  reason: 'Something went wrong on the server. Go on from this step, or tell an administrator the id of the run.',
}

function toFailure(code: string, reason: string): WorkflowFailure {
  return { code, reason: reason.trim().slice(0, 2000) }
}

function describeIssues({ issues }: z.ZodError): string {
  return `The input does not fit the tool: ${issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; ')}`
}

import { type ContractDocument, problemType, resolve } from '@auspex/contract'
import type { ProblemFacts } from '../http/problem.ts'
import { Refusal } from '../http/refusal.ts'
import { isFields } from '../state/request-fields.ts'
import type { ServedOperation } from './served-contract.ts'
import { examplesOf } from './success.ts'

/** A failure as the contract shows it for an operation; of a status that it does not document, the failure of asking for it. */
export function readDocumentedProblem(
  document: ContractDocument,
  { source }: ServedOperation,
  status: number,
): Refusal {
  const response = source.responses[String(status)]
  if (response === undefined)
    return new Refusal({
      status: 422,
      code: 'mock.no_such_reply',
      title: `The contract has no reply ${status} for ${source.operationId}`,
      detail: `It has ${Object.keys(source.responses).join(', ')}.`,
    })
  const [shown] = examplesOf(document, resolve(document, response).content?.[problemType])
  return new Refusal({ status, ...factsOf(shown?.[1]) })
}

function factsOf(example: unknown): Omit<ProblemFacts, 'status'> {
  if (!isFields(example)) return {}
  const { code, title, detail, errors } = example as Partial<ProblemFacts> // a problem, by the linter
  return {
    ...(code === undefined ? {} : { code }),
    ...(title === undefined ? {} : { title }),
    ...(detail === undefined ? {} : { detail }),
    ...(errors === undefined ? {} : { errors }),
  }
}

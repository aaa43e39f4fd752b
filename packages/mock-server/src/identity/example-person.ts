import type { ContractDocument } from '@auspex/contract'
import { resolve } from '@auspex/contract'
import { examplesOf } from '../replies/success.ts'
import { valueAt } from '../state/pointer.ts'
import type { Caller } from './caller.ts'

const nobody = { userId: 'usr_example', organizationId: 'org_example' }

/** The person of the contract's examples: the one whom the example of `GET /users/me` shows. */
export function examplePerson(document: ContractDocument): Omit<Caller, 'roles'> {
  const response = document.paths['/users/me']?.get?.responses['200']
  const media = response === undefined ? undefined : resolve(document, response).content?.['application/json']
  const shown = examplesOf(document, media)[0]?.[1]
  const userId = valueAt(shown, '/profile/id')
  const organizationId = valueAt(shown, '/organization/id')
  return {
    userId: typeof userId === 'string' ? userId : nobody.userId,
    organizationId: typeof organizationId === 'string' ? organizationId : nobody.organizationId,
  }
}

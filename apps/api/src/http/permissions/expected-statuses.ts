import type { ContractOperation } from '@auspex/contract'

/** The callers, in column order. */
export const callers = [
  'anonymous',
  'expired token',
  "other organization's member",
  'member without the module',
  'member of another group',
  'disabled member',
  'member',
  'godmode',
] as const
export type Caller = (typeof callers)[number]

/**
 * What an authorized caller receives. `built` is called with a query that violates the contract, which changes nothing and is refused only after
 * authorization: 422. An operation that is not built answers 501 to the contract's example, and `foreign` names a resource of the member's group.
 */
export interface Reach {
  isBuilt: boolean
  isForeign: boolean
}

/** The status that the contract's `x-permission` promises each caller. Pure, so that a table can show all of it. */
export function expectStatuses(
  { secured, role, permission }: ContractOperation,
  { isBuilt, isForeign }: Reach,
): Record<Caller, number> {
  const letIn = isBuilt ? 422 : 501
  if (!secured) return forAll(() => letIn)
  const hasModule = permission?.module == null
  const member = role === null ? letIn : 403
  const stranger = role === null && isForeign && isBuilt ? 404 : member
  return {
    anonymous: 401,
    'expired token': 401,
    "other organization's member": stranger,
    'member without the module': role === null && hasModule ? letIn : 403,
    'member of another group': stranger,
    'disabled member': 403,
    member,
    godmode: letIn,
  }
}

function forAll(status: (caller: Caller) => number): Record<Caller, number> {
  return Object.fromEntries(callers.map((caller) => [caller, status(caller)])) as Record<Caller, number> // every caller has one
}

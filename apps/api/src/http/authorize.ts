import type { ContractOperation } from '@auspex/contract'
import { type Actor, hasRole, hasScope } from '../kernel/actor.ts'
import { CodedError } from '../kernel/errors.ts'
import { moduleOff } from '../kernel/module-off.ts'

/** What was taken away from a person. */
export interface Access {
  isDisabled: boolean
  /** Modules that the person does not have. */
  off: ReadonlySet<string>
}

/** Reads what was taken away from a person; what is told may be seconds old. */
export type FindAccess = (userId: string) => Promise<Access>

type Guard = Pick<ContractOperation, 'scope' | 'role' | 'permission'>

/**
 * Whether a caller may ask for an operation, before their request is read. Throws `identity.disabled`, `identity.insufficient_scope`,
 * `identity.forbidden` and `module.off`, in this order: who has no access at all is told nothing else.
 */
export function authorize(actor: Actor, operation: Guard, access: Access): void {
  if (access.isDisabled) throw accessTaken()
  if (!hasScope(actor, operation.scope)) throw insufficientScope(operation.scope)
  if (operation.role !== null && !hasRole(actor, operation.role)) throw roleMissing(operation.role)
  const module = operation.permission?.module ?? null
  if (module !== null && access.off.has(module)) throw moduleOff(module)
}

/** Whether somebody who was let in may go on. */
export function isStillAllowed(operation: Guard, { isDisabled, off }: Access): boolean {
  return !isDisabled && !off.has(operation.permission?.module ?? '')
}

function accessTaken(): CodedError {
  return new CodedError({
    kind: 'forbidden',
    code: 'identity.disabled',
    title: 'Your account has no access any more',
    detail: 'An administrator took it away. Ask an administrator to give it back.',
  })
}

function roleMissing(role: string): CodedError {
  return new CodedError({
    kind: 'forbidden',
    code: 'identity.forbidden',
    title: `Your account does not have the role ${role}`,
    detail: `Ask an administrator for the role ${role}.`,
  })
}

function insufficientScope(scope: string | null): CodedError {
  return new CodedError({
    kind: 'forbidden',
    code: 'identity.insufficient_scope',
    title: 'This service may not do that',
    detail:
      scope === null
        ? 'This operation is for people. Sign in as one.'
        : `Ask for a token with the scope ${scope}, as a service that is allowed it.`,
  })
}

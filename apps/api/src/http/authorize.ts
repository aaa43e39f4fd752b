import { refusal } from '@auspex/contract/refusals'
import {
  type AccessScope,
  type CheckedInput,
  type ContractOperation,
  modulesOf,
  modulesOfRequest,
} from '@auspex/contract'
import { type Actor, hasAccessScope, hasRole, hasScope } from '../kernel/actor.ts'
import { CodedError, moduleOff } from '../kernel/errors.ts'

/** Access that was taken away from a person. */
export interface Access {
  isDisabled: boolean
  /** Modules that the person does not have. */
  off: ReadonlySet<string>
}

/** Reads what was taken away from a person; may be a few seconds out of date. */
export type FindAccess = (userId: string) => Promise<Access>

type Guard = ContractOperation

/**
 * Checks whether a caller may call an operation, before their request is read. Throws `identity.disabled`, `identity.insufficient_scope`,
 * `identity.forbidden` and `module.off`, in this order: a disabled caller learns nothing else.
 */
export function authorize(actor: Actor, operation: Guard, access: Access): void {
  if (access.isDisabled) throw accessTaken()
  if (!hasScope(actor, operation.scope)) throw insufficientScope(operation.scope)
  if (!hasAccessScope(actor, operation.accessScope)) throw accessScopeMissing(operation.accessScope)
  if (operation.role !== null && !hasRole(actor, operation.role)) throw roleMissing(operation.role)
  refuseWithout(modulesOf(operation), access)
}

/** Throws `module.off` when the request reads data of a module that the caller does not have. */
export async function authorizeRequest(
  operation: Guard,
  input: CheckedInput,
  findAccess: () => Promise<Access>,
): Promise<void> {
  const needed = modulesOfRequest(operation, input)
  if (needed.length > 0) refuseWithout(needed, await findAccess())
}

function refuseWithout(modules: readonly string[], { off: disabled }: Access): void {
  const disabledModule = modules.find((module) => disabled.has(module))
  if (disabledModule !== undefined) throw moduleOff(disabledModule)
}

/** Whether a person who was admitted may continue, given the modules that their request needed. */
export function isStillAllowed(modules: readonly string[], { isDisabled, off: disabled }: Access): boolean {
  return !isDisabled && !modules.some((module) => disabled.has(module))
}

function accessTaken(): CodedError {
  return new CodedError({
    kind: 'forbidden',
    ...refusal('identity.disabled'),
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

function accessScopeMissing(scope: AccessScope | null): CodedError {
  return new CodedError({
    kind: 'forbidden',
    code: 'identity.insufficient_scope',
    title: 'This access token may not do that',
    detail:
      scope === null
        ? 'Only the person can do that themselves, signed in to the app.'
        : `Use an access token with the scope ${scope}.`,
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

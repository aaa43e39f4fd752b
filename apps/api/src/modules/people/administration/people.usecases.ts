import type { User } from '@auspex/sdk/types'
import type { Input, RequestContext } from '../../../http/handlers.ts'
import { createDeletion } from '../delete-me.ts'
import { moduleNames } from '../module-access.ts'
import { moduleNotFound, notDisabled, selfDisabled, userNotFound } from '../people.errors.ts'
import { createAdministered } from './administration-store.ts'
import { type AdministrationDependencies, type ChangeScope, changeWithAudit } from './change.ts'
import { invite } from './invite.ts'
import { readPage, toFilter, toSorting } from './list-request.ts'
import { type AdministeredPerson, peopleColumns } from './people.repository.ts'

type UserUpdate = Input<'updateUser'>['body'] & { userId: string }
type AccessChange = Input<'setModuleAccess'>['body'] & { userId: string }

const roleNames = ['member', 'importer', 'godmode'] as const

/** People of all organizations. */
export async function listUsers(query: Input<'listUsers'>['query'], { database }: AdministrationDependencies) {
  const { people, modules } = createAdministered(database.kysely)
  const filter = {
    organizationId: toFilter(query.organizationId),
    userId: toFilter(query.userId),
    searchTerm: query.searchTerm ?? null,
    isDisabled: query.disabled ?? null,
  }
  const sorting = toSorting(peopleColumns, { sort: query.sort ?? 'lastName', direction: query.direction })
  const { items, page } = await readPage(query, {
    items: (pageRequest) => people.list(filter, sorting, pageRequest),
    count: () => people.count(filter),
  })
  const defaults = await modules.readDefaults()
  return { items: items.map((person) => presentUser(person, defaults)), page }
}

/** Throws the errors of `invite`. */
export async function createUser(
  input: Input<'createUser'>['body'],
  context: RequestContext,
  deps: AdministrationDependencies,
): Promise<User> {
  const { organizationId, groupIds } = input
  const [firstName, lastName, email] = [input.firstName.trim(), input.lastName.trim(), input.email.trim()]
  const create = async ({ administered, note }: ChangeScope) => {
    const invitation = { firstName, lastName, email, organizationId, groupIds: [...new Set(groupIds)] }
    const userId = await invite(invitation, { ...deps, administered })
    await note({
      operation: 'createUser',
      targetKind: 'user',
      targetId: userId,
      targetName: `${firstName} ${lastName}`,
      organizationId,
      changes: [
        { field: 'email', before: null, after: email },
        { field: 'groups', before: null, after: invitation.groupIds.join(', ') || null },
      ],
    })
    return userId
  }
  return readUser(await changeWithAudit(create, context, deps), deps)
}

/** Changes the name, and whether the person is disabled. Throws `users.not_found`, and refuses to disable the administrator themselves. */
export async function updateUser(
  { userId, ...change }: UserUpdate,
  context: RequestContext,
  deps: AdministrationDependencies,
): Promise<User> {
  const { database, access, providerAccounts, clock } = deps
  if (change.disabled === true && userId === context.actor.userId) throw selfDisabled()
  const update = async ({ administered: { people }, note }: ChangeScope) => {
    const before = await people.find(userId)
    if (before === null) throw userNotFound()
    const after = {
      firstName: change.firstName?.trim() ?? before.firstName,
      lastName: change.lastName?.trim() ?? before.lastName,
    }
    if (after.firstName !== before.firstName || after.lastName !== before.lastName) await people.rename(userId, after)
    const wasDisabled = before.disabledAt !== null
    const isDisabled = change.disabled ?? wasDisabled
    if (isDisabled !== wasDisabled) await people.setDisabled(userId, isDisabled ? clock.now() : null)
    await note({
      operation: 'updateUser',
      targetKind: 'user',
      targetId: userId,
      targetName: before.name ?? before.email,
      organizationId: before.organizationId,
      changes: [
        { field: 'firstName', before: before.firstName, after: after.firstName },
        { field: 'lastName', before: before.lastName, after: after.lastName },
        { field: 'disabled', before: yesOrNo(wasDisabled), after: yesOrNo(isDisabled) },
      ],
    })
  }
  await changeWithAudit(update, context, deps)
  access.forget(userId)
  if (change.disabled !== undefined) {
    const account = await createDeletion(database.kysely).findAccount(userId)
    if (account !== null) await providerAccounts.setDisabled(account, change.disabled)
    context.recordSecurityEvent('user-access.changed', { ofUser: userId, disabled: change.disabled })
  }
  return readUser(userId, deps)
}

/** What would be deleted with a person. Throws `users.not_found`. */
export async function previewUserDeletion(userId: string, { database }: AdministrationDependencies) {
  if ((await createAdministered(database.kysely).people.find(userId)) === null) throw userNotFound()
  const counts = await createDeletion(database.kysely).countThings(userId)
  return { userId, things: counts, isDeleted: false }
}

/** Deletes a disabled person; returns what was deleted with them. */
export async function deleteUser(userId: string, context: RequestContext, deps: AdministrationDependencies) {
  const remove = async ({ administered: { people }, transaction, note }: ChangeScope) => {
    const person = await people.find(userId)
    if (person === null) throw userNotFound()
    if (userId === context.actor.userId || person.disabledAt === null) throw notDisabled()
    const deletion = createDeletion(transaction)
    const deletedPerson = {
      account: await deletion.findAccount(userId),
      things: await deletion.countThings(userId),
    }
    await deletion.remove(userId)
    // the audit trail retains the id, but not the name of a deleted person
    await note({
      operation: 'deleteUser',
      targetKind: 'user',
      targetId: userId,
      targetName: null,
      organizationId: person.organizationId,
      changes: [{ field: 'deleted', before: 'no', after: 'yes' }],
    })
    return deletedPerson
  }
  const { account, things } = await changeWithAudit(remove, context, deps)
  if (account !== null) await deps.providerAccounts.remove(account)
  deps.access.forget(userId)
  context.recordSecurityEvent('user.deleted', { ofUser: userId })
  return { userId, things, isDeleted: true }
}

/** Switches a module for one person, or for everyone when the id is `-`. Throws `modules.not_found` and `users.not_found`. */
export async function setModuleAccess(
  { userId, module, access }: AccessChange,
  context: RequestContext,
  deps: AdministrationDependencies,
) {
  if (!moduleNames.includes(module)) throw moduleNotFound(moduleNames)
  const now = deps.clock.now()
  const set = async ({ administered: { people, modules }, note }: ChangeScope) => {
    const byDefault = (await modules.readDefaults()).get(module) ?? true
    if (userId === '-') {
      await modules.setForAll({ module, access, now })
      await note({
        operation: 'setModuleAccess',
        targetKind: 'module',
        targetId: '-',
        targetName: module,
        organizationId: null,
        changes: [{ field: module, before: onOrOff(byDefault), after: onOrOff(access) }],
      })
      return
    }
    const person = await people.find(userId)
    if (person === null) throw userNotFound()
    const before = person.ownModules.find((ownModule) => ownModule.module === module)?.access ?? byDefault
    await modules.set({ userId, module, access, now })
    await note({
      operation: 'setModuleAccess',
      targetKind: 'user',
      targetId: userId,
      targetName: person.name ?? person.email,
      organizationId: person.organizationId,
      changes: [{ field: module, before: onOrOff(before), after: onOrOff(access) }],
    })
  }
  await changeWithAudit(set, context, deps)
  deps.access.forget(userId === '-' ? null : userId)
  context.recordSecurityEvent('module-access.changed', { ofUser: userId, module, access })
  return { userId, module, access, updatedAt: now.toISOString() }
}

async function readUser(userId: string, { database }: AdministrationDependencies): Promise<User> {
  const { people, modules } = createAdministered(database.kysely)
  const person = await people.find(userId)
  if (person === null) throw userNotFound()
  return presentUser(person, await modules.readDefaults())
}

function presentUser(person: AdministeredPerson, defaults: ReadonlyMap<string, boolean>): User {
  const ownAccess = new Map(person.ownModules.map(({ module, access }) => [module, access]))
  const { id, firstName, lastName, email, organizationId, groupIds } = person
  return {
    id,
    firstName,
    lastName,
    email,
    organizationId,
    groupIds,
    // a provider may name roles that this product does not have
    roles: roleNames.filter((role) => person.roles.includes(role)),
    modules: moduleNames.map((module) => ({ module, access: ownAccess.get(module) ?? defaults.get(module) ?? true })),
    createdAt: person.createdAt.toISOString(),
    lastSeenAt: person.seenAt?.toISOString() ?? null,
    disabledAt: person.disabledAt?.toISOString() ?? null,
  }
}

function yesOrNo(value: boolean): string {
  return value ? 'yes' : 'no'
}

function onOrOff(value: boolean): string {
  return value ? 'on' : 'off'
}

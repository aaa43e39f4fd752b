import type { User } from '@auspex/sdk/types'
import type { Handlers } from '../../../http/handlers.ts'
import { type AdministeredPerson, peopleColumns } from './people.repository.ts'
import { createDeletion } from '../deletion.repository.ts'
import { moduleNames } from '../module-access.ts'
import { moduleNotFound, notDisabled, selfDisabled, userNotFound } from './administration.errors.ts'
import { type AdministrationDependencies, createChange } from './change.ts'
import { invite } from './invite.ts'
import { readPage, toFilter, toSorting } from './list-request.ts'

/** People of all organizations, and their permissions. */
export function createPeopleOperations(deps: AdministrationDependencies) {
  const { clock, createId, access } = deps
  const all = deps.createAdministered(deps.database.kysely).people
  const change = createChange(deps)
  const presentAll = async (people: readonly AdministeredPerson[]) => {
    const defaults = await all.readModuleDefaults()
    return people.map((person) => present(person, defaults))
  }
  const presentOne = async (userId: string) => {
    const person = await all.find(userId)
    if (person === null) throw userNotFound()
    return present(person, await all.readModuleDefaults())
  }

  return {
    listUsers: async ({ query }) => {
      const filter = {
        organizationId: toFilter(query.organizationId),
        userId: toFilter(query.userId),
        searchTerm: query.searchTerm ?? null,
        isDisabled: query.disabled ?? null,
      }
      const sorting = toSorting(peopleColumns, { sort: query.sort ?? 'lastName', direction: query.direction })
      const { items, page } = await readPage(query, {
        items: (pageRequest) => all.list(filter, sorting, pageRequest),
        count: () => all.count(filter),
      })
      return { status: 200, body: { items: await presentAll(items), page } }
    },

    createUser: async ({ body }, context) => {
      const { organizationId, groupIds } = body
      const [firstName, lastName, email] = [body.firstName.trim(), body.lastName.trim(), body.email.trim()]
      const id = await change(context, async ({ administered, note }) => {
        const invitation = { firstName, lastName, email, organizationId, groupIds: [...new Set(groupIds)] }
        const userId = await invite(invitation, { administered, clock, createId })
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
      })
      return { status: 200, body: await presentOne(id) }
    },

    updateUser: async ({ path: { userId }, body }, context) => {
      if (body.disabled === true && userId === context.actor.userId) throw selfDisabled()
      await change(context, async ({ administered: { people }, note }) => {
        const before = await people.find(userId)
        if (before === null) throw userNotFound()
        const after = {
          firstName: body.firstName?.trim() ?? before.firstName,
          lastName: body.lastName?.trim() ?? before.lastName,
        }
        if (after.firstName !== before.firstName || after.lastName !== before.lastName)
          await people.rename(userId, after)
        const wasDisabled = before.disabledAt !== null
        const isDisabled = body.disabled ?? wasDisabled
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
      })
      access.forget(userId)
      if (body.disabled !== undefined) {
        const account = await createDeletion(deps.database.kysely).findAccount(userId)
        if (account !== null) await deps.providerAccounts.setDisabled(account, body.disabled)
        context.recordSecurityEvent('user-access.changed', { ofUser: userId, disabled: body.disabled })
      }
      return { status: 200, body: await presentOne(userId) }
    },

    previewUserDeletion: async ({ path: { userId } }) => {
      if ((await all.find(userId)) === null) throw userNotFound()
      const things = await createDeletion(deps.database.kysely).countThings(userId)
      return { status: 200, body: { userId, things, isDeleted: false } }
    },

    deleteUser: async ({ path: { userId } }, context) => {
      const { account, things } = await change(context, async ({ administered: { people }, transaction, note }) => {
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
      })
      if (account !== null) await deps.providerAccounts.remove(account)
      access.forget(userId)
      context.recordSecurityEvent('user.deleted', { ofUser: userId })
      return { status: 200, body: { userId, things, isDeleted: true } }
    },

    setModuleAccess: async ({ path: { userId }, body }, context) => {
      const { module } = body
      if (!moduleNames.includes(module)) throw moduleNotFound(moduleNames)
      const now = clock.now()
      await change(context, async ({ administered: { people }, note }) => {
        const everybodys = (await people.readModuleDefaults()).get(module) ?? true
        if (userId === '-') {
          await people.setModuleForAll({ module, access: body.access, now })
          await note({
            operation: 'setModuleAccess',
            targetKind: 'module',
            targetId: '-',
            targetName: module,
            organizationId: null,
            changes: [{ field: module, before: onOrOff(everybodys), after: onOrOff(body.access) }],
          })
          return
        }
        const person = await people.find(userId)
        if (person === null) throw userNotFound()
        const before = person.ownModules.find((ownModule) => ownModule.module === module)?.access ?? everybodys
        await people.setModule({ userId, module, access: body.access, now })
        await note({
          operation: 'setModuleAccess',
          targetKind: 'user',
          targetId: userId,
          targetName: person.name ?? person.email,
          organizationId: person.organizationId,
          changes: [{ field: module, before: onOrOff(before), after: onOrOff(body.access) }],
        })
      })
      access.forget(userId === '-' ? null : userId)
      context.recordSecurityEvent('module-access.changed', { ofUser: userId, module, access: body.access })
      return { status: 200, body: { userId, module, access: body.access, updatedAt: now.toISOString() } }
    },
  } satisfies Partial<Handlers>
}

const roleNames = ['member', 'importer', 'godmode'] as const

function present(person: AdministeredPerson, defaults: ReadonlyMap<string, boolean>): User {
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

function yesOrNo(is: boolean): string {
  return is ? 'yes' : 'no'
}

function onOrOff(is: boolean): string {
  return is ? 'on' : 'off'
}

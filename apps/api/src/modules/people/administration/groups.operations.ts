import type { OrganizationGroup } from '@auspex/sdk/types'
import type { Handlers } from '../../../http/handlers.ts'
import { type AdministeredGroup, groupColumns, type GroupMember, maxMembers } from './groups.repository.ts'
import {
  groupFull,
  groupNameTaken,
  groupNotFound,
  memberAlready,
  memberElsewhere,
  memberNotFound,
  organizationNotFound,
} from './administration.errors.ts'
import { type AdministrationDependencies, createChange } from './change.ts'
import { invite } from './invite.ts'
import { readPage, toFilter, toSorting } from './list-request.ts'

/** Groups of organizations, and their members. */
export function createGroupOperations(deps: AdministrationDependencies) {
  const { clock, createId } = deps
  const all = deps.createAdministered(deps.database.kysely).groups
  const change = createChange(deps)
  const targetOf = ({ id, name, organizationId }: AdministeredGroup) =>
    ({ targetKind: 'group', targetId: id, targetName: name, organizationId }) as const

  return {
    listOrganizationGroups: async ({ query }) => {
      const filter = { organizationId: toFilter(query.organizationId), searchTerm: query.searchTerm ?? null }
      const sorting = toSorting(groupColumns, { sort: query.sort ?? 'name', direction: query.direction })
      const { items, page } = await readPage(
        { page: query.page, perPage: query.perPage },
        { items: (pageRequest) => all.list(filter, sorting, pageRequest), count: () => all.count(filter) },
      )
      const members = await all.listMembersOf(items.map(({ id }) => id))
      return {
        status: 200,
        body: {
          items: items.map((group) => present(group, members.get(group.id))),
          page: { ...page, nextCursor: null },
        },
      }
    },

    createOrganizationGroup: async ({ body }, context) => {
      const group = { id: createId('grp'), name: body.name.trim(), organizationId: body.organizationId }
      await change(context, async ({ administered: { organizations, groups }, note }) => {
        if ((await organizations.find(group.organizationId)) === null) throw organizationNotFound()
        await groups.hold(group.organizationId)
        if (await groups.isNameTaken({ ...group, exceptId: null })) throw groupNameTaken()
        await groups.create(group, clock.now())
        await note({
          operation: 'createOrganizationGroup',
          ...targetOf(group),
          changes: [{ field: 'name', before: null, after: group.name }],
        })
      })
      return { status: 200, body: present(group, []) }
    },

    updateOrganizationGroup: async ({ path: { id }, body }, context) => {
      const name = body.name.trim()
      const group = await change(context, async ({ administered: { groups }, note }) => {
        const before = await groups.find(id)
        if (before === null) throw groupNotFound()
        await groups.hold(before.organizationId)
        if (await groups.isNameTaken({ organizationId: before.organizationId, name, exceptId: id }))
          throw groupNameTaken()
        await groups.rename(id, name)
        const after = { ...before, name }
        await note({
          operation: 'updateOrganizationGroup',
          ...targetOf(after),
          changes: [{ field: 'name', before: before.name, after: name }],
        })
        return after
      })
      return { status: 200, body: present(group, (await all.listMembersOf([id])).get(id)) }
    },

    listOrganizationGroupUsers: async ({ path: { groupId }, query }) => {
      if ((await all.find(groupId)) === null) throw groupNotFound()
      const { items, page } = await readPage(query, {
        items: (asked) => all.listMembers(groupId, asked),
        count: () => all.countMembers(groupId),
      })
      return { status: 200, body: { items, page: { ...page, nextCursor: null } } }
    },

    addOrganizationGroupUser: async ({ path: { groupId }, body }, context) => {
      const member = await change(context, async ({ administered, note }) => {
        const { groups, people } = administered
        const group = await groups.find(groupId)
        if (group === null) throw groupNotFound()
        await groups.hold(group.organizationId)
        const existing = await people.findByEmail(body.email)
        if (existing !== null && existing.organizationId !== group.organizationId) throw memberElsewhere()
        if (existing !== null && (await groups.hasMember(groupId, existing.id))) throw memberAlready()
        if ((await groups.countMembers(groupId)) >= maxMembers) throw groupFull(maxMembers)
        const { organizationId } = group
        const userId =
          existing?.id ??
          (await invite({ ...trim(body), organizationId, groupIds: [] }, { administered, clock, createId }))
        await groups.addMember(groupId, userId)
        await note({
          operation: 'addOrganizationGroupUser',
          ...targetOf(group),
          changes: [{ field: 'member', before: null, after: body.email }],
        })
        return people.find(userId)
      })
      if (member === null) throw memberNotFound()
      const { id, firstName, lastName, email } = member
      return { status: 200, body: { id, firstName, lastName, email } }
    },

    removeOrganizationGroupUser: async ({ path: { groupId, userId } }, context) => {
      await change(context, async ({ administered: { groups, people }, note }) => {
        const group = await groups.find(groupId)
        if (group === null) throw groupNotFound()
        if (!(await groups.hasMember(groupId, userId))) throw memberNotFound()
        await groups.removeMember(groupId, userId)
        const person = await people.find(userId)
        await note({
          operation: 'removeOrganizationGroupUser',
          ...targetOf(group),
          changes: [{ field: 'member', before: person?.email ?? person?.name ?? userId, after: null }],
        })
      })
      return { status: 200, body: { id: userId, deleted: true } }
    },
  } satisfies Partial<Handlers>
}

function trim<Person extends { firstName: string; lastName: string; email: string }>(person: Person): Person {
  const { firstName, lastName, email } = person
  return { ...person, firstName: firstName.trim(), lastName: lastName.trim(), email: email.trim() }
}

function present(group: AdministeredGroup, members: readonly GroupMember[] = []): OrganizationGroup {
  return { ...group, users: [...members] }
}

import type { OrganizationGroup } from '@auspex/sdk/types'
import type { Input, RequestContext } from '../../../http/handlers.ts'
import {
  groupFull,
  groupNameTaken,
  groupNotFound,
  memberAlready,
  memberElsewhere,
  memberNotFound,
  organizationNotFound,
} from '../people.errors.ts'
import { createAdministered } from './administration-store.ts'
import { type AdministrationDependencies, type ChangeScope, changeWithAudit } from './change.ts'
import { type GroupMember, maxMembers } from './group-members.repository.ts'
import { type AdministeredGroup, groupColumns } from './groups.repository.ts'
import { invite } from './invite.ts'
import { readPage, toFilter, toSorting } from './list-request.ts'

type NewMember = Input<'addOrganizationGroupUser'>['body'] & { groupId: string }

/** Groups of all organizations, with their members. */
export async function listGroups(
  query: Input<'listOrganizationGroups'>['query'],
  { database }: AdministrationDependencies,
) {
  const { groups, members } = createAdministered(database.kysely)
  const filter = { organizationId: toFilter(query.organizationId), searchTerm: query.searchTerm ?? null }
  const sorting = toSorting(groupColumns, { sort: query.sort ?? 'name', direction: query.direction })
  const { items, page } = await readPage(
    { page: query.page, perPage: query.perPage },
    { items: (pageRequest) => groups.list(filter, sorting, pageRequest), count: () => groups.count(filter) },
  )
  const membersById = await members.listOfGroups(items.map(({ id }) => id))
  return {
    items: items.map((group) => presentGroup(group, membersById.get(group.id))),
    page: { ...page, nextCursor: null },
  }
}

export async function createGroup(
  { name, organizationId }: Input<'createOrganizationGroup'>['body'],
  context: RequestContext,
  deps: AdministrationDependencies,
): Promise<OrganizationGroup> {
  const group = { id: deps.createId('grp'), name: name.trim(), organizationId }
  const create = async ({ administered: { organizations, groups }, note }: ChangeScope) => {
    if ((await organizations.find(organizationId)) === null) throw organizationNotFound()
    await groups.hold(organizationId)
    if (await groups.isNameTaken({ ...group, exceptId: null })) throw groupNameTaken()
    await groups.create(group, deps.clock.now())
    await note({
      operation: 'createOrganizationGroup',
      ...targetOf(group),
      changes: [{ field: 'name', before: null, after: group.name }],
    })
  }
  await changeWithAudit(create, context, deps)
  return presentGroup(group, [])
}

export async function renameGroup(
  { id, name }: { id: string; name: string },
  context: RequestContext,
  deps: AdministrationDependencies,
): Promise<OrganizationGroup> {
  const rename = async ({ administered: { groups }, note }: ChangeScope) => {
    const before = await groups.find(id)
    if (before === null) throw groupNotFound()
    const after = { ...before, name: name.trim() }
    await groups.hold(before.organizationId)
    if (await groups.isNameTaken({ organizationId: before.organizationId, name: after.name, exceptId: id }))
      throw groupNameTaken()
    await groups.rename(id, after.name)
    await note({
      operation: 'updateOrganizationGroup',
      ...targetOf(after),
      changes: [{ field: 'name', before: before.name, after: after.name }],
    })
    return after
  }
  const group = await changeWithAudit(rename, context, deps)
  const members = await createAdministered(deps.database.kysely).members.listOfGroups([id])
  return presentGroup(group, members.get(id))
}

export async function listGroupMembers(
  { groupId, query }: { groupId: string; query: Input<'listOrganizationGroupUsers'>['query'] },
  { database }: AdministrationDependencies,
) {
  const { groups, members } = createAdministered(database.kysely)
  if ((await groups.find(groupId)) === null) throw groupNotFound()
  const { items, page } = await readPage(query, {
    items: (pageRequest) => members.list(groupId, pageRequest),
    count: () => members.count(groupId),
  })
  return { items, page: { ...page, nextCursor: null } }
}

/** Adds a person of the organization, who is invited if they are not known yet. */
export async function addGroupMember(
  { groupId, ...person }: NewMember,
  context: RequestContext,
  deps: AdministrationDependencies,
): Promise<GroupMember> {
  const add = async ({ administered, note }: ChangeScope) => {
    const { groups, members, people } = administered
    const group = await groups.find(groupId)
    if (group === null) throw groupNotFound()
    const { organizationId } = group
    await groups.hold(organizationId)
    const existing = await people.findByEmail(person.email)
    if (existing !== null && existing.organizationId !== organizationId) throw memberElsewhere()
    if (existing !== null && (await members.has(groupId, existing.id))) throw memberAlready()
    if ((await members.count(groupId)) >= maxMembers) throw groupFull(maxMembers)
    const invitation = { ...trim(person), organizationId, groupIds: [] }
    const userId = existing?.id ?? (await invite(invitation, { ...deps, administered }))
    await members.add(groupId, userId)
    await note({
      operation: 'addOrganizationGroupUser',
      ...targetOf(group),
      changes: [{ field: 'member', before: null, after: person.email }],
    })
    return people.find(userId)
  }
  const member = await changeWithAudit(add, context, deps)
  if (member === null) throw memberNotFound()
  const { id, firstName, lastName, email } = member
  return { id, firstName, lastName, email }
}

export async function removeGroupMember(
  { groupId, userId }: { groupId: string; userId: string },
  context: RequestContext,
  deps: AdministrationDependencies,
): Promise<void> {
  const remove = async ({ administered: { groups, members, people }, note }: ChangeScope) => {
    const group = await groups.find(groupId)
    if (group === null) throw groupNotFound()
    if (!(await members.has(groupId, userId))) throw memberNotFound()
    await members.remove(groupId, userId)
    const person = await people.find(userId)
    await note({
      operation: 'removeOrganizationGroupUser',
      ...targetOf(group),
      changes: [{ field: 'member', before: person?.email ?? person?.name ?? userId, after: null }],
    })
  }
  await changeWithAudit(remove, context, deps)
}

function targetOf({ id, name, organizationId }: AdministeredGroup) {
  return { targetKind: 'group', targetId: id, targetName: name, organizationId } as const
}

function trim<Person extends { firstName: string; lastName: string; email: string }>(person: Person): Person {
  const { firstName, lastName, email } = person
  return { ...person, firstName: firstName.trim(), lastName: lastName.trim(), email: email.trim() }
}

function presentGroup(group: AdministeredGroup, members: readonly GroupMember[] = []): OrganizationGroup {
  return { ...group, users: [...members] }
}

import type { UploadedFile } from '@auspex/contract'
import type { Organization } from '@auspex/sdk/types'
import type { Input, RequestContext } from '../../../http/handlers.ts'
import { organizationNameTaken, organizationNotFound } from '../people.errors.ts'
import { createAdministered } from './administration-store.ts'
import { type AdministrationDependencies, type ChangeScope, changeWithAudit } from './change.ts'
import { readPage, toFilter, toSorting } from './list-request.ts'
import { type AdministeredOrganization, organizationColumns } from './organizations.repository.ts'

export interface NewOrganization {
  name: string
  image: UploadedFile | undefined
}

export interface OrganizationUpdate {
  id: string
  name?: string | undefined
  image: UploadedFile | undefined
  imageRemoved?: boolean | undefined
  allowsAccessTokens?: boolean | undefined
}

export async function listOrganizations(
  query: Input<'listFilteredOrganizations'>['query'],
  deps: AdministrationDependencies,
) {
  const { organizations } = createAdministered(deps.database.kysely)
  const filter = {
    organizationId: toFilter(query.organizationId),
    userId: toFilter(query.userId),
    searchTerm: query.searchTerm ?? null,
  }
  const sorting = toSorting(organizationColumns, { sort: query.sort ?? 'name', direction: query.direction })
  const { items, page } = await readPage(
    { page: query.page, perPage: query.perPage },
    {
      items: (pageRequest) => organizations.list(filter, sorting, pageRequest),
      count: () => organizations.count(filter),
    },
  )
  return {
    items: items.map((organization) => presentOrganization(organization, deps)),
    page: { ...page, nextCursor: null },
  }
}

export async function createOrganization(
  input: NewOrganization,
  context: RequestContext,
  deps: AdministrationDependencies,
): Promise<Organization> {
  const { images, clock, createId } = deps
  const picture = await preparePicture(input.image, deps)
  const id = createId('org')
  const name = input.name.trim()
  const create = async ({ administered: { organizations }, transaction, note }: ChangeScope) => {
    await organizations.holdName(name)
    if (await organizations.isNameTaken(name, null)) throw organizationNameTaken()
    const owner = { organizationId: id, userId: context.actor.userId }
    const imageId = picture === null ? null : await images.store(transaction, picture, owner)
    await organizations.create({ id, name, imageId, now: clock.now() })
    await note({
      operation: 'createOrganization',
      targetKind: 'organization',
      targetId: id,
      targetName: name,
      organizationId: id,
      changes: [
        { field: 'name', before: null, after: name },
        { field: 'image', before: null, after: imageId },
      ],
    })
    return organizations.find(id)
  }
  const created = await changeWithAudit(create, context, deps)
  if (created === null) throw organizationNotFound()
  return presentOrganization(created, deps)
}

export async function updateOrganization(
  { id, image, imageRemoved = false, ...change }: OrganizationUpdate,
  context: RequestContext,
  deps: AdministrationDependencies,
): Promise<Organization> {
  const { images, clock } = deps
  const picture = await preparePicture(image, deps)
  const name = change.name?.trim()
  const update = async ({ administered: { organizations }, transaction, note }: ChangeScope) => {
    if (name !== undefined) await organizations.holdName(name)
    const before = await organizations.find(id)
    if (before === null) throw organizationNotFound()
    if (name !== undefined && name !== before.name) {
      if (await organizations.isNameTaken(name, id)) throw organizationNameTaken()
      await organizations.rename(id, name, clock.now())
    }
    const owner = { organizationId: id, userId: context.actor.userId }
    const unchangedId = imageRemoved ? null : before.imageId
    const imageId = picture === null ? unchangedId : await images.store(transaction, picture, owner)
    if (imageId !== before.imageId) {
      await organizations.setImage(id, imageId)
      await images.remove(transaction, [before.imageId])
    }
    const allowsAccessTokens = change.allowsAccessTokens ?? before.allowsAccessTokens
    if (allowsAccessTokens !== before.allowsAccessTokens) await organizations.setAccessTokens(id, allowsAccessTokens)
    await note({
      operation: 'updateOrganization',
      targetKind: 'organization',
      targetId: id,
      targetName: name ?? before.name,
      organizationId: id,
      changes: [
        { field: 'name', before: before.name, after: name ?? before.name },
        { field: 'image', before: before.imageId, after: imageId },
        {
          field: 'accessTokens',
          before: allowedOrForbidden(before.allowsAccessTokens),
          after: allowedOrForbidden(allowsAccessTokens),
        },
      ],
    })
    return organizations.find(id)
  }
  const updated = await changeWithAudit(update, context, deps)
  if (updated === null) throw organizationNotFound()
  return presentOrganization(updated, deps)
}

/** Prepared before the transaction, because it takes too long to hold locks. */
async function preparePicture(file: UploadedFile | undefined, { images }: AdministrationDependencies) {
  return file === undefined ? null : images.prepare(file, 'image')
}

function allowedOrForbidden(isAllowed: boolean): string {
  return isAllowed ? 'allowed' : 'forbidden'
}

function presentOrganization(
  { imageId, createdAt, users, groups, id, name, allowsAccessTokens }: AdministeredOrganization,
  { images }: AdministrationDependencies,
): Organization {
  return {
    id,
    name,
    image: images.addressOf(imageId),
    userCount: users,
    groupCount: groups,
    allowsAccessTokens,
    createdAt: createdAt.toISOString(),
  }
}

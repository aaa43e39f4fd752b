import type { UploadedFile } from '@auspex/contract'
import type { Organization } from '@auspex/sdk/types'
import type { Handlers } from '../../../http/handlers.ts'
import { type AdministeredOrganization, organizationColumns } from './organizations.repository.ts'
import { organizationNameTaken, organizationNotFound } from './administration.errors.ts'
import { type AdministrationDependencies, createChange } from './change.ts'
import { readPage, toFilter, toSorting } from './list-request.ts'

/** Organizations of this installation. */
export function createOrganizationOperations(deps: AdministrationDependencies) {
  const { clock, createId, images } = deps
  const all = deps.createAdministered(deps.database.kysely).organizations
  const change = createChange(deps)
  /** Prepared before the transaction, because it takes too long to hold locks. */
  const prepare = async (body: object) => {
    const file = 'image' in body ? (body.image as UploadedFile | undefined) : undefined // the parser's type of a binary form field
    return file === undefined ? null : images.prepare(file, 'image')
  }
  const present = ({ imageId, createdAt, users, groups, id, name }: AdministeredOrganization): Organization => ({
    id,
    name,
    image: images.addressOf(imageId),
    userCount: users,
    groupCount: groups,
    createdAt: createdAt.toISOString(),
  })

  const listFilteredOrganizations: Handlers['listFilteredOrganizations'] = async ({ query }) => {
    const filter = {
      organizationId: toFilter(query.organizationId),
      userId: toFilter(query.userId),
      searchTerm: query.searchTerm ?? null,
    }
    const sorting = toSorting(organizationColumns, { sort: query.sort ?? 'name', direction: query.direction })
    const { items, page } = await readPage(
      { page: query.page, perPage: query.perPage },
      { items: (pageRequest) => all.list(filter, sorting, pageRequest), count: () => all.count(filter) },
    )
    return { status: 200, body: { items: items.map(present), page: { ...page, nextCursor: null } } }
  }

  return {
    listFilteredOrganizations,
    listOrganizations: ({ query, ...input }, context) => listFilteredOrganizations({ ...input, query }, context),

    createOrganization: async ({ body }, context) => {
      const picture = await prepare(body)
      const id = createId('org')
      const name = body.name.trim()
      const created = await change(context, async ({ administered: { organizations }, transaction, note }) => {
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
      })
      if (created === null) throw organizationNotFound()
      return { status: 200, body: present(created) }
    },

    updateOrganization: async ({ path: { id }, body }, context) => {
      const picture = await prepare(body)
      const name = body.name?.trim()
      const updated = await change(context, async ({ administered: { organizations }, transaction, note }) => {
        if (name !== undefined) await organizations.holdName(name)
        const before = await organizations.find(id)
        if (before === null) throw organizationNotFound()
        if (name !== undefined && name !== before.name) {
          if (await organizations.isNameTaken(name, id)) throw organizationNameTaken()
          await organizations.rename(id, name, clock.now())
        }
        const owner = { organizationId: id, userId: context.actor.userId }
        const imageId =
          picture === null
            ? body.imageRemoved === true
              ? null
              : before.imageId
            : await images.store(transaction, picture, owner)
        if (imageId !== before.imageId) {
          await organizations.setImage(id, imageId)
          await images.remove(transaction, [before.imageId])
        }
        await note({
          operation: 'updateOrganization',
          targetKind: 'organization',
          targetId: id,
          targetName: name ?? before.name,
          organizationId: id,
          changes: [
            { field: 'name', before: before.name, after: name ?? before.name },
            { field: 'image', before: before.imageId, after: imageId },
          ],
        })
        return organizations.find(id)
      })
      if (updated === null) throw organizationNotFound()
      return { status: 200, body: present(updated) }
    },
  } satisfies Partial<Handlers>
}

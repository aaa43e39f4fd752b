import type { CreateShareLinkInput, ShareLink, SharedItem, SharedKind } from '@auspex/sdk/types'
import type { Clock } from '../../../kernel/clock.ts'
import type { CreateId } from '../../../kernel/ids.ts'
import { type PageInfo, type PageRequest, toPageInfo } from '../../../kernel/page.ts'
import { runForTenant } from '../../../kernel/work.ts'
import type { Images } from '../../people/index.ts'
import { withoutMeasures } from '../stories/present-story.ts'
import { type AccessReader, hasModules, type People, requireModules } from '../../people/index.ts'
import { type CreateShareToken, hashToken } from './share-token.ts'
import type { ShareSources } from './share-sources.ts'
import {
  expiryPast,
  idDoesNotFit,
  isGone,
  kindNotShared,
  linkNotFound,
  membersOnly,
  ownerOnly,
  tooManyLinks,
} from './sharing.errors.ts'
import type { LinkOwner, SharingRepository } from './sharing.repository.ts'
import type { Person, ShareSource, StoredShareLink } from './sharing.types.ts'

export interface SharingDependencies {
  repository: SharingRepository
  sources: ShareSources
  people: People
  access: AccessReader
  images: Images
  clock: Clock
  createId: CreateId
  createToken: CreateShareToken
}

/** A signed-in person, or null for a reader without an account. */
type Reader = Person | null

export type SharingUsecases = ReturnType<typeof createSharingUsecases>

/** Use cases of share links. */
export function createSharingUsecases(deps: SharingDependencies) {
  const { repository, sources, people, access, images, clock, createId, createToken } = deps

  async function ownerOf(person: Person): Promise<LinkOwner> {
    const shared = await repository.listItems(person)
    const itemIds: string[] = []
    for (const [kind, source] of Object.entries(sources)) {
      const ids = shared.filter((item) => item.kind === kind).map(({ itemId }) => itemId)
      if (ids.length > 0) itemIds.push(...(await source.listVisible(person, ids)))
    }
    return { ...person, itemIds }
  }

  /** The link's title; a link to something that its creator can no longer see is still listed, so that it can be revoked. */
  async function titleOf({ kind, itemId, makerId, organizationId }: StoredShareLink): Promise<string> {
    try {
      const maker = { userId: makerId, organizationId }
      return (await runForTenant(maker, async () => sources[kind]?.find(maker, itemId)))?.title ?? ''
    } catch (error) {
      if (isGone(error)) return ''
      throw error
    }
  }

  /** A link that works for the reader, with its creator. Throws `sharing.not_found`, `sharing.members_only` and `module.off`. */
  async function openLink(token: string, reader: Reader) {
    const link = await repository.findWorking(hashToken(token), clock.now())
    const source = link === null ? undefined : sources[link.kind]
    if (link === null || source === undefined) throw linkNotFound()
    const maker = await findMaker(link, source)
    if (maker === null) throw linkNotFound()
    if (link.access === 'organization') {
      if (reader === null) throw membersOnly()
      if (!isColleague(reader, link)) throw linkNotFound()
    }
    if (reader !== null) await requireModules(access, reader.userId, source.modules)
    return { link, source, maker }
  }

  /** The creator of the link, if they still have access; null when losing access has ended the link. */
  async function findMaker(link: StoredShareLink, { modules }: ShareSource): Promise<Person | null> {
    const maker = await people.findMember(link.makerId)
    if (maker === null || maker.organizationId !== link.organizationId) return null
    return (await hasModules(access, maker.userId, modules)) ? maker : null
  }

  /** Reads with the permissions of the link's creator: the link itself admits the reader. */
  async function readAs<T>(maker: Person, read: () => Promise<T>): Promise<T> {
    try {
      return await runForTenant(maker, read)
    } catch (error) {
      throw isGone(error) ? linkNotFound() : error
    }
  }

  return {
    /** Creates a link. Only this response contains its token. */
    async create(person: Person, input: CreateShareLinkInput): Promise<ShareLink> {
      const { kind, itemId, expiresAt = null, access: who = 'organization' } = input
      const source = sources[kind]
      if (source === undefined) throw kindNotShared(kind)
      if (!itemId.startsWith(source.prefix)) throw idDoesNotFit(source.prefix)
      await requireModules(access, person.userId, source.modules)
      const { title, isOwn } = await source.find(person, itemId)
      if (who === 'anyone' && !isOwn) throw ownerOnly()
      const createdAt = clock.now()
      const expiry = expiresAt === null ? null : new Date(expiresAt)
      if (expiry !== null && expiry <= createdAt) throw expiryPast()
      const token = createToken()
      const link: StoredShareLink = {
        id: createId('sh'),
        access: who,
        kind,
        itemId,
        makerId: person.userId,
        organizationId: person.organizationId,
        createdAt,
        expiresAt: expiry,
      }
      if (!(await repository.insert(link, hashToken(token)))) throw tooManyLinks()
      return { ...present(link, title), token }
    },

    async list(
      person: Person,
      { kind, itemId, page }: { kind: SharedKind | null; itemId: string | null; page: PageRequest },
    ): Promise<{ items: ShareLink[]; page: PageInfo }> {
      const { items, total } = await repository.list({ owner: await ownerOf(person), kind, itemId, page })
      const shown: ShareLink[] = []
      const { off } = await access.find(person.userId)
      for (const link of items) {
        // a link whose module the person lacks is still listed, so that it can be revoked
        const isHidden = sources[link.kind]?.modules.some((module) => off.has(module)) ?? false
        shown.push(present(link, isHidden ? '' : await titleOf(link)))
      }
      return { items: shown, page: toPageInfo(page, total) }
    },

    /** Revokes a link; from then on opening it fails. Throws `sharing.not_found`. */
    async revoke(person: Person, id: string): Promise<StoredShareLink> {
      const link = await repository.remove(await ownerOf(person), id)
      if (link === null) throw linkNotFound()
      return link
    },

    /** The thing as the creator of the link sees it now. */
    async read(token: string, reader: Reader): Promise<SharedItem> {
      const { link, source, maker } = await openLink(token, reader)
      const item = await readAs(maker, () => source.read(maker, link.itemId, link.createdAt))
      if (item.kind !== 'story' || reader === null) return item
      return (await hasModules(access, reader.userId, ['signals']))
        ? item
        : { ...item, story: withoutMeasures(item.story) }
    },

    /** The bytes of a picture in the thing, for readers without an account. */
    async readPicture(token: string, imageId: string): Promise<Buffer> {
      const { link, source, maker } = await openLink(token, null)
      const shown = await readAs(maker, () => source.listPictures(maker, link.itemId))
      const bytes = shown.includes(imageId) ? await images.read(imageId) : null
      if (bytes === null) throw linkNotFound()
      return bytes
    },
  }
}

/** People without an organization share only with themselves. */
function isColleague(reader: Person, { organizationId, makerId }: StoredShareLink): boolean {
  return organizationId === null ? reader.userId === makerId : reader.organizationId === organizationId
}

function present({ id, access, kind, itemId, createdAt, expiresAt }: StoredShareLink, title: string): ShareLink {
  return {
    id,
    token: null,
    access,
    kind,
    itemId,
    title,
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt?.toISOString() ?? null,
  }
}

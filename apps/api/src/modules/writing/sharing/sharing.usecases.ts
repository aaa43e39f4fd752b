import { createHash, randomBytes } from 'node:crypto'
import type {
  CreateShareLinkInput,
  EmbedPart,
  Oembed,
  SharedItem,
  SharedKind,
  ShareLink,
  SignalReport,
} from '@auspex/sdk/types'
import type { Database } from '../../../adapters/database/database.port.ts'
import type { Person } from '../../../kernel/actor.ts'
import type { Clock } from '../../../kernel/clock.ts'
import { CodedError } from '../../../kernel/errors.ts'
import type { CreateId } from '../../../kernel/ids.ts'
import { type PageInfo, type PageRequest, toPageInfo } from '../../../kernel/page.ts'
import { runForTenant } from '../../../kernel/work.ts'
import { type AccessReader, hasModules, type Images, type People, requireModules } from '../../people/index.ts'
import { html } from '../exports/print/html.ts'
import { withoutMeasures } from '../stories/present-story.ts'
import type { ShareSources } from './share-sources.ts'
import { describeEmbed, embedSizes, endedEmbedPage, writeEmbedPage, writeEmbedPicture } from './write-embed.ts'
import {
  expiryPast,
  linkIdDoesNotFit,
  isInaccessible,
  kindNotShared,
  linkNotFound,
  membersOnly,
  ownerOnly,
  tooManyLinks,
} from '../writing.errors.ts'
import { createSharingRepository, type LinkOwner } from './sharing.repository.ts'
import type { ShareSource, StoredShareLink } from './sharing.types.ts'

/** 192 bits, too many to guess. */
const tokenBytes = 24

/** Creates the secret of a link. */
function createShareToken(): string {
  return randomBytes(tokenBytes).toString('base64url')
}

/** The stored form of a secret. It is random, so a plain hash cannot be reversed by guessing. */
function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

export interface SharingDependencies {
  database: Database
  sources: ShareSources
  people: People
  access: AccessReader
  images: Images
  clock: Clock
  createId: CreateId
  /** The address at which people open the product. */
  publicUrl: URL
}

/** A signed-in person, or null for a reader without an account. */
type Reader = Person | null

/** Creates a link. Only this response contains its token. */
export async function createShareLink(
  input: CreateShareLinkInput,
  person: Person,
  deps: SharingDependencies,
): Promise<ShareLink> {
  const { kind, itemId, expiresAt = null, access = 'organization' } = input
  const source = deps.sources[kind]
  if (source === undefined) throw kindNotShared(kind)
  if (!itemId.startsWith(source.prefix)) throw linkIdDoesNotFit(source.prefix)
  await requireModules(deps.access, person.userId, source.modules)
  const { title, isOwn } = await source.find(person, itemId)
  if (access === 'anyone' && !isOwn) throw ownerOnly()
  const createdAt = deps.clock.now()
  const expiry = expiresAt === null ? null : new Date(expiresAt)
  if (expiry !== null && expiry <= createdAt) throw expiryPast()
  const token = createShareToken()
  const link: StoredShareLink = {
    id: deps.createId('sh'),
    access,
    kind,
    itemId,
    makerId: person.userId,
    organizationId: person.organizationId,
    createdAt,
    expiresAt: expiry,
  }
  if (!(await createSharingRepository(deps.database).insert(link, hashToken(token)))) throw tooManyLinks()
  return { ...presentLink(link, title), token }
}

/** The links that the person created, and those to items that they may change. */
export async function listShareLinks(
  { kind, itemId, page }: { kind: SharedKind | null; itemId: string | null; page: PageRequest },
  person: Person,
  deps: SharingDependencies,
): Promise<{ items: ShareLink[]; page: PageInfo }> {
  const owner = await findOwner(person, deps)
  const { items, total } = await createSharingRepository(deps.database).list({ owner, kind, itemId, page })
  const visibleLinks: ShareLink[] = []
  const { off } = await deps.access.find(person.userId)
  for (const link of items) {
    // a link whose module the person lacks is still listed, so that it can be revoked
    const isHidden = deps.sources[link.kind]?.modules.some((module) => off.has(module)) ?? false
    visibleLinks.push(presentLink(link, isHidden ? '' : await findTitle(link, deps)))
  }
  return { items: visibleLinks, page: toPageInfo(page, total) }
}

/** Revokes a link; from then on opening it fails. Throws `sharing.not_found`. */
export async function revokeShareLink(id: string, person: Person, deps: SharingDependencies): Promise<StoredShareLink> {
  const link = await createSharingRepository(deps.database).remove(await findOwner(person, deps), id)
  if (link === null) throw linkNotFound()
  return link
}

/** The item as the creator of the link sees it now. */
export async function readSharedItem(token: string, reader: Reader, deps: SharingDependencies): Promise<SharedItem> {
  const { link, source, maker } = await openLink(token, reader, deps)
  const item = await readAs(maker, () => source.read(maker, link.itemId, link.createdAt))
  if (item.kind !== 'story' || reader === null) return item
  return (await hasModules(deps.access, reader.userId, ['signals']))
    ? item
    : { ...item, story: withoutMeasures(item.story) }
}

/** The bytes of a picture in the item, for readers without an account. */
export async function readSharedPicture(
  { token, imageId }: { token: string; imageId: string },
  deps: SharingDependencies,
): Promise<Buffer> {
  const { link, source, maker } = await openLink(token, null, deps)
  const pictureIds = await readAs(maker, () => source.listPictures(maker, link.itemId))
  const bytes = pictureIds.includes(imageId) ? await deps.images.read(imageId) : null
  if (bytes === null) throw linkNotFound()
  return bytes
}

/** The page or the picture that other sites show; a page that says so if nothing can be shown. */
export async function readSharedEmbed(
  { token, part, form }: { token: string; part: EmbedPart; form: 'page' | 'picture' },
  deps: SharingDependencies,
): Promise<{ mediaType: string; text: string }> {
  const report = await findSharedReport(token, deps)
  if (report === null) return { mediaType: 'text/html; charset=utf-8', text: endedEmbedPage }
  return form === 'picture'
    ? { mediaType: 'image/svg+xml', text: writeEmbedPicture(report, part).text }
    : {
        mediaType: 'text/html; charset=utf-8',
        text: writeEmbedPage(report, part, new URL(`/shared/${token}`, deps.publicUrl).href),
      }
}

/** The frame of a shared report, by the address of its link (https://oembed.com). Throws `sharing.not_found`. */
export async function describeSharedEmbed(
  { url, maxwidth, maxheight }: { url: string; maxwidth?: number | undefined; maxheight?: number | undefined },
  deps: SharingDependencies,
): Promise<Oembed> {
  const address = new URL(url)
  const token = /^\/shared\/([\w-]{20,64})\/?$/.exec(address.pathname)?.[1]
  const report =
    token === undefined || address.origin !== deps.publicUrl.origin ? null : await findSharedReport(token, deps)
  if (token === undefined || report === null) throw linkNotFound()
  const { width, height } = embedSizes.chart
  const size = { width: Math.min(width, maxwidth ?? width), height: Math.min(height, maxheight ?? height) }
  const title = describeEmbed(report, 'chart')
  const source = new URL(`/api/sharedItems/${token}/embed`, deps.publicUrl).href
  return {
    version: '1.0',
    type: 'rich',
    title,
    provider_name: 'Auspex',
    provider_url: deps.publicUrl.href,
    html: html`<iframe
      src="${source}"
      width="${size.width}"
      height="${size.height}"
      title="${title}"
      loading="lazy"
      style="border:0"
    ></iframe>`.text,
    ...size,
  }
}

/** The report behind a link for anyone; null if the link does not work or shares something else. */
async function findSharedReport(token: string, deps: SharingDependencies): Promise<SignalReport | null> {
  const item = await readSharedItem(token, null, deps).catch((error: unknown) => {
    if (error instanceof CodedError && (error.kind === 'not_found' || error.kind === 'forbidden')) return null
    throw error
  })
  return item?.kind === 'signal' ? item.report : null
}

async function findOwner(person: Person, { database, sources }: SharingDependencies): Promise<LinkOwner> {
  const shared = await createSharingRepository(database).listItems(person)
  const itemIds: string[] = []
  for (const [kind, source] of Object.entries(sources)) {
    const ids = shared.filter((item) => item.kind === kind).map(({ itemId }) => itemId)
    if (ids.length > 0) itemIds.push(...(await source.listVisible(person, ids)))
  }
  return { ...person, itemIds }
}

/** The link's title; a link to something that its creator can no longer see is still listed, so that it can be revoked. */
async function findTitle(
  { kind, itemId, makerId, organizationId }: StoredShareLink,
  { sources }: SharingDependencies,
): Promise<string> {
  try {
    const maker = { userId: makerId, organizationId }
    return (await runForTenant(maker, async () => sources[kind]?.find(maker, itemId)))?.title ?? ''
  } catch (error) {
    if (isInaccessible(error)) return ''
    throw error
  }
}

/** A link that works for the reader, with its creator. Throws `sharing.not_found`, `sharing.members_only` and `module.off`. */
async function openLink(token: string, reader: Reader, deps: SharingDependencies) {
  const link = await createSharingRepository(deps.database).findActive(hashToken(token), deps.clock.now())
  const source = link === null ? undefined : deps.sources[link.kind]
  if (link === null || source === undefined) throw linkNotFound()
  const maker = await findMaker(link, source, deps)
  if (maker === null) throw linkNotFound()
  if (link.access === 'organization') {
    if (reader === null) throw membersOnly()
    if (!isColleague(reader, link)) throw linkNotFound()
  }
  if (reader !== null) await requireModules(deps.access, reader.userId, source.modules)
  return { link, source, maker }
}

/** The creator of the link, if they still have access; null when losing access has ended the link. */
async function findMaker(
  { makerId, organizationId }: StoredShareLink,
  { modules }: ShareSource,
  { people, access }: SharingDependencies,
): Promise<Person | null> {
  const maker = await people.findMember(makerId)
  if (maker === null || maker.organizationId !== organizationId) return null
  return (await hasModules(access, maker.userId, modules)) ? maker : null
}

/** Reads with the permissions of the link's creator: the link itself admits the reader. */
async function readAs<T>(maker: Person, read: () => Promise<T>): Promise<T> {
  try {
    return await runForTenant(maker, read)
  } catch (error) {
    throw isInaccessible(error) ? linkNotFound() : error
  }
}

/** People without an organization share only with themselves. */
function isColleague(reader: Person, { organizationId, makerId }: StoredShareLink): boolean {
  return organizationId === null ? reader.userId === makerId : reader.organizationId === organizationId
}

function presentLink({ id, access, kind, itemId, createdAt, expiresAt }: StoredShareLink, title: string): ShareLink {
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

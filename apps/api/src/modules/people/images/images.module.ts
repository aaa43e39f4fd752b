import { Readable } from 'node:stream'
import type { UploadedFile } from '@auspex/contract'
import type { Kysely } from 'kysely'
import type { Database } from '../../../adapters/database/database.port.ts'
import { type Job, type Queue, createJob } from '../../../adapters/jobs/jobs.port.ts'
import type { Clock } from '../../../kernel/clock.ts'
import type { CreateId } from '../../../kernel/ids.ts'
import type { Logger } from '../../../kernel/logger.ts'
import { runForTenant } from '../../../kernel/work.ts'
import { type AccessReader, hasModules, requireModules } from '../module-access.ts'
import { imageEmpty, imageNotFound, imagesBusy, notAPicture } from '../people.errors.ts'
import { FileBody } from '../../../http/body-parsers.ts'
import type { Handlers } from '../../../http/handlers.ts'
import { hasRole } from '../../../kernel/actor.ts'
import { type EncodedPicture, encodePicture, readPictureKind } from './encode-picture.ts'
import { type ImagesRepository, type PictureOwner, createImagesRepository } from './images.repository.ts'

const queue: Queue = { name: 'images-unnamed', isExclusive: true, schedule: '23 3 * * *', pollSeconds: 60 }

/** A recently stored picture may not be in use yet, for example one for a card that is still being written. */
const minAgeMs = 86_400_000
const batch = 200

/** Returns the pictures used by the rows of a module. */
type ListNamed = (ids: readonly string[], kysely: Kysely<object>) => Promise<string[]>

interface ImageSweepOptions {
  images: ImagesRepository
  withoutNamed(ids: readonly string[]): Promise<string[]>
  clock: Clock
  log: Logger
}

/** Deletes unused pictures once a day. Resolves with their number. */
export async function sweepImages({ images, withoutNamed, clock, log }: ImageSweepOptions): Promise<number> {
  const before = new Date(clock.now().getTime() - minAgeMs)
  let deleted = 0
  let last: { id: string; at: Date } | null = null
  for (;;) {
    const rows: { id: string; at: Date }[] = await images.listStoredBefore(before, last, batch)
    deleted += await images.delete(await withoutNamed(rows.map(({ id }) => id)))
    last = rows.at(-1) ?? null
    if (last === null || rows.length < batch) break
  }
  if (deleted > 0) log.info({ deleted }, 'unused pictures were deleted')
  return deleted
}

function createImageJobs(options: ImageSweepOptions): Job[] {
  return [createJob({ queue, run: async () => void (await sweepImages(options)) })]
}

/**
 * Pictures must not be cached: a person who signs out, or is removed from an organization, must not find them in the browser's cache. Although we
 * encoded the file ourselves, nothing in it may load or run.
 */
const headers = {
  'cache-control': 'private, no-store',
  vary: 'Authorization',
  'content-security-policy': "default-src 'none'; base-uri 'none'; frame-ancestors 'none'; sandbox",
}

/** Maximum number of waiting pictures, of at most 5 MB each. */
const maxWaiting = 12

/** The public interface of this module. */
export interface Images {
  /**
   * Decodes an uploaded picture, before any transaction. Throws `images.empty`, `images.unsupported`, `images.unreadable` and
   * `images.too_many_pixels`, which name `field`, and `images.busy`.
   */
  prepare(file: UploadedFile, field: string): Promise<EncodedPicture>
  /** Stores a picture in the transaction of the row that will use it. Resolves with its id. */
  store(transaction: Kysely<object>, picture: EncodedPicture, owner: PictureOwner): Promise<string>
  /** Deletes the given pictures that no row uses any more, in the transaction of the row that used them. */
  remove(transaction: Kysely<object>, ids: readonly (string | null)[]): Promise<void>
  /**
   * Registers a lookup of the pictures that a module's rows use; `module` is what a reader needs, null for no requirement. Each module with pictures
   * calls it once, before the server starts.
   */
  namedBy(module: string | null, listNamed: ListNamed): void
  /** The URL of a picture in replies. */
  addressOf(id: string | null): string | null
  /** The given pictures that a person may see. */
  listVisible(ids: readonly string[], person: PictureOwner): Promise<string[]>
  /** The bytes (WebP) for a reader admitted by other means, such as a share link; null when it was deleted. */
  read(id: string): Promise<Buffer | null>
}

export interface ImagesModule {
  operations: ImageOperations
  images: Images
  /** Deletes unused pictures. */
  jobs: readonly Job[]
}

/** Pictures that people upload. */
export function createImagesModule(dependencies: {
  database: Database
  clock: Clock
  createId: CreateId
  log: Logger
  access: AccessReader
}): ImagesModule {
  const { database, clock, createId, log, access } = dependencies
  const repository = createImagesRepository(database.kysely)
  const namers: { module: string | null; listNamed: ListNamed }[] = []

  async function withoutNamed(ids: readonly string[], kysely: Kysely<object>): Promise<string[]> {
    let rest = [...new Set(ids)]
    for (const { listNamed } of namers) {
      if (rest.length === 0) break
      const named = new Set(await listNamed(rest, kysely))
      rest = rest.filter((id) => !named.has(id))
    }
    return rest
  }

  /** Throws `module.off` if the person has none of the modules that use the picture. */
  async function requireModuleOf(id: string, userId: string): Promise<void> {
    const showing = await runForTenant(null, async () => {
      const storedIds: (string | null)[] = []
      for (const { module, listNamed } of namers)
        if ((await listNamed([id], database.kysely)).length > 0) storedIds.push(module)
      return storedIds
    })
    // an unused picture was uploaded for a card that is still being written
    const modules = showing.length === 0 ? ['stories'] : showing
    for (const module of modules) if (module === null || (await hasModules(access, userId, [module]))) return
    await requireModules(
      access,
      userId,
      modules.filter((module) => module !== null),
    )
  }

  return {
    operations: createImageOperations({ ...repository, requireModuleOf }),
    images: {
      prepare: createPreparePicture(),
      async store(transaction, picture, owner) {
        const id = createId('img')
        await createImagesRepository(transaction).insert({ id, owner, picture, at: clock.now() })
        return id
      },
      async remove(transaction, ids) {
        // it may also be used by things that the person cannot see
        await runForTenant(null, async () => {
          const unnamed = await withoutNamed(
            ids.filter((id) => id !== null),
            transaction,
          )
          if (unnamed.length > 0) await createImagesRepository(transaction).delete(unnamed)
        })
      },
      namedBy: (module, listNamed) => void namers.push({ module, listNamed }),
      addressOf: (id) => (id === null ? null : `/images/${id}`),
      listVisible: repository.listVisible,
      read: repository.readBytes,
    },
    jobs: createImageJobs({
      images: repository,
      withoutNamed: (ids) => withoutNamed(ids, database.kysely),
      clock,
      log,
    }),
  }
}

type PreparePicture = (file: UploadedFile, field: string) => Promise<EncodedPicture>

/** Decodes pictures sequentially: one decoded picture can be 160 MB. */
function createPreparePicture(): PreparePicture {
  let last: Promise<unknown> = Promise.resolve()
  let waitingCount = 0
  return async ({ bytes }, field) => {
    if (bytes.byteLength === 0) throw imageEmpty(field)
    const kind = readPictureKind(bytes)
    if (kind === null) throw notAPicture(field)
    if (waitingCount >= maxWaiting) throw imagesBusy()
    waitingCount += 1
    const encoding = last.then(() => encodePicture(bytes, kind, field))
    last = encoding.catch(() => {}).finally(() => (waitingCount -= 1))
    return encoding
  }
}

type ImageOperations = ReturnType<typeof createImageOperations>

function createImageOperations(
  images: ImagesRepository & {
    requireModuleOf(id: string, userId: string): Promise<void>
  },
) {
  return {
    getImage: async ({ path: { id } }, { actor }) => {
      // administrators see other organizations, with their pictures
      const bytes = hasRole(actor, 'godmode') ? await images.readBytes(id) : await images.findBytes(id, actor)
      if (bytes === null) throw imageNotFound()
      if (!hasRole(actor, 'godmode')) await images.requireModuleOf(id, actor.userId)
      return {
        status: 200,
        body: new FileBody({ mediaType: 'image/webp', stream: Readable.from([bytes]) }),
        headers: { ...headers, 'content-length': String(bytes.byteLength) },
      }
    },
  } satisfies Partial<Handlers>
}

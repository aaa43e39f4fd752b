import type { UploadedFile } from '@auspex/contract'
import type { Kysely } from 'kysely'
import type { Database } from '../../adapters/database/database.port.ts'
import type { Job } from '../../adapters/jobs/jobs.port.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { CreateId } from '../../kernel/ids.ts'
import type { Logger } from '../../kernel/logger.ts'
import { runForTenant } from '../../kernel/work.ts'
import { type AccessReader, hasModules, requireModules } from '../users/index.ts'
import type { EncodedPicture } from './encode-picture.ts'
import { createImageJobs, type ListNamed } from './images.jobs.ts'
import { createImageOperations, type ImageOperations } from './images.operations.ts'
import { createImagesRepository, type PictureOwner } from './images.repository.ts'
import { createPreparePicture } from './prepare-picture.ts'

export type { EncodedPicture } from './encode-picture.ts'
export { type JpegPicture, toJpeg } from './to-jpeg.ts'
export type { ListNamed } from './images.jobs.ts'

/** What other modules may do with pictures. */
export interface Images {
  /**
   * Reads what somebody uploaded, before any transaction. Throws `images.empty`, `images.unsupported`, `images.unreadable` and
   * `images.too_many_pixels`, which name `field`, and `images.busy`.
   */
  prepare(file: UploadedFile, field: string): Promise<EncodedPicture>
  /** Stores a picture in the transaction of the row that will name it. Resolves with its id. */
  store(transaction: Kysely<object>, picture: EncodedPicture, owner: PictureOwner): Promise<string>
  /** Deletes those of the pictures that no row names any more, in the transaction of the row that named them. */
  remove(transaction: Kysely<object>, ids: readonly (string | null)[]): Promise<void>
  /**
   * Says which pictures the rows of a module name; `module` is what a reader needs, null for what everybody has. Each module that names any calls it
   * once, before the server starts.
   */
  namedBy(module: string | null, listNamed: ListNamed): void
  /** The address of a picture in replies. */
  addressOf(id: string | null): string | null
  /** Those of the pictures that a person may see. */
  listVisible(ids: readonly string[], person: PictureOwner): Promise<string[]>
  /** The bytes (WebP) for somebody who was let in by other means, such as a share link; null when it is gone. */
  read(id: string): Promise<Buffer | null>
}

export interface ImagesModule {
  operations: ImageOperations
  images: Images
  /** Deletes pictures that nothing names. */
  jobs: readonly Job[]
}

/** Pictures that people upload. */
export function createImagesModule(dependencies: {
  database: Database
  clock: Clock
  createId: CreateId
  log: Logger
  access: Pick<AccessReader, 'find'>
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

  /** Throws `module.off` for a picture of which the person has none of the modules that show it. */
  async function requireModuleOf(id: string, userId: string): Promise<void> {
    const showing = await runForTenant(null, async () => {
      const found: (string | null)[] = []
      for (const { module, listNamed } of namers)
        if ((await listNamed([id], database.kysely)).length > 0) found.push(module)
      return found
    })
    // what nothing names yet was uploaded for a card that somebody still writes
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
        // things that the person does not see may name it, too
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

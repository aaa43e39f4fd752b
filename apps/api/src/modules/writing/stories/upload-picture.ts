import type { UploadedFile } from '@auspex/contract'
import type { Database } from '../../../adapters/database/database.port.ts'
import type { Images } from '../../people/index.ts'
import { pictureMissing } from './stories.errors.ts'
import type { Person, StoriesUsecases } from './stories.usecases.ts'

/** Stores a picture for cards of a story and resolves with its URL. One that no card uses is deleted a day later. */
export type UploadPicture = (person: Person, storyId: string, file: UploadedFile | undefined) => Promise<string>

export interface UploadDependencies {
  database: Database
  images: Images
  stories: StoriesUsecases
}

export function createUploadPicture({ database, images, stories }: UploadDependencies): UploadPicture {
  return async (person, storyId, file) => {
    await stories.find(person, storyId)
    if (file === undefined) throw pictureMissing()
    const picture = await images.prepare(file, 'image')
    const id = await database.kysely.transaction().execute((trx) => images.store(trx, picture, person))
    return images.addressOf(id) ?? ''
  }
}

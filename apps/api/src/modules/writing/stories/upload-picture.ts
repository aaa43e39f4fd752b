import type { UploadedFile } from '@auspex/contract'
import type { Person } from '../../../kernel/actor.ts'
import { pictureMissing } from './stories.errors.ts'
import type { StoryDependencies } from './stories.types.ts'
import { findStory } from './stories.usecases.ts'

/** Stores a picture for cards of a story and resolves with its URL. One that no card uses is deleted a day later. */
export async function uploadPicture(
  { storyId, file }: { storyId: string; file: UploadedFile | undefined },
  person: Person,
  deps: StoryDependencies,
): Promise<string> {
  const { database, images } = deps
  await findStory(storyId, person, deps)
  if (file === undefined) throw pictureMissing()
  const picture = await images.prepare(file, 'image')
  const id = await database.kysely.transaction().execute((trx) => images.store(trx, picture, person))
  return images.addressOf(id) ?? ''
}

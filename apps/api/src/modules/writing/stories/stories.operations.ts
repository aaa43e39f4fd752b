import type { UploadedFile } from '@auspex/contract'
import type { Handlers } from '../../../http/handlers.ts'
import { toPageRequest } from '../../../kernel/page.ts'
import type { CardsUsecases } from './cards.usecases.ts'
import type { StoriesUsecases } from './stories.usecases.ts'
import type { UploadPicture } from './upload-picture.ts'
import type { VersionsUsecases } from './versions.usecases.ts'

export type StoriesOperations = ReturnType<typeof createStoriesOperations>

/** The operations of stories. Each reaches what the caller created and what is shared with one of their groups. */
export function createStoriesOperations({
  stories,
  cards,
  versions,
  uploadPicture,
}: {
  stories: StoriesUsecases
  cards: CardsUsecases
  versions: VersionsUsecases
  uploadPicture: UploadPicture
}) {
  return {
    listStories: async ({ query }, { actor }) => ({
      status: 200,
      body: await stories.list(actor, {
        groupId: query.organizationGroupId ?? null,
        search: query.searchTerm ?? '',
        page: toPageRequest(query),
      }),
    }),

    getStory: async ({ path }, { actor }) => ({ status: 200, body: await stories.open(actor, path.id) }),

    createStory: async ({ body }, { actor }) => ({
      status: 200,
      body: await stories.create(actor, { ...body, image: fileOf(body) }),
    }),

    updateStory: async ({ body }, { actor }) => ({
      status: 200,
      body: await stories.update(actor, { ...body, image: fileOf(body) }),
    }),

    deleteStory: async ({ path: { id } }, { actor }) => {
      await stories.remove(actor, id)
      return { status: 200, body: { id, deleted: true } }
    },

    addCard: async ({ body }, { actor }) => ({ status: 200, body: await cards.add(actor, body) }),

    updateCard: async ({ body }, { actor }) => ({ status: 200, body: await cards.update(actor, body) }),

    deleteCard: async ({ path }, { actor }) => {
      await cards.remove(actor, path)
      return { status: 200, body: { id: path.cardId, deleted: true } }
    },

    uploadStoryImage: async ({ path, body }, { actor }) => ({
      status: 200,
      body: { image: await uploadPicture(actor, path.id, fileOf(body)) },
    }),

    listStoryVersions: async ({ path, query }, { actor }) => ({
      status: 200,
      body: await versions.list(actor, path.id, toPageRequest(query)),
    }),

    getStoryVersion: async ({ path }, { actor }) => ({
      status: 200,
      body: await versions.get(actor, path.id, path.revision),
    }),

    restoreStory: async ({ path, body }, { actor }) => ({
      status: 200,
      body: await versions.restore(actor, path.id, body.revision),
    }),
  } satisfies Partial<Handlers>
}

/** The picture of a form: its parser stores a file where the contract's type is binary text. */
function fileOf(body: object): UploadedFile | undefined {
  return 'image' in body ? (body.image as UploadedFile | undefined) : undefined
}

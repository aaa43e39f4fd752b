import type { UploadedFile } from '@auspex/contract'
import type { StoryDependencies } from './stories.types.ts'
import { createStory, deleteStory, listStories, openStory, updateStory, uploadPicture } from './stories.usecases.ts'
import type { Handlers } from '../../../http/handlers.ts'
import { toPageRequest } from '../../../kernel/page.ts'
import { addCard, deleteCard, updateCard } from './cards.usecases.ts'
import { getStoryVersion, listStoryVersions, restoreStory } from './versions.usecases.ts'

export type StoriesOperations = ReturnType<typeof createStoriesOperations>

/** The operations of stories. Each reaches what the caller created and what is shared with one of their groups. */
export function createStoriesOperations(deps: StoryDependencies) {
  return {
    listStories: async ({ query }, { actor }) => {
      const { organizationGroupId: groupId = null, searchTerm: search = '' } = query
      return { status: 200, body: await listStories({ groupId, search, page: toPageRequest(query) }, actor, deps) }
    },

    getStory: async ({ path }, { actor }) => ({ status: 200, body: await openStory(path.id, actor, deps) }),

    createStory: async ({ body }, { actor }) => ({
      status: 200,
      body: await createStory({ ...body, image: fileOf(body) }, actor, deps),
    }),

    updateStory: async ({ body }, { actor }) => ({
      status: 200,
      body: await updateStory({ ...body, image: fileOf(body) }, actor, deps),
    }),

    deleteStory: async ({ path: { id } }, { actor }) => {
      await deleteStory(id, actor, deps)
      return { status: 200, body: { id, deleted: true } }
    },

    addCard: async ({ body }, { actor }) => ({ status: 200, body: await addCard(body, actor, deps) }),

    updateCard: async ({ body }, { actor }) => ({ status: 200, body: await updateCard(body, actor, deps) }),

    deleteCard: async ({ path }, { actor }) => {
      await deleteCard(path, actor, deps)
      return { status: 200, body: { id: path.cardId, deleted: true } }
    },

    uploadStoryImage: async ({ path, body }, { actor }) => ({
      status: 200,
      body: { image: await uploadPicture({ storyId: path.id, file: fileOf(body) }, actor, deps) },
    }),

    listStoryVersions: async ({ path, query }, { actor }) => ({
      status: 200,
      body: await listStoryVersions({ id: path.id, page: toPageRequest(query) }, actor, deps),
    }),

    getStoryVersion: async ({ path }, { actor }) => ({ status: 200, body: await getStoryVersion(path, actor, deps) }),

    restoreStory: async ({ path: { id }, body: { revision } }, { actor }) => ({
      status: 200,
      body: await restoreStory({ id, revision }, actor, deps),
    }),
  } satisfies Partial<Handlers>
}

/** The picture of a form: its parser stores a file where the contract's type is binary text. */
function fileOf(body: object): UploadedFile | undefined {
  return 'image' in body ? (body.image as UploadedFile | undefined) : undefined
}

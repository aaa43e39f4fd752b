import type { Handlers } from '../../../http/handlers.ts'
import type { Person } from '../../../kernel/actor.ts'
import type { StoryDependencies } from './stories.types.ts'
import type { UploadedFile } from '@auspex/contract'
import type { CardContent, Story } from '@auspex/sdk/types'
import { toPageRequest } from '../../../kernel/page.ts'
import { type AccessReader, type Groups, type People, findViewer, requireModules } from '../../people/index.ts'
import { addCard, deleteCard, updateCard } from './cards.usecases.ts'
import { prepareCard } from './prepare-cards.ts'
import { picturesOf } from './present-story.ts'
import { createStoriesRepository } from './stories.repository.ts'
import {
  createStory,
  deleteStory,
  findStory,
  listStories,
  openStory,
  updateStory,
  uploadPicture,
} from './stories.usecases.ts'
import { getStoryVersion, listStoryVersions, restoreStory } from './versions.usecases.ts'

/** The public interface of this module, for a person who has the module. Each function throws `module.off` otherwise. */
export interface Stories {
  /** The story as the person sees it now, its live cards measured. Throws `stories.not_found`. */
  open(person: Person, id: string): Promise<Story>
  /** The title, owner and cards of a story. Throws `stories.not_found`. */
  find(person: Person, id: string): Promise<{ displayTitle: string; ownerId: string; cards: readonly { id: string }[] }>
  /** Ids of the pictures currently in the story. Throws `stories.not_found`. */
  listPictures(person: Person, id: string): Promise<string[]>
  /** The given stories that a person may change; also works without the module. */
  listVisible(person: Person, ids: readonly string[]): Promise<string[]>
  /** Measures the current content of a card; also works without the module. Throws the reason it cannot be measured. */
  measure<Content extends CardContent>(
    person: Person,
    content: Content,
  ): Promise<{ content: Content; asOf: string | null }>
}

/** Stories: reports made of cards, live or frozen. */
export function createStoriesModule({
  users: { people, groups, access },
  ...rest
}: Omit<StoryDependencies, 'people' | 'groups' | 'access'> & {
  users: { people: People; groups: Groups; access: AccessReader }
}): { operations: StoriesOperations; stories: Stories } {
  const deps: StoryDependencies = { ...rest, people, groups, access }
  const repository = createStoriesRepository(deps.database)
  deps.images.namedBy('stories', repository.listNamedPictures)
  return {
    operations: createStoriesOperations(deps),
    stories: {
      open: async (person, id) => openStory(id, await requireModule(person), deps),
      find: async (person, id) => findStory(id, await requireModule(person), deps),
      listPictures: async (person, id) => picturesOf(await findStory(id, await requireModule(person), deps)),
      listVisible: async (person, ids) => repository.listVisible(await findViewer(person, deps), ids),
      measure: async <Content extends CardContent>(person: Person, requested: Content) => {
        const card = { id: 'cd_measured', caption: null, frozen: false, content: requested }
        const { content, asOf } = await prepareCard({ requested: card, current: null }, person, deps)
        // filled in, of the same kind
        return { content: content as Content, asOf: asOf?.toISOString() ?? null }
      },
    },
  }

  async function requireModule(person: Person): Promise<Person> {
    await requireModules(access, person.userId, ['stories'])
    return person
  }
}

type StoriesOperations = ReturnType<typeof createStoriesOperations>

/** The operations of stories. Each reaches what the caller created and what is shared with one of their groups. */
function createStoriesOperations(deps: StoryDependencies) {
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

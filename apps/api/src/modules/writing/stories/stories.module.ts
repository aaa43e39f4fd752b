import type { CardContent, Story } from '@auspex/sdk/types'
import type { Database } from '../../../adapters/database/database.port.ts'
import type { Clock } from '../../../kernel/clock.ts'
import type { CreateId } from '../../../kernel/ids.ts'
import type { EstimateAudience } from '../../reports/index.ts'
import type { DocumentsModule } from '../../library/index.ts'
import type { Images } from '../../people/index.ts'
import type { Signals } from '../../reports/index.ts'
import { type AccessReader, type Groups, type People, requireModules } from '../../people/index.ts'
import { createCardPreparation } from './card-preparation.ts'
import { createCardsUsecases } from './cards.usecases.ts'
import { createStoriesOperations, type StoriesOperations } from './stories.operations.ts'
import { createStoriesRepository } from './stories.repository.ts'
import { picturesOf } from './present-story.ts'
import { createStoriesUsecases, type Person } from './stories.usecases.ts'
import { createUploadPicture } from './upload-picture.ts'
import { createVersionsRepository } from './versions.repository.ts'
import { createVersionsUsecases } from './versions.usecases.ts'

/** The public interface of this module, for a person who has the module. Each function throws `module.off` otherwise. */
export interface Stories {
  /** The story as the person sees it now, its live cards measured. Throws `stories.not_found`. */
  open(person: Person, id: string): Promise<Story>
  /** The title and owner of a story. Throws `stories.not_found`. */
  find(person: Person, id: string): Promise<{ displayTitle: string; ownerId: string }>
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

/** Stories: reports told in cards, live or frozen. */
export function createStoriesModule({
  database,
  documents,
  signals,
  estimateAudience,
  images,
  users,
  isDemo,
  whenDeleted,
  clock,
  createId,
}: {
  database: Database
  documents: DocumentsModule
  signals: Signals
  estimateAudience: EstimateAudience
  images: Images
  users: { people: People; groups: Groups; access: AccessReader }
  isDemo: () => Promise<boolean>
  whenDeleted: (storyId: string) => Promise<void>
  clock: Clock
  createId: CreateId
}): { operations: StoriesOperations; stories: Stories } {
  const repository = createStoriesRepository(database)
  const { people, groups, access } = users
  images.namedBy('stories', repository.listNamedPictures)
  const preparation = createCardPreparation({
    repository,
    documents,
    isDemo,
    images,
    access,
    signals,
    estimateAudience,
  })
  const stories = createStoriesUsecases({
    database,
    repository,
    preparation,
    groups,
    images,
    whenDeleted,
    clock,
    createId,
  })
  return {
    operations: createStoriesOperations({
      stories,
      cards: createCardsUsecases({ repository, stories, preparation, clock, createId }),
      versions: createVersionsUsecases({
        repository,
        versions: createVersionsRepository(database),
        stories,
        people,
        clock,
      }),
      uploadPicture: createUploadPicture({ database, images, stories }),
    }),
    stories: {
      open: async (person, id) => stories.open(await requireModule(person), id),
      find: async (person, id) => stories.find(await requireModule(person), id),
      listPictures: async (person, id) => picturesOf(await stories.find(await requireModule(person), id)),
      listVisible: async (person, ids) => repository.listVisible(await stories.viewerOf(person), ids),
      measure: async <Content extends CardContent>(person: Person, wanted: Content) => {
        const card = { id: 'cd_measured', caption: null, frozen: false, content: wanted }
        const { content, asOf } = await preparation.settle(person, card, null)
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

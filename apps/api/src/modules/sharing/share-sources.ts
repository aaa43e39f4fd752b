import type { SharedKind } from '@auspex/sdk/types'
import { presentReport, type Signals } from '../signals/index.ts'
import type { Stories } from '../stories/index.ts'
import type { ShareSource } from './sharing.types.ts'

/** What can be shared, by kind; kinds that are left out are not shared yet. */
export type ShareSources = Partial<Record<SharedKind, ShareSource>>

/** So many stories of groups a person's list of links looks at, the last changed first. */
const mostStories = 5000

/** A signal is a public question: whoever is signed in may read it, so whoever shares it may open it to anyone. */
export function createSignalSource(signals: Pick<Signals, 'findTitle' | 'readReport'>): ShareSource {
  return {
    prefix: 'sig_',
    module: 'signals',
    find: async (_person, id) => ({ title: await signals.findTitle(id), isOwn: true }),
    read: async (_person, id) => ({ kind: 'signal', report: presentReport(await signals.readReport(id)) }),
    listPictures: async () => [],
    listShared: async () => [],
  }
}

export function createStorySource(stories: Stories): ShareSource {
  return {
    prefix: 'st_',
    module: 'stories',
    find: async (person, id) => {
      const { displayTitle, ownerId } = await stories.find(person, id)
      return { title: displayTitle, isOwn: ownerId === person.userId }
    },
    // which group shares it is nobody else's business
    read: async (person, id) => ({
      kind: 'story',
      story: { ...(await stories.open(person, id)), organizationGroupId: null },
    }),
    listPictures: stories.listPictures,
    listShared: (person) => stories.listTitles(person, mostStories),
  }
}

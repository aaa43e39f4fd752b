import { toForm } from '../../../../apps/api/src/testing/form.ts'
import { type Plans } from '../plan.types.ts'
import type { World } from '../world.ts'
import { onlyOnce, pages, pixel } from './values.ts'

/** Plans for stories and their cards. */
export function storyPlans({ ids, get, post, send }: World): Plans {
  const once = onlyOnce()
  const make = () => post('/stories/create', { title: 'Foam' })
  const makePictured = async (): Promise<{ id: string; revision: number }> => {
    const { body, headers } = await toForm({ title: 'Foam', image: pixel })
    const type = headers['content-type']
    const { id, revision } = (await send('mira', 'POST', '/stories/create', new Uint8Array(body), type)).answer
    return { id, revision }
  }
  const makeWithCards = async () => {
    const story = await make()
    const first = await post('/stories/addCard', { storyId: story.id, content: text('One') })
    const second = await post('/stories/addCard', { storyId: story.id, content: text('Two') })
    return { story: await get(`/stories/${story.id}`), cards: [first, second] }
  }
  const read = (answer: { id: string }) => get(`/stories/${answer.id}`)
  const group = [ids['grp'], 'grp_unknown']
  const number = { kind: 'number', signalId: ids['oat'], measure: 'documents', value: null, low: null, high: null }
  return {
    listStories: {
      call: once('listStories', async () => {
        await post('/stories/create', { title: 'Shared leaves', organizationGroupId: ids['grp'] })
        await make()
        await make()
        return { query: { perPage: 2 } }
      }),
      values: { ...pages, 'query.organizationGroupId': [ids['grp']], 'query.searchTerm': ['leaves'] },
    },
    getStory: { call: async () => ({ path: { id: (await make()).id } }), values: { 'path.id': ['st_unknown'] } },
    createStory: {
      call: () => ({ body: { title: 'Foam' } }),
      stored: read,
      values: {
        'body.title': ['Leaves'],
        'body.displayTitle': ['Leaves fall'],
        'body.cards': [[card('cd_one', 'One')]],
        'body.organizationGroupId': group,
      },
    },
    'createStory form': {
      call: () => ({ form: { title: 'Foam' } }),
      stored: read,
      values: {
        'form.title': ['Leaves'],
        'form.displayTitle': ['Leaves fall'],
        'form.cards': [JSON.stringify([card('cd_one', 'One')])],
        'form.image': [pixel],
        'form.organizationGroupId': group,
      },
    },
    updateStory: {
      calls: { 'body.imageRemoved': async () => ({ body: { ...(await makePictured()), title: 'Foam' } }) },
      call: async () => {
        const { id, revision } = await make()
        return { body: { id, revision, title: 'Foam' } }
      },
      stored: read,
      values: {
        'body.id': ['st_unknown'],
        'body.revision': [999],
        'body.title': ['Leaves'],
        'body.displayTitle': ['Leaves fall'],
        'body.cards': [[card('cd_one', 'One')]],
        'body.imageRemoved': [true],
        'body.organizationGroupId': group,
      },
    },
    'updateStory form': {
      calls: {
        'form.imageRemoved': async () => {
          const { id, revision } = await makePictured()
          return { form: { id, revision: String(revision), title: 'Foam' } }
        },
      },
      call: async () => {
        const { id, revision } = await make()
        return { form: { id, revision: String(revision), title: 'Foam' } }
      },
      stored: read,
      values: {
        'form.id': ['st_unknown'],
        'form.revision': ['999'],
        'form.title': ['Leaves'],
        'form.displayTitle': ['Leaves fall'],
        'form.cards': [JSON.stringify([card('cd_one', 'One')])],
        'form.image': [pixel],
        'form.imageRemoved': ['true'],
        'form.organizationGroupId': group,
      },
    },
    deleteStory: { call: async () => ({ path: { id: (await make()).id } }), values: { 'path.id': ['st_unknown'] } },
    addCard: {
      call: async () => ({ body: { storyId: (await make()).id, content: number } }),
      stored: async (_, call) => get(`/stories/${String(call.body?.['storyId'])}`),
      values: {
        'body.storyId': ['st_unknown'],
        'body.caption': ['Look'],
        'body.frozen': [true, false],
        'body.content': [text('Other')],
      },
    },
    updateCard: {
      call: async () => {
        const { story, cards } = await makeWithCards()
        return { body: { storyId: story.id, cardId: cards[0].id, caption: 'Look' } }
      },
      stored: async (_, call) => get(`/stories/${String(call.body?.['storyId'])}`),
      values: {
        'body.storyId': ['st_unknown'],
        'body.cardId': [
          async (_: unknown, call: { body?: Record<string, unknown> }) =>
            (await get(`/stories/${String(call.body?.['storyId'])}`)).cards[1].id,
        ],
        'body.revision': [999],
        'body.caption': ['Other'],
        'body.frozen': [true],
        'body.content': [text('Other')],
      },
    },
    deleteCard: {
      call: async () => {
        const { story, cards } = await makeWithCards()
        return { path: { storyId: story.id, cardId: cards[0].id } }
      },
      stored: async (_, call) => get(`/stories/${call.path?.['storyId']}`),
      values: {
        'path.storyId': ['st_unknown'],
        'path.cardId': [
          async (_: unknown, call: { path?: Record<string, string> }) =>
            (await get(`/stories/${call.path?.['storyId']}`)).cards[1].id,
        ],
      },
    },
  }
}

function text(words: string) {
  return { kind: 'text', text: words }
}

function card(id: string, words: string) {
  return { id, caption: null, frozen: false, asOf: null, content: text(words) }
}

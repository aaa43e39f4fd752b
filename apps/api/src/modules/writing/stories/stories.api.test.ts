import type { Story } from '@auspex/sdk/types'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createStoryApi, liv, type StoryApi, tor } from '../testing/story-api.ts'

let world: StoryApi
let groupId: string
beforeAll(async () => {
  world = await createStoryApi()
  groupId = (await world.ask('GET', '/users/me')).body.groups[0].id
})
afterAll(() => world.api.close())

const text = (words: string) => ({ kind: 'text', text: words })
const card = (id: string, content: object, rest: object = {}) => ({
  id,
  caption: null,
  frozen: false,
  asOf: null,
  content,
  ...rest,
})
const update = (body: object, as?: Parameters<StoryApi['ask']>[3]) => world.ask('PUT', '/stories/update', body, as)
const ids = ({ cards }: Story) => cards.map(({ id }) => id)

describe('stories work', () => {
  test('a new story keeps what was typed beside the title in lower case', async () => {
    const made = await world.make({ title: ' Why Oat ', displayTitle: ' Why Oat ' })
    expect(made).toMatchObject({ title: 'why oat', displayTitle: 'Why Oat', revision: 1, cards: [], image: null })
    expect(await world.open(made.id)).toEqual(made)
  })

  test('a change of the shown name alone changes the title with it', async () => {
    const { id } = await world.make({ title: 'Oat' })
    const { body } = await update({ id, displayTitle: 'Oats & Milk' })
    expect(body).toMatchObject({ title: 'oats & milk', displayTitle: 'Oats & Milk', revision: 2 })
  })

  test('cards come back in the order in which they were sent, and reordering writes nothing but the order', async () => {
    const cards = ['cd_a', 'cd_b', 'cd_c'].map((id) => card(id, text(id)))
    const made = await world.make({ cards })
    expect(ids(made)).toEqual(['cd_a', 'cd_b', 'cd_c'])
    const { body } = await update({ id: made.id, cards: made.cards.toReversed() })
    expect(ids(body)).toEqual(['cd_c', 'cd_b', 'cd_a'])
    expect(body.cards.map((one: { revision: number }) => one.revision)).toEqual([1, 1, 1])
  })

  test('a change that changes nothing makes no version', async () => {
    const made = await world.make({ cards: [card('cd_a', text('a'))] })
    const { body } = await update({ id: made.id, title: 'foam', cards: made.cards })
    expect(body.revision).toBe(1)
  })

  test('the list has the last changed first, and finds by a part of the title', async () => {
    const first = await world.make({ title: 'Zebra one' })
    world.api.clock.set('2026-11-21T09:00:00Z')
    const second = await world.make({ title: 'Zebra two' })
    const found = async (term: string) =>
      (await world.ask('GET', `/stories?searchTerm=${encodeURIComponent(term)}`)).body.items.map(({ id }: Story) => id)
    expect(await found(' ZEBRA')).toEqual([second.id, first.id])
    expect(await found('zebra one')).toEqual([first.id])
    expect(await found('100%_')).toEqual([])
  })

  test('a deleted story is gone', async () => {
    const { id } = await world.make()
    expect((await world.ask('DELETE', `/stories/delete/${id}`)).body).toEqual({ id, deleted: true })
    expect((await world.ask('GET', `/stories/${id}`)).status).toBe(404)
    expect((await world.ask('DELETE', `/stories/delete/${id}`)).status).toBe(404)
  })
})

describe('a story of a group', () => {
  test('is seen and changed by its members, and taken back by its maker', async () => {
    const { id } = await world.make({ title: 'Shared', organizationGroupId: groupId })
    const { body } = await update({ id, title: 'Shared by liv' }, liv)
    expect(body).toMatchObject({ title: 'shared by liv', organizationGroupId: groupId })
    expect((await world.ask('GET', '/stories', undefined, liv)).body.items).toHaveLength(1)
    expect((await update({ id, organizationGroupId: null })).body.organizationGroupId).toBeNull()
    expect((await world.ask('GET', `/stories/${id}`, undefined, liv)).status).toBe(404)
  })

  test('is not found by a colleague of another group nor by another organization, whatever they ask', async () => {
    const { id } = await world.make({ organizationGroupId: groupId, cards: [card('cd_a', text('secret'))] })
    for (const stranger of [tor, 'jon', 'ana'] as const) {
      const refused = [
        await world.ask('GET', `/stories/${id}`, undefined, stranger),
        await update({ id, title: 'mine' }, stranger),
        await world.ask('DELETE', `/stories/delete/${id}`, undefined, stranger),
        await world.ask('POST', '/stories/addCard', { storyId: id, content: text('hi') }, stranger),
        await world.ask('PUT', '/stories/updateCard', { storyId: id, cardId: 'cd_a', caption: 'hi' }, stranger),
        await world.ask('DELETE', `/stories/deleteCard/${id}/cd_a`, undefined, stranger),
        await world.ask('GET', `/stories/${id}/versions`, undefined, stranger),
        await world.ask('GET', `/stories/${id}/versions/1`, undefined, stranger),
        await world.ask('POST', `/stories/${id}/restore`, { revision: 1 }, stranger),
      ]
      expect(refused.map(({ body }) => body.code)).toEqual(refused.map(() => 'stories.not_found'))
      expect((await world.ask('GET', '/stories?searchTerm=foam', undefined, stranger)).body.items).toEqual([])
    }
    expect(await world.open(id)).toMatchObject({ revision: 1, cards: [{ content: text('secret') }] })
  })

  test('cannot be of a group that its maker is not in', async () => {
    const made = await world.ask('POST', '/stories/create', { title: 'a', organizationGroupId: groupId }, tor)
    const { id } = await world.make({}, tor)
    const moved = await update({ id, organizationGroupId: groupId }, tor)
    const listed = await world.ask('GET', `/stories?organizationGroupId=${groupId}`, undefined, tor)
    expect([made.status, moved.status, listed.status]).toEqual([404, 404, 404])
  })
})

describe('stories refuse', () => {
  test('a change of an older revision, and answer with the story as it is stored', async () => {
    const made = await world.make({ title: 'First' })
    await update({ id: made.id, revision: 1, title: 'Second' })
    const { status, body } = await update({ id: made.id, revision: 1, title: 'Third' })
    expect([status, body.code]).toEqual([409, 'stories.stale'])
    expect(body.current).toEqual(await world.open(made.id))
    expect(body.current).toMatchObject({ title: 'second', revision: 2 })
  })

  test('two cards with one id, cards of unknown signals and documents, and pictures of nobody', async () => {
    const sent = async (...cards: object[]) =>
      (await world.ask('POST', '/stories/create', { title: 'a', cards })).body.code
    expect(await sent(card('cd_a', text('a')), card('cd_a', text('b')))).toBe('stories.same_card_twice')
    expect(await sent(card('cd_a', { kind: 'signal', signalId: 'sig_0', title: 'x', stage: null }))).toBe(
      'signals.not_found',
    )
    expect(await sent(card('cd_a', { kind: 'document', documentId: 'doc_0', title: 'x', url: null }))).toBe(
      'cards.document_not_found',
    )
    expect(await sent(card('cd_a', { kind: 'image', image: '/images/img_0', alt: '' }))).toBe('cards.picture_not_found')
  })

  test('a quotation that the document does not have', async () => {
    const quote = (words: string) => ({ kind: 'quote', documentId: world.documentId, text: words })
    const { id } = await world.make()
    const made = await world.addCard(id, quote('The foam of oat milk falls\napart in iced coffee'))
    expect(made.content).toMatchObject({ kind: 'quote' })
    const { status, body } = await world.ask('POST', '/stories/addCard', { storyId: id, content: quote('It is best') })
    expect([status, body.code, body.errors[0].pointer]).toEqual([422, 'cards.quote_differs', '/content/text'])
  })
})

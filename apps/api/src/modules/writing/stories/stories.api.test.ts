import type { Story, StoryVersion } from '@auspex/sdk/types'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createStoryApi, liv, type StoryApi, tor } from '../testing/story-api.ts'

describe('stories api', () => {
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
    test('a new story keeps the title as typed and in lower case', async () => {
      const created = await world.make({ title: ' Why Oat ', displayTitle: ' Why Oat ' })
      expect(created).toMatchObject({ title: 'why oat', displayTitle: 'Why Oat', revision: 1, cards: [], image: null })
      expect(await world.open(created.id)).toEqual(created)
    })

    test('a change of the display name changes the title with it', async () => {
      const { id } = await world.make({ title: 'Oat' })
      const { body } = await update({ id, displayTitle: 'Oats & Milk' })
      expect(body).toMatchObject({ title: 'oats & milk', displayTitle: 'Oats & Milk', revision: 2 })
    })

    test('cards keep the order in which they were sent, and reordering changes only the order', async () => {
      const cards = ['cd_a', 'cd_b', 'cd_c'].map((id) => card(id, text(id)))
      const created = await world.make({ cards })
      expect(ids(created)).toEqual(['cd_a', 'cd_b', 'cd_c'])
      const { body } = await update({ id: created.id, cards: created.cards.toReversed() })
      expect(ids(body)).toEqual(['cd_c', 'cd_b', 'cd_a'])
      expect(body.cards.map((storyCard: { revision: number }) => storyCard.revision)).toEqual([1, 1, 1])
    })

    test('a change without an effect creates no version', async () => {
      const created = await world.make({ cards: [card('cd_a', text('a'))] })
      const { body } = await update({ id: created.id, title: 'foam', cards: created.cards })
      expect(body.revision).toBe(1)
    })

    test('the list starts with the last changed, and can be filtered by a part of the title', async () => {
      const first = await world.make({ title: 'Zebra one' })
      world.api.clock.set('2026-11-21T09:00:00Z')
      const second = await world.make({ title: 'Zebra two' })
      const search = async (term: string) =>
        (await world.ask('GET', `/stories?searchTerm=${encodeURIComponent(term)}`)).body.items.map(
          ({ id }: Story) => id,
        )
      expect(await search(' ZEBRA')).toEqual([second.id, first.id])
      expect(await search('zebra one')).toEqual([first.id])
      expect(await search('100%_')).toEqual([])
    })

    test('a deleted story is not found', async () => {
      const { id } = await world.make()
      expect((await world.ask('DELETE', `/stories/delete/${id}`)).body).toEqual({ id, deleted: true })
      expect((await world.ask('GET', `/stories/${id}`)).status).toBe(404)
      expect((await world.ask('DELETE', `/stories/delete/${id}`)).status).toBe(404)
    })
  })

  describe('a story of a group', () => {
    test('is visible to its members, who may change it, until its creator takes it back', async () => {
      const { id } = await world.make({ title: 'Shared', organizationGroupId: groupId })
      const { body } = await update({ id, title: 'Shared by liv' }, liv)
      expect(body).toMatchObject({ title: 'shared by liv', organizationGroupId: groupId })
      expect((await world.ask('GET', '/stories', undefined, liv)).body.items).toHaveLength(1)
      expect((await update({ id, organizationGroupId: null })).body.organizationGroupId).toBeNull()
      expect((await world.ask('GET', `/stories/${id}`, undefined, liv)).status).toBe(404)
    })

    test('is not found by a colleague of another group or by another organization, in any operation', async () => {
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

    test('cannot be assigned to a group that its creator is not in', async () => {
      const created = await world.ask('POST', '/stories/create', { title: 'a', organizationGroupId: groupId }, tor)
      const { id } = await world.make({}, tor)
      const moved = await update({ id, organizationGroupId: groupId }, tor)
      const listed = await world.ask('GET', `/stories?organizationGroupId=${groupId}`, undefined, tor)
      expect([created.status, moved.status, listed.status]).toEqual([404, 404, 404])
    })
  })

  describe('stories refuse', () => {
    test('a change of an outdated revision, and answer with the current story', async () => {
      const created = await world.make({ title: 'First' })
      await update({ id: created.id, revision: 1, title: 'Second' })
      const { status, body } = await update({ id: created.id, revision: 1, title: 'Third' })
      expect([status, body.code]).toEqual([409, 'stories.stale'])
      expect(body.current).toEqual(await world.open(created.id))
      expect(body.current).toMatchObject({ title: 'second', revision: 2 })
    })

    test('duplicate card ids, cards of unknown signals and documents, and pictures of no one', async () => {
      const sendCards = async (...cards: object[]) =>
        (await world.ask('POST', '/stories/create', { title: 'a', cards })).body.code
      expect(await sendCards(card('cd_a', text('a')), card('cd_a', text('b')))).toBe('stories.same_card_twice')
      expect(await sendCards(card('cd_a', { kind: 'signal', signalId: 'sig_0', title: 'x', stage: null }))).toBe(
        'signals.not_found',
      )
      expect(await sendCards(card('cd_a', { kind: 'document', documentId: 'doc_0', title: 'x', url: null }))).toBe(
        'cards.document_not_found',
      )
      expect(await sendCards(card('cd_a', { kind: 'image', image: '/images/img_0', alt: '' }))).toBe(
        'cards.picture_not_found',
      )
    })

    test('a quotation that does not occur in the document', async () => {
      const quote = (words: string) => ({ kind: 'quote', documentId: world.documentId, text: words })
      const { id } = await world.make()
      const created = await world.addCard(id, quote('The foam of oat milk falls\napart in iced coffee'))
      expect(created.content).toMatchObject({ kind: 'quote' })
      const { status, body } = await world.ask('POST', '/stories/addCard', {
        storyId: id,
        content: quote('It is best'),
      })
      expect([status, body.code, body.errors[0].pointer]).toEqual([422, 'cards.quote_differs', '/content/text'])
    })
  })
})

describe('versions api', () => {
  let world: StoryApi
  beforeAll(async () => {
    world = await createStoryApi()
  })
  afterAll(() => world.api.close())

  const text = (words: string) => ({ kind: 'text', text: words })
  const versionsOf = async (id: string, query = '') =>
    (await world.ask('GET', `/stories/${id}/versions${query}`)).body.items as StoryVersion[]
  const restore = (id: string, revision: number) => world.ask('POST', `/stories/${id}/restore`, { revision })

  const boundary = 'a-boundary'
  /** A form with texts and a picture. */
  function form(fields: Record<string, string>, picture?: Buffer) {
    const parts = Object.entries(fields).map(([name, value]) =>
      Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`),
    )
    const head = `--${boundary}\r\nContent-Disposition: form-data; name="image"; filename="a.txt"\r\nContent-Type: text/plain\r\n\r\n`
    const file = picture === undefined ? [] : [Buffer.from(head), picture, Buffer.from('\r\n')]
    return Buffer.concat([...parts, ...file, Buffer.from(`--${boundary}--\r\n`)])
  }
  const send = async (method: 'POST' | 'PUT', path: string, body: Buffer) => {
    const headers = { 'content-type': `multipart/form-data; boundary=${boundary}` }
    const reply = await world.api.request({ method, path, as: 'mira', body, headers })
    return { status: reply.statusCode, body: reply.json() }
  }
  const picture = (color: string) =>
    sharp({ create: { width: 20, height: 10, channels: 3, background: color } })
      .png()
      .toBuffer()
  const statusOf = async (address: string, as: 'mira' | 'ana' = 'mira') =>
    (await world.api.request({ method: 'GET', path: address, as })).statusCode

  describe('versions', () => {
    test('list who changed what and when, newest first', async () => {
      const group = (await world.ask('GET', '/users/me')).body.groups[0].id
      const { id } = await world.make({ title: 'Foam', displayTitle: 'Foam', organizationGroupId: group })
      world.api.clock.set('2026-11-21T10:00:00Z')
      const added = await world.ask('POST', '/stories/addCard', { storyId: id, content: text('a') }, liv)
      await world.ask('PUT', '/stories/updateCard', { storyId: id, cardId: added.body.id, caption: 'b' })
      await world.ask('DELETE', `/stories/deleteCard/${id}/${added.body.id}`)
      await world.ask('PUT', '/stories/update', { id, displayTitle: 'Crema' })
      const listed = await versionsOf(id)
      expect(
        listed.map(({ revision, change, changedBy, cardCount }) => [revision, change, changedBy, cardCount]),
      ).toEqual([
        [5, 'update', 'Mira Solberg', 0],
        [4, 'delete-card', 'Mira Solberg', 0],
        [3, 'update-card', 'Mira Solberg', 1],
        [2, 'add-card', 'Liv Berg', 1],
        [1, 'create', 'Mira Solberg', 0],
      ])
      expect(listed[0]).toMatchObject({
        displayTitle: 'Crema',
        changedAt: '2026-11-21T10:00:00.000Z',
        restoredFrom: null,
      })
      expect(listed[1]?.displayTitle).toBe('Foam')
      expect(await versionsOf(id, '?perPage=2&page=2')).toEqual(listed.slice(2, 4))
    })

    test('contain the story as it was, including its values', async () => {
      const { id } = await world.make({ displayTitle: 'Was' })
      const number = {
        kind: 'number',
        signalId: world.signalId,
        measure: 'documents',
        value: null,
        low: null,
        high: null,
      }
      const card = await world.addCard(id, number)
      await world.ask('DELETE', `/stories/deleteCard/${id}/${card.id}`)
      await world.publish(2)
      const { body } = await world.ask('GET', `/stories/${id}/versions/2`)
      expect(body.version).toMatchObject({ revision: 2, change: 'add-card' })
      expect(body.story.cards).toEqual([card])
    })

    test('are restored as a new change, which can be undone in the same way', async () => {
      const { id } = await world.make({ title: 'First' })
      const card = await world.addCard(id, text('a'))
      await world.ask('PUT', '/stories/update', { id, displayTitle: 'Second', cards: [] })
      const restored = (await restore(id, 2)).body
      expect(restored).toMatchObject({ revision: 4, title: 'first', displayTitle: 'first', cards: [card] })
      expect((await versionsOf(id))[0]).toMatchObject({ change: 'restore', restoredFrom: 2 })
      expect((await restore(id, 3)).body).toMatchObject({ displayTitle: 'Second', cards: [] })
    })

    test('that a story does not have answer 404', async () => {
      const { id } = await world.make()
      expect((await world.ask('GET', `/stories/${id}/versions/2`)).body.code).toBe('stories.version_not_found')
      expect((await restore(id, 2)).body.code).toBe('stories.version_not_found')
    })

    test('beyond the newest 200 are deleted, but not the cards that are still shown', async () => {
      const { id } = await world.make()
      const first = await world.addCard(id, text('from the beginning'))
      const { id: cardId } = await world.addCard(id, text('0'))
      for (let n = 1; n <= 217; n += 1)
        await world.ask('PUT', '/stories/updateCard', { storyId: id, cardId, content: text(String(n)) })
      const page = (await world.ask('GET', `/stories/${id}/versions?perPage=1`)).body.page
      expect(page.total).toBe(200)
      const oldest = await world.ask('GET', `/stories/${id}/versions/21`)
      expect(oldest.body.story.cards.map(({ content }: { content: { text: string } }) => content.text)).toEqual([
        'from the beginning',
        '18',
      ])
      expect((await world.ask('GET', `/stories/${id}/versions/20`)).status).toBe(404)
      expect((await world.open(id)).cards[0]).toEqual(first)
      const { rows } = await world.api.database.pool.query(
        'select count(*)::int as kept from story_card where story_id = $1',
        [id],
      )
      expect(rows[0].kept).toBeLessThan(210)
    })
  })

  describe('pictures', () => {
    test('a story is created with a picture and cards in one form, gets another picture, and can lose it', async () => {
      const cards = JSON.stringify([{ id: 'cd_a', caption: null, frozen: false, asOf: null, content: text('a') }])
      const created = await send('POST', '/stories/create', form({ title: 'Foam', cards }, await picture('#f00')))
      expect(created.body).toMatchObject({ title: 'foam', image: expect.stringMatching(/^\/images\/img_/) })
      expect(await statusOf(created.body.image)).toBe(200)
      expect(await statusOf(created.body.image, 'ana')).toBe(404)
      const { id } = created.body
      const changed = await send('PUT', '/stories/update', form({ id, revision: '1' }, await picture('#0f0')))
      expect(changed.body.image).not.toBe(created.body.image)
      const removed = await send('PUT', '/stories/update', form({ id, imageRemoved: 'true' }))
      expect(removed.body.image).toBeNull()
      // earlier versions still show them
      expect(await statusOf(created.body.image)).toBe(200)
      expect((await restore(id, 1)).body.image).toBe(created.body.image)
      await world.ask('DELETE', `/stories/delete/${id}`)
      expect([await statusOf(created.body.image), await statusOf(changed.body.image)]).toEqual([404, 404])
    })

    test('a card shows an uploaded picture, and nobody else can use it', async () => {
      const { id } = await world.make()
      const { body } = await send('POST', `/stories/${id}/images`, form({}, await picture('#00f')))
      const content = { kind: 'image', image: body.image, alt: 'Blue' }
      expect((await world.addCard(id, content)).content).toEqual(content)
      const foreignStory = await world.make({}, 'ana')
      const stolen = await world.ask('POST', '/stories/addCard', { storyId: foreignStory.id, content }, 'ana')
      expect([stolen.status, stolen.body.code]).toEqual([404, 'cards.picture_not_found'])
    })

    test('a file that is not a picture is refused, whatever its name, and so is a form without a picture', async () => {
      const { id } = await world.make()
      const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
      expect((await send('POST', `/stories/${id}/images`, form({}, svg))).body.code).toBe('images.unsupported')
      expect((await send('POST', `/stories/${id}/images`, form({}))).status).toBe(422)
      expect((await send('POST', '/stories/create', form({ title: 'a' }, svg))).status).toBe(422)
    })
  })
})

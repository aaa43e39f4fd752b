import type { StoryVersion } from '@auspex/sdk/types'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createStoryApi, liv, type StoryApi } from '../testing/story-api.ts'

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
  test('tell who changed what and when, newest first', async () => {
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

  test('hold the story as it was, values and all', async () => {
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

  test('come back as a change of their own, which is undone in the same way', async () => {
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

  test('beyond the newest 200 are thrown away, and cards that are still shown are not', async () => {
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
  test('a story is made with a picture and cards in one form, changed by another, and loses it when asked', async () => {
    const cards = JSON.stringify([{ id: 'cd_a', caption: null, frozen: false, asOf: null, content: text('a') }])
    const made = await send('POST', '/stories/create', form({ title: 'Foam', cards }, await picture('#f00')))
    expect(made.body).toMatchObject({ title: 'foam', image: expect.stringMatching(/^\/images\/img_/) })
    expect(await statusOf(made.body.image)).toBe(200)
    expect(await statusOf(made.body.image, 'ana')).toBe(404)
    const { id } = made.body
    const changed = await send('PUT', '/stories/update', form({ id, revision: '1' }, await picture('#0f0')))
    expect(changed.body.image).not.toBe(made.body.image)
    const removed = await send('PUT', '/stories/update', form({ id, imageRemoved: 'true' }))
    expect(removed.body.image).toBeNull()
    // earlier versions still show them
    expect(await statusOf(made.body.image)).toBe(200)
    expect((await restore(id, 1)).body.image).toBe(made.body.image)
    await world.ask('DELETE', `/stories/delete/${id}`)
    expect([await statusOf(made.body.image), await statusOf(changed.body.image)]).toEqual([404, 404])
  })

  test('a card shows an uploaded picture, and nobody else can use it', async () => {
    const { id } = await world.make()
    const { body } = await send('POST', `/stories/${id}/images`, form({}, await picture('#00f')))
    const content = { kind: 'image', image: body.image, alt: 'Blue' }
    expect((await world.addCard(id, content)).content).toEqual(content)
    const theirs = await world.make({}, 'ana')
    const stolen = await world.ask('POST', '/stories/addCard', { storyId: theirs.id, content }, 'ana')
    expect([stolen.status, stolen.body.code]).toEqual([404, 'cards.picture_not_found'])
  })

  test('what is no picture is refused, whatever it is called, and a form without one too', async () => {
    const { id } = await world.make()
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
    expect((await send('POST', `/stories/${id}/images`, form({}, svg))).body.code).toBe('images.unsupported')
    expect((await send('POST', `/stories/${id}/images`, form({}))).status).toBe(422)
    expect((await send('POST', '/stories/create', form({ title: 'a' }, svg))).status).toBe(422)
  })
})

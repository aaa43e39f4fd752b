import type { SignalReport, Story, StoryCard } from '@auspex/sdk/types'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createStoryApi, liv, type StoryApi } from '../testing/story-api.ts'

let world: StoryApi
let groupId: string
beforeAll(async () => {
  world = await createStoryApi()
  groupId = (await world.ask('GET', '/users/me')).body.groups[0].id
})
afterAll(() => world.api.close())

const text = (words: string) => ({ kind: 'text', text: words })
const documents = () => ({
  kind: 'number',
  signalId: world.signalId,
  measure: 'documents',
  value: 999_999,
  low: null,
  high: null,
})
const section = (name: string) => ({
  kind: 'section',
  signalId: world.signalId,
  section: name,
  title: '',
  text: 'made up',
  points: [],
  rows: [],
})
const chart = (measure: string) => ({ kind: 'chart', signalId: world.signalId, measure, points: [] })
const report = async () => (await world.ask('GET', `/signal/json/${world.signalId}`)).body as SignalReport
const updateCard = (body: object, as?: Parameters<StoryApi['ask']>[3]) =>
  world.ask('PUT', '/stories/updateCard', body, as)
const firstCard = async (id: string) => (await world.open(id)).cards[0] as StoryCard
const valueOf = ({ content }: StoryCard) => (content as { value: number | null }).value

describe('what cards show', () => {
  test('is measured by the server, whatever was sent, and equals the report', async () => {
    const { id } = await world.make()
    const { counts, tone, momentum, stage, computedAt, volume } = await report()
    const number = await world.addCard(id, documents())
    expect(number).toMatchObject({ asOf: computedAt, unavailable: null })
    expect(number.content).toMatchObject({ value: counts.documents, low: counts.documents, high: counts.documents })
    expect((await world.addCard(id, { ...documents(), measure: 'tone' })).content).toMatchObject({
      value: tone.mean?.value ?? null,
    })
    expect((await world.addCard(id, { ...documents(), measure: 'momentum' })).content).toMatchObject({
      value: momentum.ratio?.value ?? null,
    })
    const signal = { kind: 'signal', signalId: world.signalId, title: 'something else', stage: 'dormant' }
    expect((await world.addCard(id, signal)).content).toMatchObject({ title: 'oat milk', stage: stage.stage })
    const drawn = (await world.addCard(id, chart('documents'))).content as { points: { value: number | null }[] }
    expect(drawn.points.map(({ value }) => value)).toEqual(
      volume.points.map((point) => (point.coveredDays === 0 ? null : point.documents)),
    )
  })

  test('names the signal of each number and chart, for people who read only the card', async () => {
    const { id } = await world.make()
    expect((await world.addCard(id, documents())).content).toMatchObject({ title: 'oat milk' })
    const renamed = { ...chart('tone'), title: 'something else' }
    expect((await world.addCard(id, renamed)).content).toMatchObject({ title: 'oat milk' })
  })

  test.each(['summary', 'volume', 'tone', 'voices', 'places', 'audience', 'changes'])(
    'a section card has the values of the section %s',
    async (name) => {
      const { id } = await world.make()
      const { content } = await world.addCard(id, section(name))
      expect(content).toMatchObject({ section: name, title: 'oat milk' })
      expect((content as { text: string }).text).not.toMatch(/made up|^$/)
    },
  )

  test('authors and places are listed with the documents that the report counts', async () => {
    const { id } = await world.make()
    const { voices, locations } = await report()
    const rowsOf = async (name: string) =>
      ((await world.addCard(id, section(name))).content as { rows: { label: string; value: number }[] }).rows
    expect((await rowsOf('voices')).map(({ label, value }) => [label, value])).toEqual(
      voices.outlets.map(({ name, documents: counted }) => [name, counted]),
    )
    expect((await rowsOf('places')).map(({ label, value }) => [label, value])).toEqual(
      locations.countries.map(({ country, documents: counted }) => [country, counted]),
    )
  })

  test('a document is shown with the title and address from the library', async () => {
    const { id } = await world.make()
    const sent = { kind: 'document', documentId: world.documentId, title: 'fake', url: 'javascript:alert(1)' }
    expect((await world.addCard(id, sent)).content).toMatchObject({
      title: expect.stringMatching(/^Oat milk and foam/),
      url: expect.stringMatching(/^https:\/\/example.org/),
    })
  })
})

describe('live and frozen cards', () => {
  test('a live card follows published reports, a frozen one keeps its values and their time', async () => {
    const { id } = await world.make()
    const live = await world.addCard(id, documents())
    const frozen = await world.addCard(id, documents(), { frozen: true })
    await world.publish(3)
    const opened = (await world.open(id)).cards
    expect(valueOf(opened[0]!)).toBe((await report()).counts.documents)
    expect(valueOf(opened[0]!)).toBe((valueOf(live) ?? 0) + 3)
    expect(opened[1]).toEqual(frozen)
  })

  test('freezing stores the current values, and unfreezing measures again', async () => {
    const { id } = await world.make()
    const { id: cardId } = await world.addCard(id, documents())
    await world.publish(2)
    const frozen = (await updateCard({ storyId: id, cardId, frozen: true })).body
    expect(valueOf(frozen)).toBe((await report()).counts.documents)
    await world.publish(2)
    expect(await firstCard(id)).toEqual(frozen)
    const live = (await updateCard({ storyId: id, cardId, frozen: false })).body
    expect(valueOf(live)).toBe((valueOf(frozen) ?? 0) + 2)
  })

  test('a whole update keeps frozen values, which no one can overwrite', async () => {
    const { id } = await world.make()
    const frozen = await world.addCard(id, documents(), { frozen: true })
    const forged = { ...frozen, asOf: '2020-01-01T00:00:00Z', content: documents(), caption: 'Forged?' }
    const { body } = await world.ask('PUT', '/stories/update', { id, cards: [forged] })
    expect(body.cards[0]).toMatchObject({ caption: 'Forged?', asOf: frozen.asOf, content: frozen.content })
  })

  test('a frozen card that was deleted is restored with its values', async () => {
    const { id } = await world.make()
    const frozen = await world.addCard(id, documents(), { frozen: true })
    await world.ask('DELETE', `/stories/deleteCard/${id}/${frozen.id}`)
    await world.publish(1)
    const { body } = await world.ask('PUT', '/stories/update', { id, cards: [frozen] })
    expect(body.cards[0]).toMatchObject({ asOf: frozen.asOf, content: frozen.content })
  })

  test('a card whose signal was deleted says so, shows the last values, and does not fail the story', async () => {
    const query = { query_term: 'iced coffee' }
    const { signal_id: signalId } = (await world.ask('POST', '/explore/topicQuery', query)).body
    await world.ask('GET', `/signal/json/${signalId}`)
    const { id } = await world.make()
    const card = await world.addCard(id, { ...documents(), signalId })
    const other = await world.addCard(id, text('stays'))
    await world.api.database.pool.query('delete from signal where id = $1', [signalId])
    const opened = (await world.open(id)).cards
    expect(opened[0]).toMatchObject({
      content: card.content,
      asOf: card.asOf,
      unavailable: expect.stringMatching(/deleted/),
    })
    expect(opened[1]).toEqual(other)
    const caption = { storyId: id, cardId: card.id, caption: 'Once' }
    expect((await updateCard(caption)).body).toMatchObject({ caption: 'Once', content: card.content })
    expect(
      (await world.ask('POST', '/stories/addCard', { storyId: id, content: { ...documents(), signalId } })).status,
    ).toBe(404)
  })
})

describe('concurrent writes', () => {
  test('twenty cards that are added concurrently are all stored, each once', async () => {
    const { id } = await world.make({ organizationGroupId: groupId })
    const added = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        world.ask('POST', '/stories/addCard', { storyId: id, content: text(`card ${n}`) }, n % 2 === 0 ? 'mira' : liv),
      ),
    )
    const { cards, revision } = await world.open(id)
    expect(added.map(({ status }) => status)).toEqual(added.map(() => 200))
    expect(new Set(cards.map((card) => card.id))).toEqual(new Set(added.map(({ body }) => body.id as string)))
    expect(cards).toHaveLength(20)
    expect(revision).toBe(21)
    // the revisions show the order in which they were added
    expect(cards.map((card) => card.revision)).toEqual(Array.from({ length: 20 }, (_, n) => n + 2))
  })

  test('one request that is sent twenty times with one key creates one card and gets one response', async () => {
    const { id } = await world.make()
    const headers = { 'idempotency-key': 'add-once' }
    const answers = await Promise.all(
      Array.from({ length: 20 }, () =>
        world.api.request({
          method: 'POST',
          path: '/stories/addCard',
          as: 'mira',
          headers,
          body: { storyId: id, content: text('once') },
        }),
      ),
    )
    expect(new Set(answers.map((answer) => answer.json<StoryCard>().id)).size).toBe(1)
    expect((await world.open(id)).cards).toHaveLength(1)
  })

  test('a story never has more than 200 cards', async () => {
    const cards = Array.from({ length: 195 }, (_, n) => ({
      id: `cd_${n}`,
      caption: null,
      frozen: false,
      asOf: null,
      content: text('a'),
    }))
    const { id } = await world.make({ cards })
    const statuses = await Promise.all(
      Array.from({ length: 12 }, async () => {
        const { status } = await world.ask('POST', '/stories/addCard', { storyId: id, content: text('b') })
        return status
      }),
    )
    expect(statuses.filter((status) => status === 200)).toHaveLength(5)
    expect(statuses.filter((status) => status === 409)).toHaveLength(7)
    expect((await world.open(id)).cards).toHaveLength(200)
  })

  test('concurrent changes of different cards are both kept, even during a whole update', async () => {
    const { id } = await world.make({ organizationGroupId: groupId })
    const [a, b] = [await world.addCard(id, text('a')), await world.addCard(id, text('b'))]
    const replies = await Promise.all([
      updateCard({ storyId: id, cardId: a.id, content: text('a of mira') }),
      updateCard({ storyId: id, cardId: b.id, content: text('b of liv') }, liv),
      world.ask('PUT', '/stories/update', { id, title: 'Both' }, liv),
    ])
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200])
    const story: Story = await world.open(id)
    expect(story.title).toBe('both')
    expect(story.cards.map(({ content }) => content)).toEqual([text('a of mira'), text('b of liv')])
  })

  test('a change of an outdated card is refused with the current story', async () => {
    const { id } = await world.make()
    const { id: cardId, revision } = await world.addCard(id, text('a'))
    await updateCard({ storyId: id, cardId, revision, content: text('b') })
    const { status, body } = await updateCard({ storyId: id, cardId, revision, content: text('c') })
    expect([status, body.code]).toEqual([409, 'cards.stale'])
    expect(body.current.cards[0].content).toEqual(text('b'))
  })

  test('a deleted card answers 404', async () => {
    const { id } = await world.make()
    const { id: cardId } = await world.addCard(id, text('a'))
    expect((await world.ask('DELETE', `/stories/deleteCard/${id}/${cardId}`)).status).toBe(200)
    expect((await world.ask('DELETE', `/stories/deleteCard/${id}/${cardId}`)).body.code).toBe('cards.not_found')
    expect((await updateCard({ storyId: id, cardId, caption: 'x' })).body.code).toBe('cards.not_found')
  })
})

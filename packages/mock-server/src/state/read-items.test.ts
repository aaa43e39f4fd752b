import { beforeEach, describe, expect, test } from 'vitest'
import { createMock } from '../create-mock.ts'
import { call, type Call } from '../testing/call.ts'
import { contractUnderTest } from '../testing/contract-under-test.ts'

const mock = createMock({ document: contractUnderTest() })
const send = async (wanted: Call) => (await call(mock.fetch, 'http://mock.example', wanted)).body
const list = async (path: string) => (await send({ path })).items as Record<string, unknown>[]
const titles = async (path: string) => (await list(path)).map(({ title }) => title)
beforeEach(() => mock.reset())

describe('a list', () => {
  test('has items that contain its search text, in any case', async () => {
    mock.seed({ collection: 'stories', items: [{ title: 'foam', displayTitle: 'Why Foam holds' }] })
    expect(await titles('/stories?searchTerm=foam%20HOLDS')).toEqual(['foam'])
    expect(await titles('/stories?searchTerm=heat%20pumps')).toEqual([])
  })

  test('has items of the requested ids, of which an address may name several', async () => {
    const reasons = { doc_3k9f2m: 'first', doc_7h2k9m: 'second' }
    mock.seed({
      collection: 'deletedDocuments',
      items: Object.entries(reasons).map(([documentId, reason]) => ({ documentId, reason })),
    })
    const reasonsOf = async (ids: string) => (await list(`/deletedDocuments?ids=${ids}`)).map(({ reason }) => reason)
    expect(await reasonsOf('doc_3k9f2m')).toEqual(['first'])
    expect(new Set(await reasonsOf('doc_3k9f2m,doc_7h2k9m'))).toEqual(new Set(['first', 'second']))
    expect(await reasonsOf('doc_none')).toEqual([])
  })

  test('returns the requested page, up to its end and not beyond', async () => {
    const at = async (page: number) => send({ path: `/signal/getTonePosts?id=sig_k2m4p6q8&perPage=20&page=${page}` })
    const { total, totalPages } = (await at(1)).page
    expect(totalPages).toBe(Math.ceil(total / 20))
    const pages = [await at(1), await at(2), await at(totalPages), await at(totalPages + 1)]
    expect(pages.map(({ items }) => items.length)).toEqual([20, 20, total - 20 * (totalPages - 1), 0])
    const ids = pages.flatMap(({ items }) => items.map(({ id }: { id: string }) => id))
    expect(new Set(ids).size).toBe(ids.length)
  })

  test('continues after its cursor, even if the cursor is in a body', async () => {
    mock.seed({ collection: 'documents', items: 5 })
    const seen: string[] = []
    let cursor: string | null = null
    do {
      const json: object = { id: 'sig_k2m4p6q8', perPage: 2, ...(cursor === null ? {} : { cursor }) }
      const { items, page } = await send({ method: 'POST', path: '/signal/getChatter', json })
      seen.push(...items.map(({ id }: { id: string }) => id))
      cursor = page.nextCursor
    } while (cursor !== null)
    expect(new Set(seen).size).toBe(seen.length)
    expect(seen.length).toBeGreaterThan(5)
  })

  test('has items of the requested tone, kind and days', async () => {
    mock.seed({ collection: 'documents', items: 40 })
    const path = '/signals/sig_k2m4p6q8/documents?perPage=200&tone=positive&from=2024-01-01&to=2026-12-31'
    const items = (await list(path)) as { tone: { label: string }; publishedAt: string }[]
    expect(items.length).toBeGreaterThan(0)
    for (const { tone, publishedAt } of items) {
      expect(tone.label).toBe('positive')
      expect(publishedAt >= '2024-01-01' && publishedAt < '2027').toBe(true)
    }
    const comments = await list('/signal/items/sig_k2m4p6q8/sentiments/reddit/comments')
    expect(new Set(comments.map(({ kind }) => kind))).toEqual(new Set(['comment']))
  })

  test('is in the requested order', async () => {
    const people = ['Zoe', 'adam', 'Mo'].map((firstName, at) => ({
      id: `usr_s${at}`,
      firstName,
      lastName: firstName,
      email: `${firstName.toLowerCase()}@b.example`,
      organizationId: 'org_b',
    }))
    mock.seed({ collection: 'users', items: people })
    const names = async (rest: string) =>
      (await list(`/godmode/users?organizationId=org_b${rest}`)).map(({ firstName }) => firstName)
    expect(await names('&sort=lastName')).toEqual(['adam', 'Mo', 'Zoe'])
    expect(await names('&sort=lastName&direction=desc')).toEqual(['Zoe', 'Mo', 'adam'])
  })

  test('says whether accounts are disabled', async () => {
    await send({ method: 'PATCH', path: '/godmode/users/usr_9d3kk2aa', json: { disabled: true } })
    const ids = async (disabled: boolean) => (await list(`/godmode/users?disabled=${disabled}`)).map(({ id }) => id)
    expect(await ids(true)).toContain('usr_9d3kk2aa')
    expect(await ids(true)).not.toContain('usr_2k4m8q1z')
    expect(await ids(false)).not.toContain('usr_9d3kk2aa')
  })

  test('counts its unread items', async () => {
    expect((await send({ path: '/users/inbox-list' })).unread).toBe(1)
    const read = await send({ method: 'PATCH', path: '/inboxMessages/msg_1', json: { read: true } })
    expect(read.readAt).not.toBeNull()
    expect((await send({ path: '/users/inbox-list' })).unread).toBe(0)
    await send({ method: 'PATCH', path: '/inboxMessages/msg_1', json: { read: false } })
    expect((await list('/users/inbox-list'))[0]).toMatchObject({ readAt: null })
  })

  test('has the requested number of items when it has no pages', async () => {
    expect(await list('/explore/generalTrends?limit=1')).toHaveLength(1)
  })

  test('shows marks that were set on its items under other names', async () => {
    const marks = await send({
      method: 'PATCH',
      path: '/newsfeed/articles',
      json: { documentIds: ['doc_3k9f2m'], isSaved: true },
    })
    expect(marks.items).toMatchObject([{ documentId: 'doc_3k9f2m', isSaved: true }])
    const { items } = await send({ method: 'POST', path: '/newsfeed', json: {} })
    const article = items.find(({ id }: { id: string }) => id === 'doc_3k9f2m')
    expect(article.news.isSaved).toBe(true)
  })
})

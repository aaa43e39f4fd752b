import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { PersonName } from '../../../testing/people.ts'
import { createTestApi, type TestApi } from '../../../testing/test-api.ts'

let api: TestApi
let signalId: string
const ids = new Map<PersonName, string>()
const idOf = (person: PersonName) => ids.get(person) ?? ''

beforeAll(async () => {
  api = await createTestApi()
  for (const person of ['mira', 'jon', 'ana'] as const) {
    const { profile } = (await api.request({ method: 'GET', path: '/users/me', as: person })).json()
    ids.set(person, profile.id)
  }
  const body = { trend_name: 'oat milk' }
  signalId = (await api.request({ method: 'POST', path: '/signal/smartRedirect', as: 'mira', body })).json().signalId
})
afterAll(() => api.close())

const send = (as: PersonName, to: PersonName[], message?: string, id = signalId) =>
  api.request({
    method: 'POST',
    path: '/signal/sendSignalMessage',
    as,
    body: { id, to: to.map(idOf), ...(message === undefined ? {} : { message }) },
  })
const inboxOf = async (as: PersonName, query = '') =>
  api.request({ method: 'GET', path: `/users/inbox-list${query}`, as })
const mark = (as: PersonName, id: string, read: boolean) =>
  api.request({ method: 'PATCH', path: `/inboxMessages/${id}`, as, body: { read } })

describe('sending a signal', () => {
  test('delivers it to a colleague’s inbox with the note and the sender', async () => {
    const sent = await send('mira', ['jon'], ' Look at the tone ')
    expect(sent.json()).toMatchObject({ signalId, to: [{ name: 'Jon Aker' }], message: 'Look at the tone' })
    const inbox = (await inboxOf('jon')).json()
    expect(inbox).toMatchObject({
      unread: 1,
      items: [{ kind: 'signal', signalId, title: 'oat milk', from: { id: idOf('mira'), name: 'Mira Solberg' } }],
    })
  })

  test('does not reach other organizations, strangers or oneself, nor anyone listed with them', async () => {
    const before = (await inboxOf('jon')).json().page.total
    for (const to of [['ana'], ['jon', 'ana'], ['mira'], ['jon', 'mira']] as PersonName[][]) {
      const refused = await send('mira', to)
      expect(refused.statusCode).toBe(404)
      expect(refused.json().code).toBe('inbox.recipient_not_found')
    }
    expect((await inboxOf('jon')).json().page.total).toBe(before)
    expect((await inboxOf('ana')).json().items).toEqual([])
  })

  test('a person without an organization has no colleagues', async () => {
    const body = { id: signalId, to: [idOf('jon')] }
    const refused = await api.request({ method: 'POST', path: '/signal/sendSignalMessage', as: { sub: 'lone' }, body })
    expect(refused.json().code).toBe('inbox.recipient_not_found')
  })

  test('a signal that was never searched is not found', async () => {
    const refused = await send('mira', ['jon'], 'look', 'sig_nobody')
    expect(refused.statusCode).toBe(404)
    expect(refused.json().code).toBe('signals.not_found')
  })
})

describe('the inbox', () => {
  test('a message can be marked as read and as unread again', async () => {
    const [message] = (await inboxOf('jon')).json().items
    api.clock.set('2026-11-21T09:00:00Z')
    expect((await mark('jon', message.id, true)).json().readAt).toBe('2026-11-21T09:00:00.000Z')
    api.clock.set('2026-11-21T10:00:00Z')
    expect((await mark('jon', message.id, true)).json().readAt).toBe('2026-11-21T09:00:00.000Z')
    expect((await inboxOf('jon')).json().unread).toBe(0)
    expect((await mark('jon', message.id, false)).json().readAt).toBeNull()
  })

  test('another person’s message is not accessible, not even to a colleague', async () => {
    const [message] = (await inboxOf('jon')).json().items
    for (const other of ['mira', 'ana'] as const) {
      const refused = await mark(other, message.id, true)
      expect(refused.statusCode).toBe(404)
      expect(refused.json().code).toBe('inbox.message_not_found')
    }
    expect((await inboxOf('jon')).json().items[0].readAt).toBeNull()
  })

  test('cursor pages have no gaps or duplicates while new messages arrive', async () => {
    for (const hour of [11, 12, 13, 14]) {
      api.clock.set(`2026-11-21T${hour}:00:00Z`)
      await send('jon', ['mira'], `at ${hour}`)
    }
    const first = (await inboxOf('mira', '?perPage=2')).json()
    api.clock.set('2026-11-21T15:00:00Z')
    await send('jon', ['mira'], 'at 15')
    const second = (await inboxOf('mira', `?perPage=2&cursor=${first.page.nextCursor}`)).json()
    const words = [...first.items, ...second.items].map((item: { message: string }) => item.message)
    expect(words).toEqual(['at 14', 'at 13', 'at 12', 'at 11'])
    expect(second.page.page).toBe(2)
  })

  test('an invalid cursor is refused', async () => {
    const refused = await inboxOf('mira', '?cursor=bm90aGluZw')
    expect(refused.statusCode).toBe(422)
    expect(refused.json().code).toBe('inbox.cursor_invalid')
  })
})

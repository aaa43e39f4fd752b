import type { PostedComment, CommentPage, InboxPage, UserProfile } from '@auspex/sdk/types'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createSequentialIds } from '../../../kernel/ids.ts'
import { sampleDocument } from '../../../testing/stored-documents.ts'
import type { TestRequest } from '../../../testing/test-api.ts'
import { silentLog } from '../../../testing/test-database.ts'
import { createDocumentsModule } from '../../library/index.ts'
import { announceMissed } from './announce-comments.ts'
import type { CommentDependencies } from './subjects.ts'
import { createLogger } from '../../../kernel/logger.ts'
import { stub } from '../../../testing/stub.ts'
import { createStoryApi, liv, tor, type StoryApi } from '../testing/story-api.ts'

type Who = TestRequest['as']

let world: StoryApi
let ids: Record<'mira' | 'jon' | 'ana' | 'liv' | 'tor', string>
beforeEach(async () => {
  world = await createStoryApi()
  const idOf = async (as: Who) => (await ask<UserProfile>('GET', '/users/me', undefined, as)).profile.id
  ids = {
    mira: await idOf('mira'),
    jon: await idOf('jon'),
    ana: await idOf('ana'),
    liv: await idOf(liv),
    tor: await idOf(tor),
  }
})
afterEach(() => world.api.close())

/** The body of a reply that succeeded. */
async function ask<T>(method: TestRequest['method'], path: string, body?: object, as: Who = 'mira'): Promise<T> {
  const reply = await world.ask(method, path, body, as)
  expect([path, reply.status, reply.body.code]).toEqual([path, 200, undefined])
  return reply.body as T
}
async function refusal(method: TestRequest['method'], path: string, body?: object, as: Who = 'mira') {
  const reply = await world.ask(method, path, body, as)
  return [reply.status, reply.body.code]
}
const onSignal = () => ({ kind: 'signal', itemId: world.signalId })
const write = (text: string, as: Who = 'mira', subject: object = onSignal()) =>
  ask<PostedComment>('POST', '/comments', { ...subject, text }, as)
const reply = (id: string, text: string, as: Who = 'jon') =>
  ask<PostedComment['replies'][number]>('POST', `/comments/${id}/replies`, { text }, as)
const list = (query: string, as: Who = 'mira') => ask<CommentPage>('GET', `/comments${query}`, undefined, as)
const listOf = (itemId = world.signalId, more = '', as: Who = 'mira') =>
  list(
    `?kind=${itemId.startsWith('st_') ? 'story' : itemId.startsWith('doc_') ? 'document' : 'signal'}&itemIds=${itemId}${more}`,
    as,
  )
const inboxOf = async (as: Who) => (await ask<InboxPage>('GET', '/users/inbox-list', undefined, as)).items
const commentsIn = async (as: Who) => (await inboxOf(as)).filter(({ kind }) => kind === 'comment')
const groupStory = async () => {
  const { groups } = await ask<UserProfile>('GET', '/users/me')
  return world.make({ organizationGroupId: groups[0]?.id })
}

describe('a comment', () => {
  test('about a report is read by colleagues with its author, mentions and replies, and by nobody else', async () => {
    const { id } = await write(`@[${ids.jon}] what made this peak?`)
    await reply(id, 'The festival.')
    const { items, open } = await listOf(world.signalId, '', 'jon')
    expect(open).toBe(1)
    expect(items).toMatchObject([
      {
        id,
        title: 'oat milk',
        path: `/signals/${world.signalId}?comments=${id}`,
        author: { name: 'Mira Solberg' },
        text: `@[${ids.jon}] what made this peak?`,
        mentions: [{ id: ids.jon, name: 'Jon Aker' }],
        resolvedAt: null,
        replies: [{ author: { name: 'Jon Aker' }, text: 'The festival.' }],
      },
    ])
    // signals belong to the installation, comments to the organization
    expect((await listOf(world.signalId, '', 'ana')).items).toEqual([])
    for (const [method, path, body] of [
      ['GET', `/comments/${id}`],
      ['PATCH', `/comments/${id}`, { resolved: true }],
      ['DELETE', `/comments/${id}`],
      ['POST', `/comments/${id}/replies`, { text: 'Hello' }],
    ] as const)
      expect(await refusal(method, path, body, 'ana')).toEqual([404, 'comments.not_found'])
  })

  test('about a story is only for those who can see the story, and one about a card names the card', async () => {
    const story = await groupStory()
    const card = await world.addCard(story.id, { kind: 'text', text: 'Foam holds.' })
    const subject = { kind: 'story', itemId: story.id, cardId: card.id }
    const { id } = await write('Does it?', 'mira', subject)
    expect((await listOf(story.id, '', liv)).items).toMatchObject([{ id, cardId: card.id }])
    for (const outsider of [tor, 'jon', 'ana'] as const) {
      expect(await refusal('GET', `/comments?kind=story&itemIds=${story.id}`, undefined, outsider)).toEqual([
        404,
        'stories.not_found',
      ])
      expect(await refusal('GET', `/comments/${id}`, undefined, outsider)).toEqual([404, 'comments.not_found'])
      const foreign = await refusal('POST', '/comments', { ...subject, text: 'Let me in' }, outsider)
      expect(foreign).toEqual([404, 'stories.not_found'])
      expect(await refusal('POST', `/comments/${id}/replies`, { text: 'Let me in' }, outsider)).toEqual([
        404,
        'comments.not_found',
      ])
      expect((await list('', outsider)).items).toEqual([])
    }
    const unknown = { ...subject, cardId: 'cd_none', text: 'Where?' }
    expect(await refusal('POST', '/comments', unknown)).toEqual([404, 'cards.not_found'])
  })

  test('of a person without an organization is theirs alone', async () => {
    const [lone, other] = [{ sub: 'lone' }, { sub: 'other' }]
    await write('Note to myself', lone)
    expect((await listOf(world.signalId, '', lone)).items).toHaveLength(1)
    expect((await listOf(world.signalId, '', other)).items).toEqual([])
  })

  test('needs something that exists, and words', async () => {
    const post = (body: object) => refusal('POST', '/comments', { text: 'Hello', ...body })
    expect(await post({ kind: 'signal', itemId: 'sig_none' })).toEqual([404, 'signals.not_found'])
    expect(await post({ kind: 'document', itemId: 'doc_zzz' })).toEqual([404, 'comments.document_not_found'])
    expect(await post({ kind: 'story', itemId: 'st_none' })).toEqual([404, 'stories.not_found'])
    expect(await post({ kind: 'story', itemId: world.signalId })).toEqual([422, 'comments.id_does_not_fit'])
    expect(await post({ ...onSignal(), cardId: 'cd_1' })).toEqual([422, 'comments.card_without_story'])
    expect(await post({ ...onSignal(), text: ' \n ' })).toEqual([422, 'request.invalid'])
    expect(await post({ ...onSignal(), text: 'a'.repeat(4001) })).toEqual([422, 'request.invalid'])
    expect(await refusal('GET', `/comments?itemIds=${world.signalId}`)).toEqual([422, 'comments.ids_without_kind'])
  })

  test('is resolved and reopened by anybody who reads it, and says who did', async () => {
    const { id } = await write('Why?')
    world.api.clock.set('2026-11-21T09:00:00Z')
    const patch = (resolved: boolean, as: Who) => ask<PostedComment>('PATCH', `/comments/${id}`, { resolved }, as)
    expect(await patch(true, 'jon')).toMatchObject({
      resolvedAt: '2026-11-21T09:00:00.000Z',
      resolvedBy: { name: 'Jon Aker' },
    })
    await patch(true, 'mira') // changes nothing
    expect((await listOf()).open).toBe(0)
    expect((await listOf(world.signalId, '&resolved=false')).items).toEqual([])
    expect((await listOf(world.signalId, '&resolved=true')).items).toHaveLength(1)
    world.api.clock.set('2026-11-21T10:00:00Z')
    expect(await patch(false, 'mira')).toMatchObject({
      resolvedAt: null,
      resolvedBy: null,
      changes: [
        { change: 'resolved', by: { name: 'Jon Aker' }, at: '2026-11-21T09:00:00.000Z' },
        { change: 'reopened', by: { name: 'Mira Solberg' }, at: '2026-11-21T10:00:00.000Z' },
      ],
    })
  })

  test('is edited only by its author, and deleted by its author or an administrator', async () => {
    const { id } = await write('Frist')
    const answer = await reply(id, 'Yes')
    for (const [path, as] of [
      [`/comments/${id}`, 'jon'],
      [`/comments/${id}/replies/${answer.id}`, 'mira'],
    ] as const) {
      expect(await refusal('PATCH', path, { text: 'Mine now' }, as)).toEqual([403, 'comments.not_yours'])
      expect(await refusal('DELETE', path, undefined, as)).toEqual([403, 'comments.not_yours'])
    }
    expect(await refusal('PATCH', `/comments/${id}`, { text: 'Mine now' }, 'root')).toEqual([403, 'comments.not_yours'])
    world.api.clock.set('2026-11-21T09:00:00Z')
    expect(await ask('PATCH', `/comments/${id}`, { text: 'First' })).toMatchObject({
      text: 'First',
      editedAt: '2026-11-21T09:00:00.000Z',
    })
    await ask('DELETE', `/comments/${id}`, undefined, 'root')
    // its place stays for the reply
    expect((await listOf()).items).toMatchObject([
      {
        text: '',
        deletedAt: '2026-11-21T09:00:00.000Z',
        changes: [{ change: 'deleted-comment', by: { name: 'Root' } }],
        replies: [{ text: 'Yes' }],
      },
    ])
    expect(await refusal('DELETE', `/comments/${id}`)).toEqual([404, 'comments.not_found'])
    expect(await refusal('PATCH', `/comments/${id}`, { text: 'Back' })).toEqual([404, 'comments.not_found'])
    await ask('DELETE', `/comments/${id}/replies/${answer.id}`, undefined, 'jon')
    expect((await listOf()).items).toEqual([])
  })

  test('keeps markup as the words that somebody typed', async () => {
    const text = '<script>alert(1)</script> & <b>bold</b> \u202e'
    expect((await write(text)).text).toBe(text)
  })
})

describe('a mention', () => {
  test('arrives in the inbox once, with a link, also when it was added later', async () => {
    const { id } = await write('Look')
    expect(await commentsIn('jon')).toEqual([])
    await ask('PATCH', `/comments/${id}`, { text: `@[${ids.jon}] @[${ids.jon}] look` })
    await ask('PATCH', `/comments/${id}`, { text: `@[${ids.jon}] please look` })
    expect(await commentsIn('jon')).toMatchObject([
      {
        title: 'Mira Solberg mentioned you: oat milk',
        message: '@Jon Aker @Jon Aker look',
        from: { name: 'Mira Solberg' },
        signalId: world.signalId,
        path: `/signals/${world.signalId}?comments=${id}`,
      },
    ])
    expect(await commentsIn('mira')).toEqual([])
  })

  test('of somebody of another organization, unknown or without access is refused, and nothing is stored', async () => {
    for (const id of [ids.ana, 'usr_nobody'])
      expect(await refusal('POST', '/comments', { ...onSignal(), text: `@[${id}] hello` })).toEqual([
        422,
        'comments.mention_unknown',
      ])
    const story = await groupStory()
    const hidden = { kind: 'story', itemId: story.id, text: `@[${ids.tor}] hello` }
    expect(await refusal('POST', '/comments', hidden)).toEqual([422, 'comments.mention_cannot_read'])
    expect((await list('')).items).toEqual([])
    expect(await commentsIn('ana')).toEqual([])
    expect(await commentsIn(tor)).toEqual([])
    await write(`@[${ids.liv}] hello`, 'mira', { kind: 'story', itemId: story.id })
    expect(await commentsIn(liv)).toHaveLength(1)
  })

  test('of twenty people is the most, however often each is named', async () => {
    await write(`@[${ids.jon}]`.repeat(100))
    expect(await commentsIn('jon')).toHaveLength(1)
    const many = Array.from({ length: 250 }, (_, n) => `@[usr_${n}]`).join('')
    const refused = await refusal('POST', '/comments', { ...onSignal(), text: many })
    expect(refused).toEqual([422, 'comments.too_many_mentions'])
  })
})

describe('a reply', () => {
  test('reaches everybody who wrote, once each, and not its author', async () => {
    const { id } = await write('Why?')
    await reply(id, 'The festival.')
    await reply(id, `@[${ids.mira}] indeed`, liv)
    expect((await commentsIn('mira')).map(({ title }) => title).toSorted()).toEqual([
      'Jon Aker replied: oat milk',
      'Liv Berg mentioned you: oat milk',
    ])
    expect((await commentsIn('jon')).map(({ title }) => title)).toEqual(['Liv Berg replied: oat milk'])
    expect(await commentsIn(liv)).toEqual([])
    // those who take part find it, and those who are only colleagues do not
    for (const [who, count] of [
      ['mira', 1],
      ['jon', 1],
      [liv, 1],
      [tor, 0],
    ] as const)
      expect((await list('', who)).items).toHaveLength(count)
  })

  test('is not sent to somebody who can no longer open the story', async () => {
    const story = await groupStory()
    const { id } = await write('Why?', liv, { kind: 'story', itemId: story.id })
    await ask('PUT', '/stories/update', { id: story.id, organizationGroupId: null })
    await reply(id, 'Because.', 'mira')
    expect(await commentsIn(liv)).toEqual([])
  })

  test('has no replies of its own', async () => {
    const { id } = await write('Why?')
    const answer = await reply(id, 'Because.')
    expect(await refusal('POST', `/comments/${answer.id}/replies`, { text: 'Deeper' })).toEqual([
      404,
      'comments.not_found',
    ])
  })
})

describe('limits', () => {
  test('a person writes twenty comments a minute, also at once', async () => {
    const { id } = await write('First')
    const post = () => world.ask('POST', `/comments/${id}/replies`, { text: 'Again' })
    const statuses = (await Promise.all(Array.from({ length: 25 }, post))).map(({ status }) => status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(19)
    expect(statuses.filter((status) => status === 429)).toHaveLength(6)
    expect(await refusal('POST', '/comments', { ...onSignal(), text: 'More' })).toEqual([429, 'comments.too_fast'])
    await write('Somebody else', 'jon')
    world.api.clock.set(new Date(world.api.clock.now().getTime() + 61_000).toISOString())
    await write('A minute later')
  })

  test('deleting, replying and resolving at once leaves a consistent discussion', async () => {
    const { id } = await write('Race')
    const replies = await Promise.all(Array.from({ length: 6 }, (_, n) => reply(id, `Reply ${n}`)))
    const outcomes = await Promise.all([
      world.ask('DELETE', `/comments/${id}`),
      world.ask('DELETE', `/comments/${id}`),
      world.ask('PATCH', `/comments/${id}`, { resolved: true }, 'jon'),
      world.ask('POST', `/comments/${id}/replies`, { text: 'Late' }, 'jon'),
      ...replies.map((each) => world.ask('DELETE', `/comments/${id}/replies/${each.id}`, undefined, 'jon')),
    ])
    for (const { status } of outcomes) expect([200, 404]).toContain(status)
    expect(outcomes.slice(0, 2).filter(({ status }) => status === 200)).toHaveLength(1)
    const { rows } = await world.api.database.pool.query<{ n: number }>(
      'select count(*)::int as n from comment where deleted_at is not null and not exists (select from comment r where r.parent_id = comment.id)',
    )
    expect(rows).toEqual([{ n: 0 }])
  })
})

describe('what goes', () => {
  test('a deleted story takes its comments with it', async () => {
    const story = await groupStory()
    const { id } = await write('Why?', 'mira', { kind: 'story', itemId: story.id })
    await reply(id, 'Because.', liv)
    await ask('DELETE', `/stories/delete/${story.id}`)
    expect(await refusal('GET', `/comments/${id}`)).toEqual([404, 'comments.not_found'])
    const { rows } = await world.api.database.pool.query('select from comment')
    expect(rows).toEqual([])
  })

  test('a deleted document hides its comments at once', async () => {
    const { database, clock } = world.api
    const documents = createDocumentsModule({ database, clock, createId: createSequentialIds(), log: silentLog })
    const post = sampleDocument({ sourceKey: 'reddit', nativeId: 't3_a', url: null, title: 'Oat milk' })
    const [itemId = ''] = (await documents.storeDocuments([post])).ids
    const { id, path } = await write('Strange', 'mira', { kind: 'document', itemId, signalId: world.signalId })
    expect(path).toBe(`/signals/${world.signalId}?docs=all&ids=${itemId}&doc=${itemId}&comments=${id}`)
    expect((await listOf(itemId, '', 'jon')).items).toHaveLength(1)
    expect(await documents.removeByOrigin({ sourceKey: 'reddit', nativeIds: ['t3_a'] })).toBe(1)
    expect(await refusal('GET', `/comments/${id}`)).toEqual([404, 'comments.not_found'])
    expect((await list('')).items).toEqual([])
  })

  test('a person without access stays named, and what a deleted person wrote goes with them', async () => {
    const { id } = await write('Kept')
    await reply(id, `@[${ids.mira}] bye`)
    const own = await write('Gone', 'jon')
    const root = (method: TestRequest['method'], path: string, body?: object) => ask(method, path, body, 'root')
    await write(`@[${ids.jon}] see you`)
    await root('PATCH', `/godmode/users/${ids.jon}`, { disabled: true })
    expect((await listOf()).items.find((each) => each.id === own.id)).toMatchObject({ author: { name: 'Jon Aker' } })
    const preview = await root('GET', `/godmode/users/${ids.jon}/deletion`)
    expect(preview).toMatchObject({ things: expect.arrayContaining([{ kind: 'comments', count: 2 }]) })
    await root('DELETE', `/godmode/users/${ids.jon}`)
    const { items } = await listOf()
    expect(items.map(({ text }) => text).toSorted()).toEqual(['@former colleague see you', 'Kept'])
    expect(items.flatMap(({ replies }) => replies)).toEqual([])
  })

  test('readers of share links never see comments', async () => {
    await write('Between us')
    const link = await ask<{ token: string }>('POST', '/shareLinks', {
      kind: 'signal',
      itemId: world.signalId,
      access: 'anyone',
    })
    const shared = await world.api.request({ method: 'GET', path: `/sharedItems/${link.token}` })
    expect(shared.statusCode).toBe(200)
    expect(shared.body).not.toContain('Between us')
    expect((await world.api.request({ method: 'GET', path: '/comments' })).statusCode).toBe(401)
  })
})

test('people whose reports are switched off see comments about stories only', async () => {
  const story = await groupStory()
  await write('About a report')
  await write('About a story', 'mira', { kind: 'story', itemId: story.id })
  const { id } = await write('Hidden', 'mira')
  await ask('POST', `/godmode/users/${ids.mira}/modules`, { module: 'signals', access: false }, 'root')
  expect((await list('')).items.map(({ text }) => text)).toEqual(['About a story'])
  expect(await refusal('GET', `/comments/${id}`)).toEqual([403, 'module.off'])
})

test('a comment that mentions nobody is announced at once, to nobody', async () => {
  await write('Only words')
  const { rows } = await world.api.database.pool.query('select announced_at is not null as done from comment')
  expect(rows).toEqual([{ done: true }])
})

test('a comment that cannot be announced keeps no other waiting, although there are more than one pass takes', async () => {
  const { database, clock } = world.api
  const insert = (id: string, author: string) =>
    database.pool.query(
      `insert into comment (id, kind, item_id, title, author_id, text, created_at, active_at)
       values ('${id}', 'signal', 'sig_1', 'oat milk', '${author}', 'Words', '2026-11-20T08:00:00Z', '2026-11-20T08:00:00Z')`,
    )
  for (let at = 0; at < 201; at += 1) await insert(`cm_a${at}`, ids.jon)
  await insert('cm_z', ids.mira)
  const people = stub<CommentDependencies['people']>({
    find: async (wanted) => (wanted.includes(ids.jon) ? Promise.reject(new Error('A damaged person')) : new Map()),
  })
  const deps = stub<CommentDependencies>({
    database,
    clock,
    people,
    deliver: async () => {},
    log: createLogger('silent'),
  })
  await announceMissed(clock.now(), deps, new AbortController().signal)
  const { rows } = await database.pool.query('select id from comment where announced_at is not null')
  expect(rows).toEqual([{ id: 'cm_z' }])
})

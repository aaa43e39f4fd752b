import type {
  DeletedDocumentPage,
  Export,
  Import,
  Portfolio,
  ShareLink,
  SignalReport,
  Story,
  StoryCard,
  ZeusMessage,
  ZeusReply,
} from '@auspex/sdk/types'
import type { SourceDocument } from '@auspex/sources'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { findTraces } from '../testing/find-traces.ts'
import { searchToEnd } from '../testing/finish-search.ts'
import { createTestApi, type TestApi, type TestRequest } from '../testing/test-api.ts'
import { documentsAbout } from '../testing/stored-documents.ts'
import { answering, type FakeSource, fakeSource } from './search/testing/fake-sources.ts'
import { createScriptedAnalyst, understanding } from './zeus/testing/scripted-analyst.ts'

/** Documents with a mark in each of their parts, which nothing else has. */
const ofReddit = {
  nativeId: 't3_quillfoam',
  url: 'https://forum.example/quillfoam/1',
  title: 'The quillfoam oat milk foam collapses in every single iced latte',
  body: 'Nobody at the quillfoam bar could explain why the foam of this carton fell apart so quickly after pouring. It is terrible.',
  author: 'quillfoam_fan',
  publishedAt: '2026-11-19T10:00:00Z',
  lang: 'en',
}
const imported = {
  sourceKey: 'imported',
  nativeId: 'damsonfoam',
  kind: 'article',
  outlet: 'damsonfoam.example',
  url: 'https://damsonfoam.example/1',
  title: 'Damsonfoam brings oat milk with plums to forty northern supermarkets',
  body: 'The damsonfoam dairy says that its purple drink of oat milk and plums will reach shops before Christmas. It is lovely.',
  author: 'damsonfoam desk',
  publishedAt: '2026-11-18T10:00:00Z',
  lang: 'en',
}
/** Words of their texts without the marks: a search for the marks alone would miss them. */
const plainWords = [
  'collapses in every single iced latte',
  'fell apart so quickly after pouring',
  'plums to forty northern supermarkets',
  'plums will reach shops before Christmas',
]
const analysis =
  'Baristas complain: nobody at the quillfoam bar could explain why the foam of this carton fell apart so quickly after pouring. Others are content.'

let api: TestApi
const connectors: FakeSource[] = []
const { script, analyst } = createScriptedAnalyst()
beforeAll(async () => {
  api = await createTestApi({ connectors, analyst, jobs: true, config: { sources: 'live' } })
})
afterAll(() => api.close())

const read = async <T>(path: string, as: TestRequest['as'] = 'mira') =>
  (await api.request({ method: 'GET', path, as })).json<T>()
const post = async <T>(path: string, body: object, as: TestRequest['as'] = 'mira') => {
  const reply = await api.request({ method: 'POST', path, as, body })
  expect([path, reply.statusCode, reply.body]).toMatchObject([path, 200, expect.any(String)])
  return reply.json<T>()
}
const posts = documentsAbout({ term: 'oat milk', count: 30, sourceKey: 'reddit', kind: 'post', outlet: 'reddit/r/tea' })
const deletedPost: SourceDocument = { ...(posts[0] as SourceDocument), ...ofReddit }

function setRedditResponse(documents: SourceDocument[], gone: string[]): void {
  const answer: Parameters<typeof fakeSource>[0]['answer'] = async (...args) =>
    Object.assign(await answering(documents)(...args), { gone })
  connectors.splice(0, connectors.length, fakeSource({ key: 'reddit', answer }))
}

async function importArticle(): Promise<string> {
  const file = { name: 'press.jsonl', sha256: 'a'.repeat(64), bytes: 1 }
  const { id: importId } = await post<Import>('/imports', file, 'importer')
  const document = { ...imported, datePrecision: 'second', country: 'US', countryBasis: 'source', engagement: null }
  await post(
    `/imports/${importId}/batches`,
    { firstLine: 1, lastLine: 1, documents: [document], rejected: [] },
    'importer',
  )
  await api.request({ method: 'PATCH', path: `/imports/${importId}`, as: 'importer', body: { state: 'completed' } })
  return importId
}

async function exportFile(kind: string, id: string, format: string): Promise<Export> {
  const { id: exportId } = await post<Export>('/exports', { kind, id, format })
  return vi.waitFor(
    async () => {
      const made = await read<Export>(`/exports/${exportId}`)
      expect(made.status).toBe('complete')
      return made
    },
    { timeout: 60_000, interval: 20 },
  )
}

describe('a document that is quoted everywhere', () => {
  let importId = ''
  let signalId = ''
  let story: Story
  let paths: string[] = []
  let files: Export[] = []
  let answer: ZeusMessage
  let [atSource, byOperator] = ['', '']
  let documentsBefore = 0
  const card = (content: object, frozen = true) =>
    post<StoryCard>('/stories/addCard', { storyId: story.id, content, frozen })

  beforeAll(async () => {
    importId = await importArticle()
    setRedditResponse([deletedPost, ...posts.slice(1)], [])
    signalId = (await searchToEnd(api, { query_term: 'oat milk' })).signal_id
    const listed = await read<{ items: { id: string; title: string }[] }>(`/signals/${signalId}/documents?perPage=100`)
    const idOf = (title: string) => listed.items.find((item) => item.title === title)?.id ?? ''
    atSource = idOf(deletedPost.title)
    byOperator = idOf(imported.title)
    documentsBefore = (await read<SignalReport>(`/signal/json/${signalId}`)).counts.documents

    story = await post<Story>('/stories/create', { title: 'Foam' })
    for (const [documentId, text] of [
      [atSource, 'fell apart so quickly after pouring'],
      [byOperator, 'plums will reach shops before Christmas'],
    ] as const) {
      await card({ kind: 'quote', documentId, text })
      await card({ kind: 'document', documentId, title: '', url: null })
    }
    for (const section of ['voices', 'summary', 'changes'])
      await card({ kind: 'section', signalId, section, title: '', text: '', points: [], rows: [] })
    await card({ kind: 'number', signalId, measure: 'documents', value: null, low: null, high: null })
    const link = await post<ShareLink>('/shareLinks', { kind: 'story', itemId: story.id, access: 'anyone' })

    script.answer = async function* () {
      yield { type: 'understanding', understanding }
      yield { type: 'text-delta', delta: analysis }
      const quote = 'fell apart so quickly after pouring'
      const place = { number: 1, claimStart: 20, claimEnd: analysis.indexOf(' Others') }
      const quoteStart = deletedPost.body?.indexOf(quote) ?? 0
      const span = { field: 'body', quoteStart, quoteEnd: quoteStart + quote.length, quote } as const
      yield { type: 'citation-added', citation: { kind: 'document', documentId: atSource, ...place, ...span } }
      const claimStart = analysis.indexOf('Others')
      const measured = { signalId, section: 'tone', pointer: '/mean', value: null } as const
      yield {
        type: 'citation-added',
        citation: { kind: 'measure', number: 2, claimStart, claimEnd: analysis.length, ...measured },
      }
    }
    const { threadId, message } = await post<ZeusReply>('/zeus/getZeusReply', { message: 'What of the foam?' })
    answer = message
    const report = await post<{ id: string }>('/zeus/saveZeusReport', { title: 'Foam', contents: answer.content })
    const portfolio = await post<Portfolio>('/portfolio/createWithTrendsBulk', {
      title: 'Milks',
      trends: [{ signalId }],
    })
    for (const format of ['csv', 'html', 'bundle']) files.push(await exportFile('signal', signalId, format))
    files.push(await exportFile('story', story.id, 'pdf'), await exportFile('thread', threadId, 'docx'))
    files.push(await exportFile('portfolio', portfolio.id, 'xlsx'))
    paths = [
      `/signal/json/${signalId}`,
      `/signals/${signalId}/documents?perPage=100`,
      `/stories/${story.id}`,
      `/sharedItems/${link.token}`,
      `/zeus/getZeusReports?id=${report.id}`,
      `/zeus/getZeusData?id=${threadId}`,
      `/portfolio/${portfolio.id}`,
      '/users/inbox-list',
    ]
    await sql`
      insert into webhook_delivery (id, monitor_id, day, url, body, created_at)
      values ('wd_1', 'mon_1', '2026-11-20', 'https://hook.example',
        ${JSON.stringify({ headline: { documentId: atSource, title: deletedPost.title, url: deletedPost.url } })}::jsonb, now())`.execute(
      api.database.kysely,
    )
  }, 240_000)

  test('is there before, or this proves nothing', async () => {
    const tables = await findTraces(api.database, 'quillfoam')
    expect(tables).toEqual(expect.arrayContaining(['story_card', 'zeus_message', 'zeus_report', 'signal_report']))
    expect(await readAll()).toContain('quillfoam')
    expect(await readAll()).toContain('damsonfoam')
  })

  test('is nowhere after its source says that it was deleted', async () => {
    api.clock.set('2026-11-21T08:45:00Z')
    setRedditResponse(posts.slice(1), [ofReddit.nativeId])
    await searchToEnd(api, { query_term: 'oat milk' })
    expect(await findTraces(api.database, 'quillfoam')).toEqual([])
    expect(await readAll()).not.toContain('quillfoam')
    // the other one says the same of itself
    expect(await readAll()).toContain('damsonfoam')
  })

  test('is nowhere after an operator deletes it', async () => {
    const deleted = await api.request({ method: 'DELETE', path: `/imports/${importId}`, as: 'importer' })
    expect(deleted.statusCode).toBe(200)
    expect(await findTraces(api.database, 'damsonfoam')).toEqual([])
    const everything = await readAll()
    for (const words of ['damsonfoam', ...plainWords]) expect(everything).not.toContain(words)
    for (const words of plainWords) expect(await findTraces(api.database, words)).toEqual([])
  })

  test('is a note where it was quoted', async () => {
    const { cards } = await read<Story>(`/stories/${story.id}`)
    const quotes = cards.flatMap(({ content, deletion }) =>
      content.kind === 'quote' ? [{ ...content, deletion }] : [],
    )
    expect(quotes).toMatchObject([
      {
        text: 'A document quoted here was deleted at its source on 21 November 2026.',
        deletion: 'The document shown here was deleted at its source on 21 November 2026.',
      },
      {
        text: 'A document quoted here was deleted by an operator on 21 November 2026.',
        deletion: 'The document shown here was deleted by an operator on 21 November 2026.',
      },
    ])
    const links = cards.flatMap(({ content }) => (content.kind === 'document' ? [content] : []))
    expect(links.map(({ url }) => url)).toEqual([null, null])
  })

  test('stays in the counts of frozen cards, which say so', async () => {
    const { cards } = await read<Story>(`/stories/${story.id}`)
    const number = cards.find(({ content }) => content.kind === 'number')
    expect(number).toMatchObject({ content: { value: documentsBefore } })
    expect(number?.deletion).toMatch(
      /^2 documents counted here were deleted, the last on .*The numbers are as they were measured\.$/,
    )
    expect((await read<SignalReport>(`/signal/json/${signalId}`)).counts.documents).toBe(documentsBefore - 2)
  })

  test('is a note in an answer of Zeus, whose other evidence stays where it belongs', async () => {
    const threads = await read<{ items: { messages: ZeusMessage[] }[] }>(
      paths.find((path) => path.startsWith('/zeus/getZeusData')) ?? '',
    )
    const message = threads.items[0]?.messages.find(({ id }) => id === answer.id)
    expect(message?.content).toBe(
      'Baristas complain: A document quoted here was deleted at its source on 21 November 2026. Others are content.',
    )
    const [cited, measured] = message?.citations ?? []
    expect(cited).toMatchObject({ quote: 'A document quoted here was deleted at its source on 21 November 2026.' })
    expect(message?.content.slice(measured?.claimStart, measured?.claimEnd)).toBe('Others are content.')
  })

  test('withdraws files that contained it, and new files are made without it', async () => {
    for (const { id } of files) {
      const file = await read<Export>(`/exports/${id}`)
      expect([file.kind, file.status, file.reason]).toEqual([
        file.kind,
        'failed',
        expect.stringMatching(/deleted .* on 21 November 2026\. Export it again/),
      ])
    }
    const again = await exportFile('signal', signalId, 'csv')
    const { body } = await api.request({ method: 'GET', path: `/exports/${again.id}/file`, as: 'mira' })
    expect(body).toContain('oat milk')
    for (const words of ['quillfoam', 'damsonfoam', ...plainWords]) expect(body).not.toContain(words)
  })

  test('is listed as deleted, by its id alone', async () => {
    const listedOnly = { deletedAt: '2026-11-21T08:45:00.000Z', reason: null, isBlocked: false, isErased: true }
    const page = await read<DeletedDocumentPage>(`/deletedDocuments?ids=${atSource},${byOperator},doc_1`)
    expect(page.items).toEqual(
      expect.arrayContaining([
        { documentId: atSource, way: 'source', ...listedOnly },
        { documentId: byOperator, way: 'operator', ...listedOnly },
      ]),
    )
    expect(page.page.total).toBe(2)
  })

  async function readAll(): Promise<string> {
    const bodies: string[] = []
    for (const path of paths) {
      const { statusCode, body } = await api.request({ method: 'GET', path, as: 'mira' })
      expect([path, statusCode]).toEqual([path, 200])
      bodies.push(body)
    }
    return bodies.join('\n')
  }
})

describe('a document that an administrator deletes by hand', () => {
  const reason = 'Its author asked for it by email.'
  const found = { ...ofReddit, nativeId: 't3_medlarfoam', url: 'https://forum.example/medlarfoam/1' }
  const unwanted: SourceDocument = {
    ...(posts[0] as SourceDocument),
    ...found,
    title: 'The medlarfoam oat milk turns grey in every cup of tea that I poured',
    body: 'Nobody at the medlarfoam stall could tell why this carton turned grey so soon after it was opened.',
    author: 'medlarfoam_fan',
  }
  let signalId = ''
  let documentId = ''
  const path = () => `/documents/${documentId}?reason=${encodeURIComponent(reason)}`
  const searchAgain = async (at: string) => {
    api.clock.set(at)
    setRedditResponse([unwanted, ...posts.slice(1)], [])
    return searchToEnd(api, { query_term: 'oat milk' })
  }
  const ids = async () => {
    const { items } = await read<{ items: { id: string }[] }>(`/signals/${signalId}/documents?perPage=100`)
    return items.map(({ id }) => id)
  }
  const listed = async (as: TestRequest['as']) =>
    (await read<DeletedDocumentPage>(`/deletedDocuments?ids=${documentId}`, as)).items

  beforeAll(async () => {
    signalId = (await searchAgain('2026-11-21T09:00:00Z')).signal_id
    const { items } = await read<{ items: { id: string; title: string }[] }>(
      `/signals/${signalId}/documents?perPage=100`,
    )
    documentId = items.find(({ title }) => title === unwanted.title)?.id ?? ''
    const story = await post<Story>('/stories/create', { title: 'Grey' })
    await post<StoryCard>('/stories/addCard', {
      storyId: story.id,
      content: { kind: 'quote', documentId, text: 'turned grey so soon after it was opened' },
      frozen: true,
    })
  })

  test('is deleted by nobody else, and not without a reason', async () => {
    for (const as of ['mira', 'importer'] as const)
      expect((await api.request({ method: 'DELETE', path: path(), as })).statusCode).toBe(403)
    for (const query of ['', '?reason=', '?reason=%20'])
      expect(
        (await api.request({ method: 'DELETE', path: `/documents/${documentId}${query}`, as: 'root' })).statusCode,
      ).toBe(422)
    expect(await ids()).toContain(documentId)
  })

  test('is nowhere afterwards, neither in the library nor where it was quoted', async () => {
    const quotation = 'turned grey so soon after it was opened'
    expect(await findTraces(api.database, quotation)).toEqual(expect.arrayContaining(['story_card']))
    const reply = await api.request({ method: 'DELETE', path: path(), as: 'root' })
    expect([reply.statusCode, reply.json()]).toEqual([
      200,
      expect.objectContaining({
        documentId,
        deletedAt: '2026-11-21T09:00:00.000Z',
        way: 'operator',
        reason,
        isBlocked: true,
      }),
    ])
    expect(await ids()).not.toContain(documentId)
    await vi.waitFor(async () => expect(await listed('root')).toMatchObject([{ isErased: true }]), {
      timeout: 60_000,
      interval: 20,
    })
    expect(await findTraces(api.database, 'medlarfoam')).toEqual([])
    expect(await findTraces(api.database, quotation)).toEqual([])
    expect(await ids()).not.toContain(documentId)
  })

  test('cannot be deleted twice, and an unknown one not at all', async () => {
    for (const each of [path(), path().replace(documentId, 'doc_0')]) {
      const reply = await api.request({ method: 'DELETE', path: each, as: 'root' })
      expect([reply.statusCode, reply.json().code]).toEqual([404, 'documents.not_found'])
    }
  })

  test('does not come back with the next search or import', async () => {
    await searchAgain('2026-11-22T09:00:00Z')
    expect(await ids()).not.toContain(documentId)
    expect(await findTraces(api.database, 'medlarfoam')).toEqual([])
  })

  test('is listed with its reason for administrators only', async () => {
    expect(await listed('root')).toMatchObject([{ documentId, reason, isBlocked: true }])
    expect(await listed('ana')).toMatchObject([{ documentId, reason: null, isBlocked: true }])
  })

  test('comes back with the next search once an administrator allows it, and is then not listed as deleted', async () => {
    const allow = (as: TestRequest['as']) =>
      api.request({ method: 'PATCH', path: `/deletedDocuments/${documentId}`, as, body: { isBlocked: false } })
    expect((await allow('mira')).statusCode).toBe(403)
    expect((await allow('root')).json()).toMatchObject({ documentId, reason, isBlocked: false })
    expect(await ids()).not.toContain(documentId)
    await searchAgain('2026-11-23T09:00:00Z')
    expect(await ids()).toContain(documentId)
    expect(await listed('root')).toEqual([])
    const reply = await allow('root')
    expect([reply.statusCode, reply.json().code]).toEqual([404, 'documents.not_deleted'])
  })
})

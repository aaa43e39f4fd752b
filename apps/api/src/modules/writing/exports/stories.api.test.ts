import type { AssistantEvent, Export, Story } from '@auspex/sdk/types'
import { XMLValidator } from 'fast-xml-parser'
import { strFromU8, unzipSync } from 'fflate'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eventsOf } from '../../zeus/testing/read-run.ts'
import { listElements, readPdf, textBelow } from '../testing/read-pdf.ts'
import { createStoryApi, liv, type StoryApi, tor } from '../testing/story-api.ts'

describe('stories api', () => {
  let world: StoryApi
  let story: Story
  let page: string
  let pdf: ReturnType<typeof readPdf>

  const hostile = '</title><script>alert(1)</script><img src=x onerror=alert(2)>'
  const markdown = `# First heading

Words with **weight**, \`<b>code</b>\` and [a safe link](https://example.org/read?a=1&b=2).

[click me](javascript:alert(3)) and [me too](data:text/html,alert) and ${hostile}

- one
- two`

  beforeAll(async () => {
    world = await createStoryApi()
    const { id } = await world.make({ title: `Foam ${hostile}`, displayTitle: `Foam ${hostile}` })
    const signalId = world.signalId
    const number = { kind: 'number', signalId, measure: 'documents', value: null, low: null, high: null }
    await world.addCard(id, { kind: 'text', text: markdown }, { caption: `Caption ${hostile}` })
    await world.addCard(id, number, { frozen: true })
    await world.addCard(id, { kind: 'chart', signalId, measure: 'documents', points: [] })
    await world.addCard(id, { kind: 'section', signalId, section: 'voices', title: '', text: '', points: [], rows: [] })
    await world.addCard(id, { kind: 'quote', documentId: world.documentId, text: 'The foam of oat milk falls apart' })
    await world.addCard(id, { kind: 'document', documentId: world.documentId, title: '', url: null })
    await world.addCard(id, { kind: 'signal', signalId, title: 'x', stage: null })
    await world.addCard(id, { kind: 'image', image: await upload(id), alt: 'A violet square' })
    story = await world.open(id)
    page = (await fileOf(await exportAs('html'))).toString('utf8')
    pdf = readPdf(await fileOf(await exportAs('pdf')))
  })
  afterAll(() => world.api.close())

  async function upload(id: string): Promise<string> {
    const bytes = await sharp({ create: { width: 30, height: 20, channels: 3, background: '#70f' } })
      .png()
      .toBuffer()
    const head = '--b\r\nContent-Disposition: form-data; name="image"; filename="a"\r\nContent-Type: image/png\r\n\r\n'
    const body = Buffer.concat([Buffer.from(head), bytes, Buffer.from('\r\n--b--\r\n')])
    const headers = { 'content-type': 'multipart/form-data; boundary=b' }
    const path = `/stories/${id}/images`
    return (await world.api.request({ method: 'POST', path, as: 'mira', body, headers })).json().image
  }

  const exportAs = (format: string, id = story.id) => world.exportToEnd({ kind: 'story', id, format })

  async function fileOf({ id, status, reason }: Export): Promise<Buffer> {
    expect([status, reason]).toEqual(['complete', null])
    return (await world.api.request({ method: 'GET', path: `/exports/${id}/file`, as: 'mira' })).rawPayload
  }

  describe('a story as HTML', () => {
    test('shows every card with the values of the story', () => {
      const frozen = story.cards[1]?.content as { value: number }
      for (const words of [
        `>${frozen.value}<`,
        'First heading',
        'outlet-0.example',
        'The foam of oat milk falls apart',
      ])
        expect(page).toContain(words)
      expect(page).toContain('Frozen: as measured on 21 November 2026')
      expect(page).toContain('<strong>weight</strong>')
      expect(page).toContain('<polyline')
      expect(page).toContain('alt="A violet square"')
    })

    test('makes no network requests, and is not allowed to', () => {
      expect(page).toContain(`content="default-src &#39;none&#39;`)
      expect([...page.matchAll(/\ssrc="([^"]{0,10})/g)].map(([, begin]) => begin)).toEqual(['data:image'])
      expect(page).not.toMatch(/<link|@import|url\(|<iframe|<object|<form/i)
    })

    test('runs nothing: hostile text stays text, and links only lead to the web', () => {
      expect(page).not.toMatch(/<script|<img src=x|javascript:|data:text/i)
      expect(page).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
      expect(page).toContain('&lt;b&gt;code&lt;/b&gt;')
      const links = [...page.matchAll(/href="([^"]*)"/g)].map(([, href]) => href ?? '')
      expect(links).toContain('https://example.org/read?a=1&amp;b=2')
      for (const href of links) expect(href).toMatch(/^https:\/\/example\.org\//)
      expect(page).toContain('click me')
    })

    test('has headings in order, starting with the title of the page', () => {
      const levels = [...page.matchAll(/<h([1-6])/g)].map(([, level]) => Number(level))
      expect(levels[0]).toBe(1)
      expect(levels.filter((level) => level === 1)).toHaveLength(1)
      for (const [place, level] of levels.entries()) expect(level - (levels[place - 1] ?? 0)).toBeLessThanOrEqual(1)
    })
  })

  describe('a story as PDF', () => {
    test('is tagged, states its language and title, and leaves nothing out of the structure', () => {
      expect(pdf).toMatchObject({ isTagged: true, language: 'en' })
      expect(pdf.title).toContain('Foam')
      expect(pdf.untagged.trim()).toBe('')
    })

    test('has headings, lists and quotations, and text alternatives for charts and pictures', () => {
      const elements = listElements(pdf.root)
      const of = (type: string) => elements.filter((element) => element.type === type)
      expect(of('H1')).toHaveLength(1)
      expect(of('H2').map(({ text }) => text)).toContain('First heading')
      expect(of('L').length).toBeGreaterThanOrEqual(2)
      expect(of('BlockQuote').map(textBelow).join()).toContain('The foam of oat milk falls apart')
      expect(of('Figure').map(({ alt }) => alt)).toEqual([
        expect.stringContaining('Documents a day from'),
        'A violet square',
      ])
      const links = of('Link').map(({ text }) => text)
      expect(links).toContainEqual(expect.stringContaining('https://example.org/read'))
      expect(links.join()).not.toContain('javascript:')
    })
  })

  describe('exports of stories', () => {
    test('contain what the person may see', async () => {
      const createExport = async (as: Parameters<StoryApi['ask']>[3]) =>
        (await world.ask('POST', '/exports', { kind: 'story', id: story.id, format: 'pdf' }, as)).body.code
      expect([await createExport(tor), await createExport(liv), await createExport('ana')]).toEqual(
        Array(3).fill('stories.not_found'),
      )
    })

    test('are refused to people without the module', async () => {
      const eva = { ...liv, sub: 'eva', email: 'eva@northwind.example', groups: [] as string[] }
      const { id } = await world.make({}, eva)
      const me = (await world.ask('GET', '/users/me', undefined, eva)).body.profile.id
      await world.api.database.pool.query(
        `insert into module_access (user_id, module, access, updated_at) values ($1, 'stories', false, now())`,
        [me],
      )
      world.api.clock.set('2026-11-21T12:00:00Z')
      const { status, body } = await world.ask('POST', '/exports', { kind: 'story', id, format: 'pdf' }, eva)
      expect([status, body.code]).toEqual([403, 'module.off'])
    })
  })
})

describe('threads api', () => {
  let world: StoryApi
  let threadId: string
  let minute = 0

  const hostile = '</w:t><script>alert(1)</script>'
  const question = `What is said about oat milk? ${hostile}`

  beforeAll(async () => {
    world = await createStoryApi()
    threadId = await sendMessage(question)
    await sendMessage('Quote what people say about oat milk', { threadId })
  })
  afterAll(() => world.api.close())

  async function sendMessage(message: string, more: object = {}): Promise<string> {
    const body = { message, signalIds: [world.signalId], ...more }
    const reply = await world.api.request({ method: 'POST', path: '/v1/zeus/query-stream', as: 'mira', body })
    // the next message and the file come later
    minute += 1
    world.api.clock.set(new Date(Date.UTC(2026, 10, 22, 8, minute)).toISOString())
    const [start] = eventsOf(reply.body) as Extract<AssistantEvent, { type: 'run-start' }>[]
    return start?.threadId ?? ''
  }

  const make = (format: string, id = threadId) => world.exportToEnd({ kind: 'thread', id, format })

  async function exportAs(format: string): Promise<Buffer> {
    const created = await make(format)
    expect([created.status, created.reason]).toEqual(['complete', null])
    return (await world.api.request({ method: 'GET', path: `/exports/${created.id}/file`, as: 'mira' })).rawPayload
  }

  describe('a conversation as Markdown', () => {
    test('has each answer below its question, and a separate footnote for each number', async () => {
      const text = (await exportAs('markdown')).toString('utf8')
      expect(text.match(/^## .+$/gm)?.[0]).toContain('What is said about oat milk?')
      expect(text).toContain('## Quote what people say about oat milk')
      const pointed = [...text.matchAll(/\[\^(\d+)\](?!:)/g)].map(([, label]) => label)
      const noted = [...text.matchAll(/^\[\^(\d+)\]:/gm)].map(([, label]) => label)
      expect(noted.length).toBeGreaterThan(1)
      expect(new Set(noted).size).toBe(noted.length)
      expect(new Set(pointed)).toEqual(new Set(noted))
      expect(text).toMatch(/^\[\^\d+\]: “.+” \(\[Oat milk and foam number \d+\]\(https:\/\/example\.org\/\d+\)\)$/m)
    })
  })

  describe('a conversation as HTML', () => {
    test('says what it is, and runs no script', async () => {
      const page = (await exportAs('html')).toString('utf8')
      expect(page).toContain('<p class="eyebrow">Conversation</p>')
      expect(page).not.toContain('<script')
    })
  })

  describe('a conversation as PDF', () => {
    test('is tagged, with its questions as headings', async () => {
      const pdf = readPdf(await exportAs('pdf'))
      expect([pdf.isTagged, pdf.untagged.trim()]).toEqual([true, ''])
      const heads = listElements(pdf.root).filter(({ type }) => type === 'H2')
      expect(heads.map(textBelow)).toEqual([
        expect.stringContaining('What is said about oat milk?'),
        'Quote what people say about oat milk',
      ])
    })
  })

  describe('a conversation for word processors', () => {
    test('is a complete package with real footnotes', async () => {
      const parts = Object.entries(unzipSync(await exportAs('docx'))).map(
        ([name, bytes]) => [name, strFromU8(bytes)] as const,
      )
      expect(parts.map(([name, text]) => [name, XMLValidator.validate(text)])).toEqual(
        parts.map(([name]) => [name, true]),
      )
      const part = Object.fromEntries(parts)
      expect(part['word/document.xml']).toContain('<w:footnoteReference w:id="1"/>')
      expect(part['word/document.xml']).toContain('alert(1)')
      expect(part['word/document.xml']).not.toContain('<script')
      expect(part['word/footnotes.xml']).toContain('Oat milk and foam number')
    })
  })

  describe('the file of a conversation', () => {
    test('is available to its owner only', async () => {
      for (const stranger of ['ana', 'jon', liv] as const) {
        const refused = await world.ask('POST', '/exports', { kind: 'thread', id: threadId, format: 'pdf' }, stranger)
        expect([refused.status, refused.body.code]).toEqual([404, 'zeus.thread_not_found'])
      }
    })

    test('is refused for an invalid id or format', async () => {
      const createExport = async (body: object) =>
        (await world.ask('POST', '/exports', { kind: 'thread', ...body })).body.code
      expect(await createExport({ id: 'rp_1', format: 'pdf' })).toBe('exports.id_does_not_fit')
      expect(await createExport({ id: threadId, format: 'csv' })).toBe('exports.format_not_made')
    })

    test('is refused to people without the module', async () => {
      const me = (await world.ask('GET', '/users/me')).body.profile.id
      await world.api.database.pool.query(
        `insert into module_access (user_id, module, access, updated_at) values ($1, 'zeus', false, now())`,
        [me],
      )
      world.api.clock.set('2026-11-22T12:00:00Z')
      const { status, body } = await world.ask('POST', '/exports', { kind: 'thread', id: threadId, format: 'pdf' })
      expect([status, body.code]).toEqual([403, 'module.off'])
    })
  })
})

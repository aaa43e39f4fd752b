import type { AssistantEvent, Export } from '@auspex/sdk/types'
import { XMLValidator } from 'fast-xml-parser'
import { strFromU8, unzipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createStoryApi, liv, type StoryApi } from '../testing/story-api.ts'
import { eventsOf } from '../../zeus/testing/read-run.ts'
import { listElements, readPdf, textBelow } from '../testing/read-pdf.ts'

let world: StoryApi
let threadId: string
let minute = 0

const hostile = '</w:t><script>alert(1)</script>'
const question = `What is said about oat milk? ${hostile}`

beforeAll(async () => {
  world = await createStoryApi()
  threadId = await say(question)
  await say('In what tone is oat milk spoken of?', { threadId })
})
afterAll(() => world.api.close())

async function say(message: string, more: object = {}): Promise<string> {
  const body = { message, signalIds: [world.signalId], ...more }
  const reply = await world.api.request({ method: 'POST', path: '/v1/zeus/query-stream', as: 'mira', body })
  // the next message and the file come later
  minute += 1
  world.api.clock.set(new Date(Date.UTC(2026, 10, 22, 8, minute)).toISOString())
  const [start] = eventsOf(reply.body) as Extract<AssistantEvent, { type: 'run-start' }>[]
  return start?.threadId ?? ''
}

async function make(format: string, id = threadId): Promise<Export> {
  let exported: Export = (await world.ask('POST', '/exports', { kind: 'thread', id, format })).body
  while (exported.status === 'queued' || exported.status === 'running') {
    await new Promise((resolve) => setImmediate(resolve))
    exported = (await world.ask('GET', `/exports/${exported.id}`)).body
  }
  return exported
}

async function exportAs(format: string): Promise<Buffer> {
  const made = await make(format)
  expect([made.status, made.reason]).toEqual(['complete', null])
  return (await world.api.request({ method: 'GET', path: `/exports/${made.id}/file`, as: 'mira' })).rawPayload
}

describe('a conversation as Markdown', () => {
  test('has each answer below its question, and a footnote of its own for each number', async () => {
    const text = (await exportAs('markdown')).toString('utf8')
    expect(text.match(/^## .+$/gm)?.[0]).toContain('What is said about oat milk?')
    expect(text).toContain('## In what tone is oat milk spoken of?')
    const pointed = [...text.matchAll(/\[\^(\d+)\](?!:)/g)].map(([, label]) => label)
    const noted = [...text.matchAll(/^\[\^(\d+)\]:/gm)].map(([, label]) => label)
    expect(noted.length).toBeGreaterThan(1)
    expect(new Set(noted).size).toBe(noted.length)
    expect(new Set(pointed)).toEqual(new Set(noted))
    expect(text).toMatch(/^\[\^\d+\]: “.+” \(\[Oat milk and foam number \d+\]\(https:\/\/example\.org\/\d+\)\)$/m)
  })
})

describe('a conversation as a page', () => {
  test('says what it is, and runs nothing', async () => {
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
      'In what tone is oat milk spoken of?',
    ])
  })
})

describe('a conversation for word processors', () => {
  test('is a package of whole parts, with footnotes that are such', async () => {
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
  test('is made for its person alone', async () => {
    for (const stranger of ['ana', 'jon', liv] as const) {
      const refused = await world.ask('POST', '/exports', { kind: 'thread', id: threadId, format: 'pdf' }, stranger)
      expect([refused.status, refused.body.code]).toEqual([404, 'zeus.thread_not_found'])
    }
  })

  test('is refused with an id or a format that does not fit', async () => {
    const createExport = async (body: object) =>
      (await world.ask('POST', '/exports', { kind: 'thread', ...body })).body.code
    expect(await createExport({ id: 'rp_1', format: 'pdf' })).toBe('exports.id_does_not_fit')
    expect(await createExport({ id: threadId, format: 'csv' })).toBe('exports.format_not_made')
  })

  test('is refused to somebody without the module', async () => {
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

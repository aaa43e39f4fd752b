import type { Export, ZeusReport } from '@auspex/sdk/types'
import { strFromU8, unzipSync } from 'fflate'
import { XMLParser, XMLValidator } from 'fast-xml-parser'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createStoryApi, type StoryApi } from '../testing/story-api.ts'
import { listElements, readPdf, textBelow } from '../testing/read-pdf.ts'

let world: StoryApi
let report: ZeusReport

const hostile = '</w:t><script>alert(1)</script> ]]>'
const fence = (block: object) => `\`\`\`auspex\n${JSON.stringify(block)}\n\`\`\``

beforeAll(async () => {
  world = await createStoryApi()
  const measured = async (content: object, frozen: boolean) => {
    const { body } = await world.ask('POST', '/zeus/measureReportBlock', { content })
    return fence({ ...body, frozen })
  }
  const number = { kind: 'number', signalId: world.signalId, measure: 'documents', value: null, low: null, high: null }
  const contents = [
    `## What happened\n\nFoam **rises**[^1], says [a reader](https://example.org/a?b=1&c=2). ${hostile}`,
    '| Region | Documents |\n| :-- | --: |\n| Norway | 12 |\n| with \\| a bar | 3 |',
    '- one\n- two\n\n1. first\n2. second',
    await measured(number, false),
    fence({ content: { ...number, title: 'oat milk', value: 7 }, asOf: '2026-01-02T08:00:00Z', frozen: true }),
    await measured({ kind: 'chart', signalId: world.signalId, measure: 'documents', points: [] }, false),
    fence({ content: { kind: 'nothing of ours' }, asOf: null, frozen: false }),
    '[^1]: As measured in *November*.',
  ].join('\n\n')
  report = (await world.ask('POST', '/zeus/saveZeusReport', { title: `Foam ${hostile}`, contents })).body
})
afterAll(() => world.api.close())

async function exportAs(format: string): Promise<Buffer> {
  let exported: Export = (await world.ask('POST', '/exports', { kind: 'report', id: report.id, format })).body
  while (exported.status === 'queued' || exported.status === 'running') {
    await new Promise((resolve) => setImmediate(resolve))
    exported = (await world.ask('GET', `/exports/${exported.id}`)).body
  }
  expect([exported.status, exported.reason]).toEqual(['complete', null])
  return (await world.api.request({ method: 'GET', path: `/exports/${exported.id}/file`, as: 'mira' })).rawPayload
}

describe('a report as Markdown', () => {
  test('has its words as they were written, and its blocks as sentences and tables', async () => {
    const text = (await exportAs('markdown')).toString('utf8')
    expect(text).toContain('Foam **rises**[^1], says [a reader](https://example.org/a?b=1&c=2).')
    expect(text).toContain('| Norway | 12 |')
    expect(text).toContain('Documents: **20**')
    expect(text).toContain('Documents: **7**')
    expect(text).toContain('*Frozen: as measured on 2 January 2026, 08:00 UTC.*')
    expect(text).toMatch(/\| 2026-11-\d\d \| \d+ \|/)
    expect(text).toContain('{"content":{"kind":"nothing of ours"}')
  })
})

describe('a report as a page', () => {
  test('has real tables, footnotes that links lead to, and nothing that runs', async () => {
    const page = (await exportAs('html')).toString('utf8')
    expect(page).toContain('<th scope="col" class="number">Documents</th>')
    expect(page).toContain('<td class="">with | a bar</td>')
    expect(page).toContain('<sup><a href="#note-1">1</a></sup>')
    expect(page).toContain('id="note-1"')
    expect(page).toContain('<p class="eyebrow">Report</p>')
    expect(page).not.toContain('<script')
  })
})

describe('a report as PDF', () => {
  test('is tagged: headings, lists, tables with heads, and charts with their words', async () => {
    const pdf = readPdf(await exportAs('pdf'))
    const types = new Set(listElements(pdf.root).map(({ type }) => type))
    for (const type of ['H1', 'H2', 'P', 'L', 'LI', 'Table', 'TR', 'TH', 'TD', 'Figure']) expect(types).toContain(type)
    expect([pdf.isTagged, pdf.untagged.trim()]).toEqual([true, ''])
    expect(textBelow(pdf.root)).toContain('As measured in November.')
  })
})

describe('a report for word processors', () => {
  test('is a package of whole parts, with a table, lists, a link and a footnote that are such', async () => {
    const parts = Object.entries(unzipSync(await exportAs('docx'))).map(
      ([name, bytes]) => [name, strFromU8(bytes)] as const,
    )
    expect(parts.map(([name, text]) => [name, XMLValidator.validate(text)])).toEqual(
      parts.map(([name]) => [name, true]),
    )
    const part = Object.fromEntries(parts)
    const document = part['word/document.xml'] ?? ''
    expect(document.match(/<w:tbl>/g)?.length).toBeGreaterThanOrEqual(1)
    expect(document).toContain('<w:tblHeader/>')
    expect(document).toContain('<w:footnoteReference w:id="1"/>')
    expect(document).toContain('<w:numId w:val="2"/>')
    expect(document).toContain('<w:pStyle w:val="Heading2"/>')
    expect(part['word/footnotes.xml']).toContain('As measured in ')
    expect(part['word/_rels/document.xml.rels']).toContain(
      'Target="https://example.org/a?b=1&amp;c=2" TargetMode="External"',
    )
    const words = JSON.stringify(new XMLParser().parse(document))
    expect(words).toContain('alert(1)')
    expect(document).not.toContain('<script')
  })

  test('names in its parts all that it refers to', async () => {
    const files = unzipSync(await exportAs('docx'))
    const relations = strFromU8(files['word/_rels/document.xml.rels'] ?? new Uint8Array())
    const document = strFromU8(files['word/document.xml'] ?? new Uint8Array())
    for (const [, id] of document.matchAll(/r:id="([^"]+)"/g)) expect(relations).toContain(`Id="${id}"`)
    for (const [, name] of relations.matchAll(/Target="([a-z]+\.xml)"/g)) expect(files[`word/${name}`]).toBeDefined()
    const styles = strFromU8(files['word/styles.xml'] ?? new Uint8Array())
    for (const [, id] of document.matchAll(/<w:(?:pStyle|rStyle|tblStyle) w:val="([^"]+)"/g))
      expect(styles).toContain(`w:styleId="${id}"`)
  })
})

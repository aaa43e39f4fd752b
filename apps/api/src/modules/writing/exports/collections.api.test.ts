import type { Portfolio, Project, ZeusReport } from '@auspex/sdk/types'
import { XMLParser, XMLValidator } from 'fast-xml-parser'
import { strFromU8, unzipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readUntil } from '../../../testing/finish-search.ts'
import { listElements, readPdf, textBelow } from '../testing/read-pdf.ts'
import { createStoryApi, liv, type StoryApi, tor } from '../testing/story-api.ts'

describe('collections api', () => {
  let world: StoryApi
  let portfolio: Portfolio
  let project: Project

  const hostile = '<script>alert(1)</script> | [click](javascript:alert(2))'
  const formats = ['csv', 'csv-excel', 'jsonl', 'html', 'pdf'] as const
  const sampleItems = () => [
    ['portfolio', portfolio.id],
    ['project', project.projectId],
  ]

  beforeAll(async () => {
    world = await createStoryApi()
    const { ask, signalId } = world
    const matcha = (await ask('POST', '/signal/smartRedirect', { trend_name: 'matcha' })).body.signalId
    const trends = [
      { signalId, title: `=Foam ${hostile}` },
      { signalId: matcha, title: 'Green tea' },
    ]
    const made = (await ask('POST', '/portfolio/createWithTrendsBulk', { title: `Drinks ${hostile}`, trends })).body
    portfolio = await readUntil(
      async () => (await ask('GET', `/portfolio/${made.id}`)).body as Portfolio,
      ({ refresh }) => refresh.state !== 'running',
    )
    const empty: Portfolio = (await ask('POST', '/portfolio/create', { title: 'Nothing yet' })).body
    const portfolios = [{ id: portfolio.id }, { id: empty.id }]
    const title = 'Spring launch'
    project = (await ask('POST', '/project/create', { title, displayTitle: title, portfolios })).body
    // never measured, as before a signal's first refresh
    await world.api.database.pool.query('delete from trend_reading where signal_id = $1', [matcha])
    portfolio = (await ask('GET', `/portfolio/${portfolio.id}`)).body
  })
  afterAll(() => world.api.close())

  async function exportAs(format: string, kind = 'portfolio', id = portfolio.id): Promise<Buffer> {
    const exported = await world.exportToEnd({ kind, id, format })
    expect([exported.status, exported.reason]).toEqual(['complete', null])
    return (await world.api.request({ method: 'GET', path: `/exports/${exported.id}/file`, as: 'mira' })).rawPayload
  }

  const measuredTrend = () => portfolio.trends.find(({ refreshedAt }) => refreshedAt !== null)

  /** CSV lines as cells; no cell of these files contains a line break. */
  function readCsv(text: string): Record<string, string>[] {
    const [names = [], ...rows] = text
      .trimEnd()
      .split('\r\n')
      .map((line) =>
        [...line.matchAll(/("(?:[^"]|"")*"|[^,]*)(?:,|$)/g)].map(([, cell = '']) =>
          cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell,
        ),
      )
    return rows.map((cells) => Object.fromEntries(names.map((name, place) => [name, cells[place] ?? ''])))
  }

  describe('a portfolio as CSV', () => {
    test('has a row for each signal with its figures, days, coverage and sources', async () => {
      const rows = readCsv((await exportAs('csv')).toString('utf8'))
      const trend = measuredTrend()
      expect(rows.map(({ trendId }) => trendId)).toEqual(portfolio.trends.map(({ id }) => id))
      const row = rows.find(({ trendId }) => trendId === trend?.id)
      const covered = trend?.sparkline.filter(({ documents }) => documents !== null).length
      expect(row).toMatchObject({
        portfolioId: portfolio.id,
        title: `'=Foam ${hostile}`,
        counted: 'oat milk',
        documents: '20',
        stage: trend?.stage ?? '',
        tone: String(trend?.tone?.value ?? ''),
        lastCoveredDay: trend?.level?.day,
        documentsPerDay: String(trend?.level?.average),
        shownFirstDay: trend?.sparkline[0]?.day,
        shownDays: String(trend?.sparkline.length),
        shownCoveredDays: String(covered),
        measuredAt: trend?.refreshedAt,
      })
      expect(row?.['sources']).toMatch(/: 20(?:;|$)/)
    })

    test('leaves unknown values empty, never 0', async () => {
      const row = readCsv((await exportAs('csv')).toString('utf8')).find(({ title }) => title === 'Green tea')
      const filledColumns = Object.entries(row ?? {}).flatMap(([name, value]) => (value === '' ? [] : [name]))
      const names = ['portfolioId', 'portfolio', 'trendId', 'signalId', 'title', 'counted', 'canonical', 'addedAt']
      expect(filledColumns.filter((name) => !name.startsWith('outcome'))).toEqual(names)
    })

    test('for Excel begins with the mark by which Excel knows UTF-8', async () => {
      const mark = Buffer.from('\uFEFF')
      expect(await exportAs('csv-excel')).toEqual(Buffer.concat([mark, await exportAs('csv')]))
    })
  })

  test('a portfolio as JSON lines has the trends of the portfolio, with their days and weeks', async () => {
    const lines = (await exportAs('jsonl')).toString('utf8').trimEnd().split('\n')
    const rows = lines.map((line) => JSON.parse(line) as Record<string, unknown>)
    for (const [place, trend] of portfolio.trends.entries())
      expect(rows[place]).toMatchObject({ ...trend, portfolio: portfolio.title })
  })

  describe('a portfolio as HTML', () => {
    test('has the figures of its signals, the counts and the sources, and marks unknown values', async () => {
      const page = (await exportAs('html')).toString('utf8')
      for (const words of ['<p class="eyebrow">Portfolio</p>', '2 signals, 1 of them measured', '>20<', '>Sources<'])
        expect(page).toContain(words)
      expect(page).toContain('>oat milk<')
      expect(page).toContain('Green tea has not been measured yet.')
      expect(page).not.toMatch(/<script|href="javascript|<img/i)
      expect(page).toContain('&lt;script&gt;alert(1)&lt;/script&gt; | [click](javascript:alert(2))')
    })

    test('is a tagged PDF with real tables', async () => {
      const pdf = readPdf(await exportAs('pdf'))
      expect(pdf).toMatchObject({ isTagged: true, language: 'en' })
      expect(pdf.untagged.trim()).toBe('')
      const elements = listElements(pdf.root)
      const textsOfType = (type: string) => elements.filter((element) => element.type === type).map(textBelow)
      expect(textsOfType('H2')).toEqual(['Signals', 'Sources'])
      expect(textsOfType('TH')).toEqual(expect.arrayContaining(['Signal', 'Stage', 'Documents', 'Growth', 'Mean tone']))
      expect(textsOfType('TR').filter((row) => row.includes('Green tea') && row.includes('unknown'))).not.toEqual([])
    })
  })

  describe('a project as a file', () => {
    test('has the signals of each of its portfolios', async () => {
      const id = project.projectId
      const rows = readCsv((await exportAs('csv', 'project', id)).toString('utf8'))
      expect(rows).toEqual(readCsv((await exportAs('csv')).toString('utf8')))
      const page = (await exportAs('html', 'project', id)).toString('utf8')
      for (const words of [
        '<p class="eyebrow">Project</p>',
        '<h1>Spring launch</h1>',
        '>Nothing yet</h2>',
        '>Sources<',
      ])
        expect(page).toContain(words)
      expect(page).toContain('This portfolio has no signals yet.')
      const headings = listElements(readPdf(await exportAs('pdf', 'project', id)).root)
      expect(headings.filter(({ type }) => type === 'H2').map(textBelow)).toEqual([
        expect.stringContaining('Drinks'),
        'Nothing yet',
        'Sources',
      ])
    })

    test('leaves out the portfolios that the person may not see', async () => {
      const groupId = await groupOfMira()
      const shared = (
        await world.ask('POST', '/project/create', {
          title: 'shared',
          organizationGroupId: groupId,
          portfolios: [{ id: portfolio.id }],
        })
      ).body as Project
      const created = await world.exportToEnd({ kind: 'project', id: shared.projectId, format: 'csv' }, liv)
      const file = await world.api.request({ method: 'GET', path: `/exports/${created.id}/file`, as: liv })
      expect(readCsv(file.rawPayload.toString('utf8'))).toEqual([])
    })
  })

  async function groupOfMira(): Promise<string> {
    return (await world.ask('GET', '/users/me')).body.groups[0].id as string
  }

  describe('files of portfolios and projects', () => {
    test.each(formats)('as %s contain what the person may see, and are private', async (format) => {
      for (const [kind, id] of sampleItems())
        for (const person of [tor, 'ana'] as const) {
          const { status, body } = await world.ask('POST', '/exports', { kind, id, format }, person)
          expect([status, body.code]).toEqual([404, `${kind}s.not_found`])
        }
    })

    test.each(['portfolios', 'signals'])('are refused to people with %s disabled, in every format', async (module) => {
      const eva = { ...tor, sub: `eva-${module}`, email: `eva-${module}@northwind.example`, groups: [] as string[] }
      const { id } = (await world.ask('POST', '/portfolio/create', { title: 'Own' }, eva)).body
      const portfolios = [{ id }]
      const { projectId } = (await world.ask('POST', '/project/create', { title: 'own', portfolios }, eva)).body
      const me = (await world.ask('GET', '/users/me', undefined, eva)).body.profile.id
      await world.api.database.pool.query(
        `insert into module_access (user_id, module, access, updated_at) values ($1, $2, false, now())`,
        [me, module],
      )
      world.api.clock.set(new Date(world.api.clock.now().getTime() + 60_000).toISOString())
      for (const [kind, itemId] of [
        ['portfolio', id],
        ['project', projectId],
      ])
        for (const format of formats) {
          const { status, body } = await world.ask('POST', '/exports', { kind, id: itemId, format }, eva)
          expect([kind, format, status, body.code]).toEqual([kind, format, 403, 'module.off'])
        }
    })
  })
})

describe('reports api', () => {
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
    const number = {
      kind: 'number',
      signalId: world.signalId,
      measure: 'documents',
      value: null,
      low: null,
      high: null,
    }
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
    const exported = await world.exportToEnd({ kind: 'report', id: report.id, format })
    expect([exported.status, exported.reason]).toEqual(['complete', null])
    return (await world.api.request({ method: 'GET', path: `/exports/${exported.id}/file`, as: 'mira' })).rawPayload
  }

  describe('a report as Markdown', () => {
    test('has its text as written, and its blocks as sentences and tables', async () => {
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
    test('has real tables, linked footnotes and no scripts', async () => {
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
    test('is tagged: headings, lists, tables with header cells, and charts with text alternatives', async () => {
      const pdf = readPdf(await exportAs('pdf'))
      const types = new Set(listElements(pdf.root).map(({ type }) => type))
      for (const type of ['H1', 'H2', 'P', 'L', 'LI', 'Table', 'TR', 'TH', 'TD', 'Figure'])
        expect(types).toContain(type)
      expect([pdf.isTagged, pdf.untagged.trim()]).toEqual([true, ''])
      expect(textBelow(pdf.root)).toContain('As measured in November.')
    })
  })

  describe('a report for word processors', () => {
    test('is a complete package with a real table, lists, a link and a footnote', async () => {
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

    test('declares every part that it refers to', async () => {
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
})

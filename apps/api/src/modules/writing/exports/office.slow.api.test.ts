import type { Export, ExportFormat, ExportKind, Portfolio, SignalComparison, SignalReport } from '@auspex/sdk/types'
import { XMLValidator } from 'fast-xml-parser'
import { strFromU8, unzipSync } from 'fflate'
import { parquetReadObjects } from 'hyparquet'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createStoryApi, type StoryApi } from '../testing/story-api.ts'
import { readSheets, readSlides } from '../testing/read-office.ts'

describe('files that analysts take away', () => {
  let world: StoryApi
  let report: SignalReport
  let comparison: SignalComparison
  let things: Record<'signal' | 'comparison' | 'portfolio' | 'project' | 'story', string>

  const hostile = '=HYPERLINK("https://evil.example","@SUM(1)")'

  beforeAll(async () => {
    world = await createStoryApi()
    const { ask, signalId } = world
    const foam = (await ask('POST', '/signal/smartRedirect', { trend_name: 'foam' })).body.signalId
    report = (await ask('GET', `/signal/json/${signalId}`)).body
    comparison = (await ask('GET', `/signals/compare?ids=${signalId},${foam}`)).body
    const trends = [
      { signalId, title: hostile },
      { signalId: foam, title: 'Foam' },
    ]
    let portfolio: Portfolio = (await ask('POST', '/portfolio/createWithTrendsBulk', { title: 'Drinks', trends })).body
    while (portfolio.refresh.state === 'running') portfolio = (await ask('GET', `/portfolio/${portfolio.id}`)).body
    const input = { title: 'Spring', displayTitle: 'Spring', portfolios: [{ id: portfolio.id }] }
    const project = (await ask('POST', '/project/create', input)).body
    const story = await world.make({ title: 'Foam', displayTitle: hostile })
    await world.addCard(story.id, { kind: 'text', text: '# First\n\nSome words.\n\n- one\n- two' })
    await world.addCard(story.id, {
      kind: 'number',
      signalId,
      measure: 'documents',
      value: null,
      low: null,
      high: null,
    })
    await world.addCard(story.id, { kind: 'chart', signalId, measure: 'documents', points: [] }, { caption: hostile })
    things = {
      signal: signalId,
      comparison: `${signalId},${foam}`,
      portfolio: portfolio.id,
      project: project.projectId,
      story: story.id,
    }
  })
  afterAll(() => world.api.close())

  async function fileOf(kind: ExportKind & keyof typeof things, format: ExportFormat, rest: object = {}) {
    let exported: Export = (await world.ask('POST', '/exports', { kind, id: things[kind], format, ...rest })).body
    while (exported.status === 'queued' || exported.status === 'running')
      exported = (await world.ask('GET', `/exports/${exported.id}`)).body
    expect([exported.status, exported.reason]).toEqual(['complete', null])
    const reply = await world.api.request({ method: 'GET', path: `/exports/${exported.id}/file`, as: 'mira' })
    return { bytes: reply.rawPayload, type: reply.headers['content-type'], name: exported.fileName }
  }

  const linesOf = ({ bytes }: { bytes: Buffer }) =>
    bytes
      .toString('utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))

  test.each(['signal', 'comparison', 'portfolio', 'project', 'story'] as const)(
    'a %s becomes a workbook and slides of well-formed parts, in which no text of a person is a formula',
    async (kind) => {
      const workbook = await fileOf(kind, 'xlsx')
      const slides = await fileOf(kind, 'pptx')
      for (const { bytes } of [workbook, slides]) expect(listMalformed(bytes)).toEqual([])
      const sheets = readSheets(workbook.bytes)
      expect(Object.keys(sheets)).toEqual(expect.arrayContaining(['Overview', 'Sources', 'Method']))
      for (const { xml } of Object.values(sheets)) expect(xml).not.toContain('<f>')
      const { titles, notes } = readSlides(slides.bytes)
      expect(titles.length).toBeGreaterThan(2)
      for (const note of notes) expect(note).toContain('Method')
    },
  )

  test('a workbook of a report has its days as dates and its counts as numbers below a header that stays in view', async () => {
    const { bytes, type, name } = await fileOf('signal', 'xlsx')
    expect([type, name]).toEqual(['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'oat-milk.xlsx'])
    const { rows, xml } = readSheets(bytes)['Over time'] ?? { rows: [], xml: '' }
    expect(xml).toContain('state="frozen"')
    expect(rows[0]?.slice(0, 3)).toEqual(['From', 'To', 'Documents'])
    expect(rows.slice(1, report.volume.points.length + 1).map(([from, , documents]) => [from, documents])).toEqual(
      report.volume.points.map(({ firstDay, documents, coveredDays }) => [
        new Date(firstDay).getTime() / 86_400_000 + 25_569,
        coveredDays === 0 && documents === 0 ? null : documents,
      ]),
    )
  })

  test('slides of a report draw the numbers of the report in a chart that can be edited, under the finding', async () => {
    const { titles, charts } = readSlides((await fileOf('signal', 'pptx')).bytes)
    const finding = report.summary.statements.find(({ part }) => part === 'title')
    expect(titles).toContain(finding?.text ?? titles[2])
    const drawn = charts[0] ?? []
    const first = report.volume.points.length - drawn.length
    expect(drawn).toEqual(
      report.volume.points
        .slice(first)
        .map(({ documents, coveredDays }) => (coveredDays === 0 && documents === 0 ? null : documents)),
    )
  })

  test('a text that begins like a formula is the same text in a workbook', async () => {
    const { rows } = readSheets((await fileOf('portfolio', 'xlsx')).bytes)['Signals'] ?? { rows: [] }
    expect(rows.map(([, signal]) => signal)).toContain(hostile)
  })

  test('a comparison is exported for the days and the measure that the page shows', async () => {
    const from = comparison.signals[0] === undefined ? '' : comparison.lastDay.slice(0, 8) + '10'
    const rest = { comparison: { basis: 'outlets', from } }
    const rows = linesOf(await fileOf('comparison', 'series-jsonl', rest))
    const shown: SignalComparison = (
      await world.ask('GET', `/signals/compare?ids=${things.comparison}&basis=outlets&from=${from}`)
    ).body
    const skipped = shown.signals[0]?.values.length ?? 0
    const first = rows.filter(({ signalId }) => signalId === things.signal)
    expect(first[0]).toMatchObject({ measure: 'outlets', firstDay: from })
    expect(first.map(({ value }) => value)).toEqual(shown.signals[0]?.values.slice(skipped - first.length))
  })

  test('Parquet has the rows of JSON lines, with counts, dates and unknowns of their own types', async () => {
    const { bytes, type } = await fileOf('signal', 'parquet')
    expect(type).toBe('application/vnd.apache.parquet')
    const rows = await parquetReadObjects({ file: toBuffer(bytes) })
    const lines = linesOf(await fileOf('signal', 'jsonl'))
    expect(rows.map(({ id, title, publishedAt, points }) => [id, title, publishedAt, points])).toEqual(
      lines.map(({ id, title, publishedAt, engagement }) => [
        id,
        title,
        new Date(publishedAt),
        engagement === null ? null : BigInt(engagement.score),
      ]),
    )
  })

  test.each(['signal', 'comparison', 'portfolio', 'project', 'story'] as const)(
    'the series of a %s are the same in Parquet and in JSON lines, with unknown days as null',
    async (kind) => {
      const lines = linesOf(await fileOf(kind, 'series-jsonl'))
      const file = toBuffer((await fileOf(kind, 'series-parquet')).bytes)
      const rows = await parquetReadObjects({ file })
      expect(lines.length).toBeGreaterThan(0)
      expect(rows).toEqual(
        lines.map((line) => ({ ...line, firstDay: new Date(line.firstDay), lastDay: new Date(line.lastDay) })),
      )
    },
  )

  test('refuses one signal as a comparison, and several as a signal', async () => {
    const request = (kind: string, id: string) => world.ask('POST', '/exports', { kind, id, format: 'xlsx' })
    for (const reply of [await request('comparison', things.signal), await request('signal', things.comparison)])
      expect(reply).toMatchObject({ status: 422, body: { code: 'exports.id_does_not_fit' } })
  })
})

/** The parts of a package that are no well-formed XML. */
function listMalformed(bytes: Buffer): string[] {
  return Object.entries(unzipSync(bytes)).flatMap(([part, content]) =>
    /\.(xml|rels)$/.test(part) && XMLValidator.validate(strFromU8(content)) !== true ? [part] : [],
  )
}

function toBuffer(bytes: Buffer): ArrayBuffer {
  return new Uint8Array(bytes).buffer
}

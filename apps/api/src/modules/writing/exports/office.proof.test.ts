import { execFile, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Export, ExportKind, Portfolio, SignalComparison, SignalReport, Story } from '@auspex/sdk/types'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createStoryApi, type StoryApi } from '../testing/story-api.ts'
import { readFlatCharts, readFlatSheets } from '../testing/read-office.ts'

/** From the Debian packages libreoffice-calc and libreoffice-impress; without it there is nothing to prove. */
const hasOffice = spawnSync('soffice', ['--version']).status === 0

/** A file and the numbers of the product that it must show: the columns of sheets, and the charts of slides. */
interface ExpectedFile {
  name: string
  columns: Record<string, Record<string, (number | null)[]>>
  charts: (number | null)[][]
}

describe.runIf(hasOffice)('files opened with LibreOffice', () => {
  let world: StoryApi
  const folder = mkdtempSync(join(tmpdir(), 'auspex-office-'))
  const files: ExpectedFile[] = []

  beforeAll(async () => {
    world = await createStoryApi()
    const { ask } = world
    const ids = [world.signalId]
    for (const trend_name of ['foam', 'coffee', 'reader'])
      ids.push((await ask('POST', '/signal/smartRedirect', { trend_name })).body.signalId)
    for (const id of ids.slice(0, 2)) await take('signal', id, await expectReport(id))
    for (const [first, second] of [ids.slice(0, 2), ids.slice(2)])
      await take('comparison', `${first},${second}`, await expectComparison(`${first},${second}`))
    for (const [number, part] of [ids.slice(0, 3), ids.slice(1)].entries()) {
      const trends = part.map((signalId, index) => ({ signalId, title: `Signal ${index}` }))
      let portfolio: Portfolio = (
        await ask('POST', '/portfolio/createWithTrendsBulk', { title: `P ${number}`, trends })
      ).body
      while (portfolio.refresh.state === 'running') portfolio = (await ask('GET', `/portfolio/${portfolio.id}`)).body
      await take('portfolio', portfolio.id, expectPortfolio(portfolio))
      const input = { title: `Spring ${number}`, displayTitle: `Spring ${number}`, portfolios: [{ id: portfolio.id }] }
      const project = (await ask('POST', '/project/create', input)).body
      await take('project', project.projectId, expectPortfolio(portfolio))
    }
    for (const signalId of ids.slice(0, 2)) {
      const { id } = await world.make({ title: 'Foam', displayTitle: 'Foam' })
      const number = { kind: 'number', signalId, measure: 'documents', value: null, low: null, high: null }
      await world.addCard(id, { kind: 'text', text: '# First\n\nWords.' })
      await world.addCard(id, number)
      await world.addCard(id, { kind: 'chart', signalId, measure: 'documents', points: [] })
      await take('story', id, expectStory(await world.open(id)))
    }
  })
  afterAll(async () => {
    await world.api.close()
    if (process.env['AUSPEX_KEEP_FILES'] === undefined) rmSync(folder, { recursive: true, force: true })
  })

  async function take(kind: ExportKind, id: string, expected: Omit<ExpectedFile, 'name'>) {
    const name = `${kind}-${files.length}`
    for (const format of ['xlsx', 'pptx']) {
      let exported: Export = (await world.ask('POST', '/exports', { kind, id, format })).body
      while (exported.status === 'queued' || exported.status === 'running')
        exported = (await world.ask('GET', `/exports/${exported.id}`)).body
      const path = `/exports/${exported.id}/file`
      const { rawPayload } = await world.api.request({ method: 'GET', path, as: 'mira' })
      writeFileSync(join(folder, `${name}.${format}`), rawPayload)
    }
    files.push({ name, ...expected })
  }

  async function expectReport(id: string): Promise<Omit<ExpectedFile, 'name'>> {
    const { volume, tone, voices }: SignalReport = (await world.ask('GET', `/signal/json/${id}`)).body
    const documents = volume.points.map((point) =>
      point.coveredDays === 0 && point.documents === 0 ? null : point.documents,
    )
    return {
      columns: {
        'Over time': { Documents: documents, 'Covered days': volume.points.map(({ coveredDays }) => coveredDays) },
        Tone: {
          Positive: tone.points.map(({ positive }) => positive),
          'Mean tone': tone.points.map(({ mean }) => mean),
        },
        Voices: { Documents: voices.outlets.map((voice) => voice.documents) },
      },
      charts: [documents],
    }
  }

  async function expectComparison(ids: string): Promise<Omit<ExpectedFile, 'name'>> {
    const { signals, differences }: SignalComparison = (await world.ask('GET', `/signals/compare?ids=${ids}`)).body
    return {
      columns: {
        'By day': Object.fromEntries(signals.map(({ query, values }) => [query.title, values])),
        Differences: {
          Low: differences.flatMap((difference) =>
            (['documents', 'stories', 'outlets', 'share', 'tone'] as const).map((measure) => difference[measure].low),
          ),
        },
      },
      charts: signals.map(({ values }) => values),
    }
  }

  function expectPortfolio({ trends }: Portfolio): Omit<ExpectedFile, 'name'> {
    const levels = trends.flatMap(({ level }) => (level === null ? [] : [level.average])).toSorted((a, b) => b - a)
    return {
      columns: {
        Signals: {
          Documents: trends.map(({ documents }) => documents),
          Growth: trends.map(({ momentum }) => momentum?.value ?? null),
          'Tone low': trends.map(({ tone }) => tone?.low ?? null),
        },
        'By day': { Documents: trends.flatMap(({ sparkline }) => sparkline.map(({ documents }) => documents)) },
      },
      charts: levels.length === 0 ? [] : [levels.toReversed()],
    }
  }

  function expectStory({ cards }: Story): Omit<ExpectedFile, 'name'> {
    const points = cards.flatMap(({ content }) => (content.kind === 'chart' ? [content.points] : []))
    const values = (points[0] ?? []).map(({ value }) => value)
    const numbers = cards.flatMap(({ content }) => (content.kind === 'number' ? [content.value] : []))
    return { columns: { chart: { 'Documents a day': values }, Overview: { Value: numbers } }, charts: [values] }
  }

  async function convert(format: 'xlsx' | 'pptx', to: 'fods' | 'fodp'): Promise<string> {
    const outputFolder = join(folder, to)
    mkdirSync(outputFolder, { recursive: true })
    const paths = files.map(({ name }) => join(folder, `${name}.${format}`))
    const profile = `-env:UserInstallation=file://${join(folder, 'profile')}`
    const options = [profile, '--headless', '--convert-to', to, '--outdir', outputFolder, ...paths]
    const { stdout, stderr } = await promisify(execFile)('soffice', options, { timeout: 280_000 })
    expect(`${stdout}${stderr}`).not.toMatch(/could not be loaded|repair|corrupt/i)
    return outputFolder
  }

  test(
    'ten workbooks open without a repair, and their numbers are those of the product',
    { timeout: 300_000 },
    async () => {
      const outputFolder = await convert('xlsx', 'fods')
      expect(files).toHaveLength(10)
      for (const { name, columns } of files) {
        const sheets = readFlatSheets(readFileSync(join(outputFolder, `${name}.fods`), 'utf8'))
        for (const [sheet, expected] of Object.entries(columns)) {
          const rows = sheets[sheet] ?? Object.values(sheets).find(([head]) => head?.includes('Documents a day')) ?? []
          for (const [column, values] of Object.entries(expected)) {
            const head = rows.findIndex((row) => row.includes(column))
            const at = rows[head]?.indexOf(column) ?? -1
            const shown = rows.slice(head + 1, head + 1 + values.length).map((row) => row[at] ?? null)
            expect([name, sheet, column, shown]).toEqual([name, sheet, column, values.map(asStored)])
          }
        }
      }
    },
  )

  test(
    'ten presentations open without a repair, and their charts have the numbers of the product',
    { timeout: 300_000 },
    async () => {
      const outputFolder = await convert('pptx', 'fodp')
      for (const { name, charts } of files) {
        const drawn = readFlatCharts(readFileSync(join(outputFolder, `${name}.fodp`), 'utf8'))
        for (const values of charts) {
          const known = values.map(asStored)
          const isDrawn = drawn.some((series) => containsRun(known, series) && sumOf(series) === sumOf(known))
          expect([name, known, isDrawn ? 'is drawn' : drawn]).toEqual([name, known, 'is drawn'])
        }
      }
    },
  )
})

/** Fifteen digits, as workbooks and presentations store numbers. */
function asStored(value: number | null): number | null {
  return value === null ? null : Number(value.toPrecision(12))
}

function sumOf(values: readonly (number | null)[]): number {
  return Number(values.reduce<number>((sum, value) => sum + (value ?? 0), 0).toPrecision(9))
}

/** Whether the drawn values are the expected ones, but for empty ends that a chart leaves out. */
function containsRun(expected: readonly (number | null)[], drawn: readonly (number | null)[]): boolean {
  return expected.some(
    (_, start) => drawn.length > 0 && drawn.every((value, at) => asStored(value) === (expected[start + at] ?? null)),
  )
}

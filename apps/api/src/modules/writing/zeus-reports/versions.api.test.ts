import type { ZeusReport, ZeusReportVersion } from '@auspex/sdk/types'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createStoryApi, type StoryApi } from '../testing/story-api.ts'
import { proseOf } from './zeus-reports.module.ts'
import type { Database } from '../../../adapters/database/database.port.ts'
import { runOnce } from '../../../adapters/jobs/testing/run-once.ts'
import { createFixedClock } from '../../../kernel/clock.ts'
import { createLogger } from '../../../kernel/logger.ts'
import { createTestDatabase } from '../../../testing/test-database.ts'
import { createZeusReportsJobs } from './zeus-reports.module.ts'
import { createZeusReportsRepository } from './zeus-reports.repository.ts'

describe('versions api', () => {
  let world: StoryApi
  beforeAll(async () => {
    world = await createStoryApi()
  })
  afterAll(() => world.api.close())

  const save = async (contents: string): Promise<ZeusReport> =>
    (await world.ask('POST', '/zeus/saveZeusReport', { title: 'Foam', contents })).body
  const write = async (id: string, revision: number, contents: string) =>
    (await world.ask('POST', '/zeus/updateZeusReport', { reportId: id, revision, contents })).body
  const versions = async (id: string, query = ''): Promise<ZeusReportVersion[]> =>
    (await world.ask('GET', `/zeus/reports/${id}/versions${query}`)).body.items

  describe('versions of a report', () => {
    test('are listed newest first with what was done, and show the report as it was', async () => {
      const created = await save('One.')
      await write(created.id, 1, 'One, two.')
      expect(await versions(created.id)).toMatchObject([
        { revision: 2, change: 'update', restoredFrom: null, title: 'Foam', characters: 9 },
        { revision: 1, change: 'create', restoredFrom: null, title: 'Foam', characters: 4 },
      ])
      const { body } = await world.ask('GET', `/zeus/reports/${created.id}/versions/1`)
      expect(body.report).toEqual(created)
      expect(body.version).toEqual((await versions(created.id))[1])
    })

    test('are restored as a new change, which can be undone in the same way', async () => {
      const { id } = await save('First.')
      await write(id, 1, 'Second.')
      const back = await world.ask('POST', `/zeus/reports/${id}/restore`, { revision: 1 })
      expect(back.body).toMatchObject({ contents: 'First.', revision: 3 })
      expect((await versions(id))[0]).toMatchObject({ revision: 3, change: 'restore', restoredFrom: 1 })
      const repeated = await world.ask('POST', `/zeus/reports/${id}/restore`, { revision: 2 })
      expect(repeated.body).toMatchObject({ contents: 'Second.', revision: 4 })
    })

    test('are limited to the newest hundred', async () => {
      const { id } = await save('Text 0')
      for (let revision = 1; revision <= 121; revision += 1) await write(id, revision, `Text ${revision}`)
      const listed = await versions(id, '?perPage=200')
      expect([listed.length, listed[0]?.revision, listed.at(-1)?.revision]).toEqual([100, 122, 23])
      const expired = await world.ask('GET', `/zeus/reports/${id}/versions/22`)
      expect([expired.status, expired.body.code]).toEqual([404, 'zeus_reports.version_not_found'])
      const refused = await world.ask('POST', `/zeus/reports/${id}/restore`, { revision: 999 })
      expect(refused.body.code).toBe('zeus_reports.version_not_found')
    })
  })

  describe('a shared report', () => {
    test('is visible by link without its thread and messages, except while it is deleted', async () => {
      const { id } = await save('# Foam\n\nIt rises.')
      const { body: link } = await world.ask('POST', '/shareLinks', { kind: 'report', itemId: id, access: 'anyone' })
      const read = () => world.api.request({ method: 'GET', path: `/sharedItems/${link.token}` })
      const shown = (await read()).json()
      expect(shown).toEqual({
        kind: 'report',
        title: 'Foam',
        contents: '# Foam\n\nIt rises.',
        updatedAt: shown.updatedAt,
      })
      await world.ask('POST', '/zeus/deleteZeusReport', { reportId: id })
      expect((await read()).statusCode).toBe(404)
      await world.ask('POST', '/zeus/restoreZeusReport', { reportId: id })
      expect((await read()).statusCode).toBe(200)
      const listed = await world.ask('GET', `/shareLinks?kind=report&itemId=${id}`)
      expect(listed.body.items).toMatchObject([{ kind: 'report', itemId: id, title: 'Foam' }])
    })
  })

  describe('a block of a report', () => {
    const measure = (content: object) => world.ask('POST', '/zeus/measureReportBlock', { content })

    test('shows the current values of the report of its signal, whatever was sent', async () => {
      const content = { kind: 'number', signalId: world.signalId, measure: 'documents', value: 999, low: 1, high: 2 }
      const { body } = await measure(content)
      expect(body.content).toMatchObject({ kind: 'number', title: 'oat milk', value: 20 })
      expect(body.asOf).toMatch(/^2026-/)
      const chart = await measure({ kind: 'chart', signalId: world.signalId, measure: 'documents', points: [] })
      expect(chart.body.content.points.length).toBeGreaterThan(10)
    })

    test('quotes only text that occurs in its document', async () => {
      const quote = (text: string) => measure({ kind: 'quote', documentId: world.documentId, text })
      expect((await quote('falls apart in iced coffee')).body).toMatchObject({ asOf: null, content: { kind: 'quote' } })
      expect((await quote('is the best of all')).body.code).toBe('cards.quote_differs')
      expect(
        (await measure({ kind: 'number', signalId: 'sig_0', measure: 'tone', value: null, low: null, high: null })).body
          .code,
      ).toBe('signals.not_found')
    })
  })
})

describe('prose', () => {
  test('the sentences of a report exclude its headings, tables, blocks and footnotes', () => {
    const markdown = [
      '# Oat milk',
      'Sales rose [1],',
      'in **all** regions.[^1]',
      '',
      '- Shops sold more.',
      '2. [x] Prices stayed.',
      '> A barista said so.',
      '',
      '| a | b |',
      '| - | - |',
      '```auspex',
      '{"kind": "number"}',
      '```',
      '---',
      'The end.',
      '[^1]: A source.',
    ].join('\n')
    expect(proseOf(markdown)).toEqual([
      'Sales rose [1], in **all** regions.',
      'Shops sold more.',
      'Prices stayed. A barista said so.',
      'The end.',
    ])
  })

  test('an unclosed code fence hides the rest of the report, as on the screen', () => {
    expect(proseOf('Seen.\n~~~\nHidden.')).toEqual(['Seen.'])
  })
})

describe('purge', () => {
  let database: Database
  beforeAll(async () => {
    database = await createTestDatabase()
  })
  afterAll(() => database.close())

  test('a deleted report whose links cannot be ended stays until they can, and the others are purged', async () => {
    const repository = createZeusReportsRepository(database)
    await database.pool.query(
      `insert into zeus_report (id, owner_id, revision, title, contents, signal_ids, selected_messages, created_at, updated_at, deleted_at)
     select id, 'usr_1', 1, 'Foam', 'Foam', '[]', '[]', at, at, at from unnest(array['zrp_a', 'zrp_b', 'zrp_c']) id, (select '2026-09-01T00:00:00Z'::timestamptz as at) then_`,
    )
    const ended: string[] = []
    let isDamaged = true
    const jobs = createZeusReportsJobs({
      repository,
      beforePurge: async (id) => {
        if (isDamaged && id === 'zrp_a') throw new Error('its links cannot be ended')
        ended.push(id)
      },
      clock: createFixedClock('2026-11-21T08:00:00Z'),
      log: createLogger('silent'),
    })
    const left = async () =>
      (await database.pool.query<{ id: string }>('select id from zeus_report')).rows.map(({ id }) => id)
    await runOnce(jobs)
    expect(ended).toEqual(['zrp_b', 'zrp_c'])
    expect(await left()).toEqual(['zrp_a'])
    isDamaged = false
    await runOnce(jobs)
    expect(ended).toEqual(['zrp_b', 'zrp_c', 'zrp_a'])
    expect(await left()).toEqual([])
  })
})

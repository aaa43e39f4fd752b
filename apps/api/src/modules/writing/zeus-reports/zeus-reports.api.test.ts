import type { ZeusReport } from '@auspex/sdk/types'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createStoryApi, liv, type StoryApi } from '../testing/story-api.ts'

let world: StoryApi
beforeAll(async () => {
  world = await createStoryApi()
})
afterAll(() => world.api.close())

type Who = Parameters<StoryApi['ask']>[3]

const save = async (input: object = {}, as?: Who): Promise<ZeusReport> =>
  (await world.ask('POST', '/zeus/saveZeusReport', { title: 'Foam', contents: 'Foam rises.', ...input }, as)).body
const update = (body: object, as?: Who) => world.ask('POST', '/zeus/updateZeusReport', body, as)
const remove = (reportId: string, as?: Who) => world.ask('POST', '/zeus/deleteZeusReport', { reportId }, as)
const restore = (reportId: string, as?: Who) => world.ask('POST', '/zeus/restoreZeusReport', { reportId }, as)
const list = async (query = '', as?: Who): Promise<ZeusReport[]> =>
  (await world.ask('GET', `/zeus/getZeusReports${query}`, undefined, as)).body.items
const open = async (id: string): Promise<ZeusReport | undefined> => (await list(`?id=${id}`))[0]
const message = (second: number) => ({
  timestamp: `2026-11-20T15:00:0${second}Z`,
  role: 'assistant',
  content: `Answer ${second}`,
})

describe('reports work', () => {
  test('a saved report is returned as written, with its signals and messages', async () => {
    const created = await save({ signalIds: [world.signalId], selectedMessages: [message(1), message(2)] })
    expect(created).toMatchObject({ revision: 1, threadId: null, contents: 'Foam rises.', signalIds: [world.signalId] })
    expect(created.selectedMessages).toEqual([message(1), message(2)])
    expect(await open(created.id)).toEqual(created)
  })

  test('a change keeps fields that are not sent', async () => {
    const created = await save({ selectedMessages: [message(1)] })
    const changed = (await update({ reportId: created.id, revision: 1, contents: 'Foam falls.' })).body
    expect(changed).toEqual({ ...created, contents: 'Foam falls.', revision: 2, updatedAt: changed.updatedAt })
  })

  test('a change without an effect creates no version', async () => {
    const { id } = await save({ selectedMessages: [message(1)] })
    const { body } = await update({ reportId: id, revision: 1, title: 'Foam', selectedMessages: [message(1)] })
    expect(body.revision).toBe(1)
  })

  test('the list starts with the last changed, and a search of titles and texts ignores case', async () => {
    const first = await save({ title: 'Zebra', contents: 'One text.' })
    world.api.clock.set('2026-11-21T10:00:00Z')
    const second = await save({ title: 'Other', contents: 'About a ZEBRA.' })
    expect((await list('?searchTerm=zebra')).map(({ id }) => id)).toEqual([second.id, first.id])
    expect(await list('?searchTerm=100%25_')).toEqual([])
    expect(await list('?threadId=th_none')).toEqual([])
  })

  test('a deleted report is in no list until it is restored with everything that it had', async () => {
    const created = await save({ title: 'Gone' })
    const deleted = (await remove(created.id)).body
    expect(deleted).toMatchObject({ id: created.id, deleted: true })
    expect(new Date(deleted.restorableUntil).getTime() - world.api.clock.now().getTime()).toBe(30 * 86_400_000)
    expect(await open(created.id)).toBeUndefined()
    expect((await update({ reportId: created.id, revision: 1, title: 'x' })).body.code).toBe('zeus_reports.not_found')
    expect((await restore(created.id)).body).toEqual(created)
    expect(await open(created.id)).toEqual(created)
  })

  test('the summary consists of sentences of the report, and names its revision', async () => {
    const contents =
      '# Foam\n\nThe foam of oat milk falls apart in iced coffee.\n\n- Baristas [1] say that it foams well in hot coffee.'
    const { id } = await save({ contents })
    const { body } = await world.ask('POST', '/zeus/getZeusReportSummary', { reportId: id })
    expect(body).toMatchObject({ reportId: id, revision: 1, method: 'extractive', citations: [] })
    expect(body.summary).toBe(
      'The foam of oat milk falls apart in iced coffee. Baristas [1] say that it foams well in hot coffee.',
    )
  })

  test('the summary of an empty report is empty', async () => {
    const { id } = await save({ contents: '' })
    expect((await world.ask('POST', '/zeus/getZeusReportSummary', { reportId: id })).body.summary).toBe('')
  })
})

describe('reports refuse', () => {
  test('a change of an outdated revision, and answer with the current report', async () => {
    const { id } = await save()
    await update({ reportId: id, revision: 1, contents: 'Second.' })
    const { status, body } = await update({ reportId: id, revision: 1, contents: 'Third.' })
    expect([status, body.code]).toEqual([409, 'zeus_reports.stale'])
    expect(body.current).toEqual(await open(id))
    expect(body.current).toMatchObject({ contents: 'Second.', revision: 2 })
  })

  test('conflicting saves: each of twenty concurrent ones is stored or gets the current report', async () => {
    const { id } = await save()
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, n) => update({ reportId: id, revision: 1, contents: `Text ${n}` })),
    )
    const stored = replies.filter(({ status }) => status === 200)
    const refused = replies.filter(({ status }) => status === 409)
    expect([stored.length, refused.length]).toEqual([1, 19])
    for (const { body } of refused) expect(body.current).toEqual(stored[0]?.body)
    expect(await open(id)).toEqual(stored[0]?.body)
  })

  test('unknown signals and threads', async () => {
    const refusal = async (input: object) =>
      (await world.ask('POST', '/zeus/saveZeusReport', { title: 'a', contents: 'b', ...input })).body.code
    expect(await refusal({ signalIds: ['sig_0'] })).toBe('signals.not_found')
    expect(await refusal({ threadId: 'th_0' })).toBe('zeus_reports.thread_not_found')
    const { id } = await save()
    expect((await update({ reportId: id, revision: 1, signalIds: ['sig_0'] })).body.code).toBe('signals.not_found')
  })

  test('to restore a report that was deleted more than thirty days ago', async () => {
    const { id } = await save()
    const at = world.api.clock.now()
    await remove(id)
    world.api.clock.set(new Date(at.getTime() + 30 * 86_400_000).toISOString())
    const { body } = await restore(id)
    world.api.clock.set(at.toISOString())
    expect(body.code).toBe('zeus_reports.not_found')
  })
})

describe('reports protect', () => {
  test('all reports: a colleague of the same group and another organization find nothing anywhere', async () => {
    const { id } = await save({ title: 'Secret foam' })
    for (const stranger of [liv, 'jon', 'ana'] as const) {
      const refused = [
        await update({ reportId: id, revision: 1, title: 'mine' }, stranger),
        await remove(id, stranger),
        await restore(id, stranger),
        await world.ask('POST', '/zeus/getZeusReportSummary', { reportId: id }, stranger),
        await world.ask('GET', `/zeus/reports/${id}/versions`, undefined, stranger),
        await world.ask('GET', `/zeus/reports/${id}/versions/1`, undefined, stranger),
        await world.ask('POST', `/zeus/reports/${id}/restore`, { revision: 1 }, stranger),
        await world.ask('POST', '/shareLinks', { kind: 'report', itemId: id }, stranger),
      ]
      expect(refused.map(({ status, body }) => [status, body.code])).toEqual(
        refused.map(() => [404, 'zeus_reports.not_found']),
      )
      expect(await list(`?id=${id}`, stranger)).toEqual([])
      expect(await list('?searchTerm=secret', stranger)).toEqual([])
    }
    expect(await open(id)).toMatchObject({ revision: 1, title: 'Secret foam' })
  })
})

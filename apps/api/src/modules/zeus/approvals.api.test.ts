import type { Approval, ZeusReply, ZeusReportPage } from '@auspex/sdk/types'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApi, type TestApi } from '../../testing/test-api.ts'
import { createScriptedAnalyst, proposeReport } from './testing/scripted-analyst.ts'

const { analyst, script } = createScriptedAnalyst()
script.answer = proposeReport
let api: TestApi
beforeAll(async () => {
  api = await createTestApi({ analyst })
})
afterAll(() => api.close())

const propose = async () => {
  const body = { message: 'Save it, please' }
  const { message } = (
    await api.request({ method: 'POST', path: '/zeus/getZeusReply', as: 'mira', body })
  ).json<ZeusReply>()
  const [approval] = message.approvals
  if (approval === undefined) throw new Error('Nothing was proposed')
  return { approval, messageId: message.id }
}
const decide = ({ id, signature }: Approval, body: object = {}) =>
  api.request({
    method: 'POST',
    path: `/v1/zeus/approvals/${id}`,
    as: 'mira',
    body: { decision: 'approve', signature, ...body },
  })
const countReports = async () => {
  const reply = await api.request({ method: 'GET', path: '/zeus/getZeusReports', as: 'mira' })
  return reply.json<ZeusReportPage>().page.total
}
const readProposal = async (messageId: string) => {
  const path = `/zeus/messages/${messageId}/rating`
  const reply = await api.request({ method: 'PUT', path, as: 'mira', body: { rating: null } })
  return reply.json<ZeusReply['message']>().approvals[0]
}

describe('a change that Zeus proposes', () => {
  test('shows what it would do and does nothing by itself', async () => {
    const { approval } = await propose()
    expect(approval).toMatchObject({
      state: 'pending',
      operationId: 'saveZeusReport',
      changes: ['A new report, “Oat milk in November”, with one sentence.'],
    })
    expect(JSON.parse(approval.arguments)).toEqual({ title: 'Oat milk in November', contents: 'Neutral.' })
    expect(await countReports()).toBe(0)
  })

  test('is done once, with the arguments that were shown, however often it is approved at once', async () => {
    const { approval, messageId } = await propose()
    const replies = await Promise.all(Array.from({ length: 10 }, () => decide(approval)))
    const statuses = replies.map(({ statusCode }) => statusCode)
    expect(statuses.toSorted((left, right) => left - right)).toEqual([200, ...Array<number>(9).fill(409)])
    expect(await countReports()).toBe(1)
    expect(await readProposal(messageId)).toMatchObject({ state: 'approved', decidedAt: '2026-11-21T08:00:00.000Z' })
    expect((await decide(approval, { decision: 'refuse' })).json()).toMatchObject({ code: 'zeus.approval_decided' })
  })

  test('is not done when it is refused', async () => {
    const before = await countReports()
    const { approval, messageId } = await propose()
    expect((await decide(approval, { decision: 'refuse' })).json()).toMatchObject({ state: 'refused', result: null })
    expect((await decide(approval)).statusCode).toBe(409)
    expect([await countReports(), (await readProposal(messageId))?.state]).toEqual([before, 'refused'])
  })

  test('is not done for a forged signature, or the one of another proposal, or arguments of one’s own', async () => {
    const before = await countReports()
    const [{ approval }, other] = [await propose(), await propose()]
    for (const body of [
      { signature: 'A'.repeat(43) },
      { signature: other.approval.signature },
      { arguments: '{"title":"Mine","contents":""}' },
    ])
      expect((await decide(approval, body)).statusCode).toBe(422)
    expect(await countReports()).toBe(before)
    expect((await decide(approval)).statusCode).toBe(200)
  })

  test('says why when the operation refuses the person who approves', async () => {
    script.answer = async function* () {
      yield {
        type: 'proposal',
        toolCallId: 'call_2',
        tool: 'add_to_portfolio',
        operationId: 'addTrends',
        input: { portfolioId: 'pf_0000', signalIds: ['sig_k2m4p6q8'] },
        change: { title: 'Add oat milk to a portfolio', lines: ['Oat milk is added.'] },
      }
    }
    const { approval } = await propose()
    const failed = (await decide(approval)).json<Approval>()
    expect(failed).toMatchObject({ state: 'failed', result: expect.stringMatching(/\w/) })
    script.answer = proposeReport
  })

  test('ends after a day', async () => {
    const { approval, messageId } = await propose()
    api.clock.set('2026-11-22T08:00:00Z')
    expect((await decide(approval)).json()).toMatchObject({ code: 'zeus.approval_expired' })
    expect((await readProposal(messageId))?.state).toBe('expired')
  })
})

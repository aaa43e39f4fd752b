import { describe, expect, test } from 'vitest'
import { createMock } from '../create-mock.ts'
import { call, type Call } from '../testing/call.ts'
import { contractUnderTest } from '../testing/contract-under-test.ts'

const mock = createMock({ document: contractUnderTest() })
const send = async (wanted: Call) => {
  const reply = await call(mock.fetch, 'http://mock.example', wanted)
  const id = mock.log.list().at(-1)?.operationId
  const types = mock.contract.operations.find((operation) => operation.id === id)?.responses.get(reply.status)
  expect(types?.get(reply.headers.get('content-type')?.split(';')[0] ?? '')?.(reply.body)).toEqual([])
  return reply
}
const post = async (path: string, json: object) => (await send({ method: 'POST', path, json })).body
const search = async (term: string): Promise<string> =>
  (await post('/explore/topicQuery', { query_term: term })).signal_id
const share = (kind: string, itemId: string, more: object = {}) =>
  post('/shareLinks', { kind, itemId, access: 'anyone', ...more })
const open = (token: string) => send({ path: `/sharedItems/${token}`, token: null })

describe('a share link', () => {
  test('has its token when it is created, and in no list', async () => {
    const { id, token } = await share('signal', await search('heat pumps'))
    expect(token).toMatch(/^[A-Za-z0-9_-]{20,64}$/)
    const { items } = (await send({ path: '/shareLinks' })).body
    expect(items.find((each: { id: string }) => each.id === id)).toMatchObject({ token: null, title: 'heat pumps' })
  })

  test('opens the report, the portfolio and the conversation that were shared', async () => {
    const signalId = await search('tidal power')
    const report = (await open((await share('signal', signalId)).token)).body
    expect(report).toMatchObject({ kind: 'signal', report: { signalId, query: { title: 'tidal power' } } })
    const portfolio = await post('/portfolio/createWithTrendsBulk', { title: 'Sea', trends: [{ signalId }] })
    expect(portfolio.trendCount).toBe(1)
    const shared = (await open((await share('portfolio', portfolio.id)).token)).body
    expect(shared.portfolio.trends).toEqual(portfolio.trends)
    const { threadId } = await post('/zeus/getZeusReply', { message: 'What is new about tidal power?', threadId: null })
    const thread = (await open((await share('thread', threadId)).token)).body
    expect(thread).toMatchObject({ kind: 'thread', messageCount: 2 })
    expect(thread.messages[1].content).toContain('tidal power')
  })

  test('opens nothing once it is revoked, has expired, or the thing is deleted', async () => {
    const signalId = await search('kelp')
    const revoked = await share('signal', signalId)
    await send({ method: 'DELETE', path: `/shareLinks/${revoked.id}` })
    const { id } = await post('/portfolio/createWithTrendsBulk', { title: 'Gone', trends: [{ signalId }] })
    const emptied = await share('portfolio', id)
    await post('/portfolio/remove', { id })
    const expired = await share('signal', signalId, { expiresAt: '2026-12-01T00:00:00Z' })
    mock.clock.set(Date.parse('2026-12-02T00:00:00Z'))
    for (const { token } of [revoked, emptied, expired])
      expect(await open(token)).toMatchObject({ status: 404, body: { code: 'sharing.not_found' } })
    mock.reset()
  })

  test('for members opens for the members of its organization', async () => {
    const { token } = await share('signal', await search('kelp'), { access: 'organization' })
    expect(await open(token)).toMatchObject({ status: 403, body: { code: 'sharing.members_only' } })
    const path = `/sharedItems/${token}/forMembers`
    expect((await send({ path })).body.report.query.title).toBe('kelp')
    expect((await send({ path, token: 'org_contoso.usr_ana' })).status).toBe(404)
  })
})

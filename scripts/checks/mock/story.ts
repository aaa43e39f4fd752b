import type { ContractDocument } from '@auspex/contract'
import { createMock } from '@auspex/mock-server'
import { brokenInvariants } from './broken-invariants.ts'

// oxlint-disable-next-line typescript/no-explicit-any -- responses of many operations; reading a missing field fails the story
type Body = any

const topics = ['heat pumps', 'e-bikes', 'matcha latte', 'Padel & tennis', 'ångström labs', 'AI']

/** Plays requests that build on each other, and reports responses that contradict their requests or each other. */
export async function tellStory(document: ContractDocument, seed: number): Promise<string[]> {
  const mock = createMock({ document, seed })
  const faults: string[] = []
  const topic = topics[seed % topics.length] ?? ''
  const check = (isTrue: boolean, fault: string) => isTrue || faults.push(fault)

  async function sendRequest(path: string, json?: object, method = json === undefined ? 'GET' : 'POST'): Promise<Body> {
    const reply = await mock.fetch(`http://mock.example/api${path}`, {
      method,
      headers: { authorization: 'Bearer mira', ...(json === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(json === undefined ? {} : { body: JSON.stringify(json) }),
    })
    const body: unknown = JSON.parse(await reply.text())
    for (const fault of brokenInvariants(body)) faults.push(`${path.split('/')[1]}${fault}`)
    return { status: reply.status, ...(body as object) }
  }

  const search = await sendRequest('/explore/topicQuery', { query_term: topic })
  const report = await sendRequest(`/signal/json/${search.signal_id}`)
  check(report.signalId === search.signal_id, 'a report is of another signal')
  check(!JSON.stringify(report).toLowerCase().includes('oat milk'), 'a report tells of another topic')

  mock.seed({ collection: 'documents', items: 12 + (seed % 20) })
  const seenIds = new Set<string>()
  let total = 0
  for (let page = 1; page <= 20; page += 1) {
    const body = await sendRequest(`/signals/${search.signal_id}/documents?perPage=7&page=${page}`)
    total = body.page.total
    for (const { id } of body.items) seenIds.add(id)
    if (body.items.length === 0) break
  }
  check(seenIds.size === total, 'pages have other documents than their total')

  const portfolio = await sendRequest('/portfolio/create', { title: topic })
  const trends = [{ signalId: search.signal_id, title: topic }]
  const added = await sendRequest('/portfolio/addTrendsBulk', { id: portfolio.id, trends })
  const after = await sendRequest(`/portfolio/${portfolio.id}`)
  if (added.status === 200)
    check(after.trends.length === added.items.length, 'a portfolio has other trends than were added')
  check(after.trendCount === after.trends.length, 'a portfolio counts other trends than it has')
  const link = await sendRequest('/shareLinks', { kind: 'portfolio', itemId: portfolio.id })
  check(link.title === topic, 'a share link has another title than its portfolio')
  await sendRequest(`/shareLinks/${link.id}`, undefined, 'DELETE')
  const links = await sendRequest('/shareLinks?perPage=200')
  check(!links.items.some(({ id }: { id: string }) => id === link.id), 'a revoked link is listed')
  await sendRequest('/portfolio/remove', { id: portfolio.id })
  check((await sendRequest(`/portfolio/${portfolio.id}`)).status === 404, 'a removed portfolio is there')
  return faults
}

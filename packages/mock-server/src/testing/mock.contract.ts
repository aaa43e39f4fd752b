import { describe, expect, test } from 'vitest'
import { call, type Call, type Fetch } from './call.ts'

/** A host of the mock under test. */
export interface Host {
  fetch: Fetch
  /** Origin of the requests. */
  baseUrl: string
  /** Resets to the state of the examples. */
  reset: () => void | Promise<void>
}

/** Behavior of the mock on every host: directly, with msw and on a port. */
export function describeMock(name: string, hostOf: () => Host): void {
  const ask = (request: Call) => call(hostOf().fetch, hostOf().baseUrl, request)
  const post = (path: string, json: unknown, more: Partial<Call> = {}) => ask({ method: 'POST', path, json, ...more })

  describe(`a mock ${name}`, () => {
    test('answers with the example of the contract for any signed-in user', async () => {
      const reply = await ask({ path: '/users/me' })
      expect(reply.status).toBe(200)
      expect(reply.body.profile.email).toBe('mira@northwind.example')
    })

    test('refuses in the order of the product API: no user, a missing role, a wrong type, a wrong body', async () => {
      expect((await post('/explore/topicQuery', { query_term: 7 }, { token: null })).status).toBe(401)
      expect((await ask({ path: '/godmode/users', token: 'org_a.usr_a' })).status).toBe(403)
      const type = await ask({
        method: 'POST',
        path: '/explore/topicQuery',
        body: 'a,b',
        headers: { 'content-type': 'text/csv' },
      })
      expect(type.status).toBe(415)
      const wrong = await post('/explore/topicQuery', { query_term: 7 })
      expect(wrong.status).toBe(422)
      expect(wrong.body.errors[0]).toMatchObject({ in: 'body', pointer: '/query_term' })
      expect(wrong.body.requestId).toBe(wrong.headers.get('x-request-id'))
    })

    test('matches a path to its operation', async () => {
      expect((await ask({ path: '/nothing' })).status).toBe(404)
      const other = await ask({ method: 'DELETE', path: '/users/me' })
      expect(other.status).toBe(405)
      expect(other.headers.get('allow')).toBe('GET')
    })

    test('stores what is created until it is deleted, for its own tenant only', async () => {
      await hostOf().reset()
      const { body: created } = await post('/portfolio/create', { title: 'Plant milks' })
      expect((await ask({ path: `/portfolio/${created.id}` })).body).toEqual(created)
      expect((await ask({ path: '/portfolio' })).body.items[0]).toEqual(created)
      expect((await ask({ path: `/portfolio/${created.id}`, token: 'org_b.usr_b' })).status).toBe(404)
      expect((await post('/portfolio/remove', { id: created.id })).status).toBe(200)
      expect((await ask({ path: `/portfolio/${created.id}` })).status).toBe(404)
    })

    test('runs a write with an idempotency key once, however often it is sent', async () => {
      await hostOf().reset()
      const create = (title: string, key: string, more: Partial<Call> = {}) =>
        post('/portfolio/create', { title }, { headers: { 'idempotency-key': key }, ...more })
      const replies = await Promise.all(Array.from({ length: 5 }, () => create('Heat pumps', 'key-1')))
      expect(new Set(replies.map(({ text }) => text)).size).toBe(1)
      expect(replies.filter(({ headers }) => headers.get('idempotency-replayed') === 'true')).toHaveLength(4)
      const titles = (await ask({ path: '/portfolio?perPage=200' })).body.items.map(
        (item: { title: string }) => item.title,
      )
      expect(titles.filter((title: string) => title === 'Heat pumps')).toHaveLength(1)

      const other = await create('Another title', 'key-1')
      expect([other.status, other.body.code]).toEqual([422, 'request.key_reused'])
      expect((await create('Heat pumps', 'key-1', { token: 'org_b.usr_b' })).body.id).not.toBe(replies[0]?.body.id)
      expect((await create('Heat pumps', 'key-2')).body.id).not.toBe(replies[0]?.body.id)
    })

    test('a failed request releases its key', async () => {
      const headers = { 'idempotency-key': 'key-3' }
      const refused = await post('/portfolio/remove', { id: 'pf_none' }, { headers })
      expect(refused.status).toBe(404)
      const again = await post('/portfolio/create', { title: 'Heat pumps' }, { headers })
      expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([200, null])
    })

    test('stores titles of stories and projects trimmed and in lower case, whatever a client sends', async () => {
      await hostOf().reset()
      const body = new FormData()
      body.append('title', '  Why OAT Milk Wins ')
      const made = [
        await post('/stories/create', { title: '  Why OAT Milk Wins ' }),
        await ask({ method: 'POST', path: '/stories/create', body }),
        await post('/project/create', { title: '  Why OAT Milk Wins ' }),
        await ask({ method: 'POST', path: '/project/create', body }),
      ]
      expect(made.map((reply) => reply.body.title)).toEqual(Array(4).fill('why oat milk wins'))
      const [story, , project] = made.map((reply) => reply.body)
      const change = { title: ' Foam ' }
      await ask({ method: 'PUT', path: '/stories/update', json: { ...change, id: story.id } })
      await ask({ method: 'PUT', path: '/project/update', json: { ...change, projectId: project.projectId } })
      expect((await ask({ path: `/stories/${story.id}` })).body.title).toBe('foam')
      expect((await ask({ path: `/project/${project.projectId}` })).body.title).toBe('foam')
      expect((await post('/stories/create', { title: '   ' })).status).toBe(422)
    })

    test('treats an empty query parameter as absent', async () => {
      const bare = await ask({ path: '/stories' })
      const empty = await ask({ path: '/stories?organizationGroupId=&page=&perPage=' })
      expect(bare.status).toBe(200)
      expect([empty.status, empty.body]).toEqual([200, bare.body])
      expect((await ask({ path: '/pubmed?condition=' })).status).toBe(422)
    })

    test('completes a search after some polls', async () => {
      const { body: search } = await post('/explore/topicQuery', { query_term: 'heat pumps' })
      const seen = [search.status]
      for (let poll = 0; poll < 5; poll += 1)
        seen.push((await post('/explore/getQueryStatus', { request_id: search.request_id })).body.status)
      expect(seen.slice(0, 2)).toEqual(['queued', 'running'])
      expect(seen.at(-1)).toBe('complete')
    })

    test('returns the failure that a caller prefers', async () => {
      const reply = await ask({ path: '/users/me', headers: { prefer: 'code=429' } })
      expect(reply.status).toBe(429)
      expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(0)
    })

    test('streams a run from start to end, and resumes after the last received event', async () => {
      const ask4 = (headers: Record<string, string> = {}) =>
        post('/v1/zeus/query-stream', { message: 'What about oat milk?' }, { prefix: '/assistant', headers })
      const whole = await ask4()
      expect(whole.headers.get('content-type')).toMatch(/^text\/event-stream/)
      const ids = [...whole.text.matchAll(/^id: (.*)$/gm)].map(([, id]) => id ?? '')
      expect(ids.length).toBeGreaterThan(3)
      const rest = await ask4({ 'last-event-id': ids[2] ?? '' })
      expect(whole.text.endsWith(rest.text)).toBe(true)
      expect(rest.text.startsWith(`id: ${ids[3]}\n`)).toBe(true)
    })
  })
}

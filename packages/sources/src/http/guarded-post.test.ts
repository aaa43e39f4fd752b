import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { answer, type FaultServer, startFaultServer } from '../testing/fault-server.ts'
import { createGuardedPost } from './guarded-post.ts'
import type { Resolve } from './guarded-url.ts'

const nobody: Resolve = () => Promise.reject(Object.assign(new Error('no such name'), { syscall: 'getaddrinfo' }))
const client = ({ resolve = nobody, endpoints = [] as string[] } = {}) =>
  createGuardedPost({
    userAgent: 'auspex-test/1',
    resolve,
    allow: { endpoints },
    timeoutMs: 500,
    pause: async () => {},
  })
const never = () => new AbortController().signal

describe('createGuardedPost', () => {
  let server: FaultServer
  beforeAll(async () => {
    server = await startFaultServer()
  })
  afterAll(() => server.close())
  beforeEach(() => {
    server.requestPaths.length = 0
  })
  const url = () => `http://${server.endpoint}/hook`

  test.each([
    ['nonsense', 'not an address', /no address/],
    ['another scheme', 'ftp://example.com/', /only http and https/],
    ['credentials', 'https://user:secret@example.com/', /user name or password/],
    ['a private address', 'https://10.1.2.3/', /public internet/],
    ['metadata', 'http://169.254.169.254/', /public internet/],
    ['an unknown name', 'https://nobody.example/', /public internet/],
  ])('%s is refused before and when it is posted to', async (_, address, reason) => {
    expect(await client().check(address)).toMatch(reason)
    expect(await client().post(address, '{}', never())).toMatch(reason)
  })

  test('a name inside is refused as one that is not known, and both take the same time', async () => {
    const refusals = await Promise.all(
      [nobody, async () => [], async () => [{ address: '10.0.0.7', family: 4 as const }]].map(async (resolve) => {
        const waited: number[] = []
        const pause = async (ms: number) => {
          await new Promise<void>((done) => setImmediate(done))
          waited.push(ms)
        }
        const post = createGuardedPost({ userAgent: 'auspex-test/1', resolve, pause })
        const check = await post.check('https://inside.example/')
        return { check, post: await post.post('https://inside.example/', '{}', never()), waited }
      }),
    )
    const why = 'The address cannot be reached from the public internet.'
    expect(refusals).toEqual(refusals.map(() => ({ check: why, post: why, waited: [3000, 3000] })))
  })

  test('a name that became private since it was checked is not reached', async () => {
    let inside = false
    const resolve: Resolve = async () => [{ address: inside ? '127.0.0.1' : '8.8.8.8', family: 4 }]
    const post = client({ resolve })
    expect(await post.check('http://moving.example/')).toBeNull()
    inside = true
    expect(await post.post('http://moving.example/', '{}', never())).toMatch(/public internet/)
  })

  test('what answers 2xx has taken it; anything else says its status, and a redirect is not followed', async () => {
    const post = client({ endpoints: [server.endpoint] })
    server.behave(answer({ status: 202, type: 'text/plain', body: '' }))
    expect(await post.post(url(), '{"a":1}', never())).toBeNull()
    server.behave(answer({ status: 500, type: 'text/plain', body: 'secret' }))
    expect(await post.post(url(), '{}', never())).toBe('It answered 500.')
    server.behave(answer({ status: 302, type: 'text/plain', body: '', headers: { location: '/elsewhere' } }))
    expect(await post.post(url(), '{}', never())).toBe('It answered 302: redirects are not followed.')
    expect(server.requestPaths).toHaveLength(3)
  })
})

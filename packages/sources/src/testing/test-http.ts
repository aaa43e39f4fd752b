import { createGuardedHttp } from '../http/guarded-fetch.ts'
import { createHttp } from '../http/create-http.ts'
import type { Http, PostingHttp } from '../http/http.types.ts'

export const testNow = new Date('2026-06-01T00:00:00Z')
const clock = () => testNow
const userAgent = 'auspex-test/1 (+https://auspex.example)'

/** The real client without rate limits, with a short deadline whatever the source sets. */
export function testHttp({ timeoutMs }: { timeoutMs: number }): PostingHttp {
  const hosts = { '127.0.0.1': { intervalMs: 0, burst: 1, concurrency: 8 } }
  const http = createHttp({ userAgent, clock, hosts, wait: async () => {} })
  return {
    get: (request) => http.get({ ...request, timeoutMs }),
    post: (request) => http.post({ ...request, timeoutMs }),
    postJson: (request) => http.postJson({ ...request, timeoutMs }),
  }
}

/** The real guarded client, with permission to request the test server. */
export function testGuardedHttp({ endpoint, timeoutMs }: { endpoint: string; timeoutMs: number }): Http {
  const http = createGuardedHttp({ userAgent, clock, allow: { endpoints: [endpoint] }, pause: async () => {} })
  return { get: (request) => http.get({ ...request, timeoutMs }) }
}

/** The same, sending everything to one server whatever the host: for sources that are created as in an installation. */
export function redirectedHttp({ url, timeoutMs }: { url: string; timeoutMs: number }): PostingHttp {
  const http = testHttp({ timeoutMs })
  const redirect = (address: string) => address.replace(/^https:\/\/[^/]+/, url)
  return {
    get: (request) => http.get({ ...request, url: redirect(request.url) }),
    post: (request) => http.post({ ...request, url: redirect(request.url) }),
    postJson: (request) => http.postJson({ ...request, url: redirect(request.url) }),
  }
}

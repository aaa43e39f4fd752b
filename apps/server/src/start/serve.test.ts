import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig } from '@auspex/api'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { serve, type Serving } from './serve.ts'
import { findFreePort } from '../testing/find-free-port.ts'
import { removeData } from '../testing/spawn-server.ts'
import { headerOf, requestLines, sendRaw, statusOf } from '../testing/send-raw.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'auspex-serve-'))
let serving: Serving
let port: number

beforeAll(async () => {
  port = await findFreePort()
  const config = readConfig({
    AUSPEX_PORT: String(port),
    AUSPEX_DATA: dataDir,
    AUSPEX_SOURCES: 'live',
    AUSPEX_PUBLIC_URL: 'https://auspex.example',
    AUSPEX_LOG_LEVEL: 'silent',
  })
  serving = await serve(config, { withWeb: false })
})
afterAll(async () => {
  await serving.close()
  removeData(dataDir)
})

describe('the product at a public address of https', () => {
  test.each([
    ['GET /api/health/getStatus', 200],
    ['GET /api/users/me', 401],
    ['GET /api/%zz', 400],
    ['QUERY /api/users/me', 405],
    ['GET /identity/.well-known/openid-configuration', 200],
    ['GET /identity/auth?client_id=nobody', 400],
    ['GET /identity', 404],
    ['POST /identity/token', 400],
    ['GET /docs/', 200],
    ['GET /docs', 308],
    ['POST /docs/', 405],
    ['GET /assistant/runs', 404],
    ['POST /assistant/v1/zeus/query-stream', 401],
    ['GET /nowhere', 503],
    ['GET //', 400],
    ['OPTIONS *', 204],
    ['CONNECT a:1', 405],
  ])('tells browsers once, and only once, to stay with https: %s', async (line, status) => {
    const reply = await sendRaw(port, requestLines(`${line} HTTP/1.1`))
    expect([statusOf(reply), headerOf(reply, 'strict-transport-security')]).toEqual([status, ['max-age=31536000']])
  })
})

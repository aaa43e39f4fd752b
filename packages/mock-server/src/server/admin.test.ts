import { readFileSync } from 'node:fs'
import { afterEach, describe, expect, test } from 'vitest'
import { catalogue } from '../scenarios/catalogue.ts'
import { type MockServer, startMockServer } from './start-mock-server.ts'
import { adminRoutes } from './admin.ts'

const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8')
let server: MockServer | undefined
afterEach(() => server?.close())

describe('the README', () => {
  test.each(catalogue.map(({ name }) => name))('documents the scenario %s', (name) => {
    expect(readme).toMatch(new RegExp(`\`${name}(=\\d+)?\``))
  })

  test.each(adminRoutes.map(({ method, path }) => [method, path] as const))('documents %s %s', (method, path) => {
    const row = readme
      .split('\n')
      .find((line) => line.includes(`/__mock${path}\``) && line.split('|')[1]?.includes(method))
    expect(row).toBeDefined()
  })
})

describe('every route of the admin API', () => {
  test.each(
    adminRoutes
      .filter(({ example }) => example !== undefined)
      .map(({ method, path, example }) => ({ method, path, example })),
  )('does its own example: $method $path', async ({ method, path, example }) => {
    server = await startMockServer()
    const reply = await fetch(`${server.url}/__mock${path}`, { method, body: JSON.stringify(example) })
    expect(reply.status).toBe(200)
    expect(await reply.json()).toBeTypeOf('object')
  })

  test('responds when it needs no input', async () => {
    server = await startMockServer()
    for (const { method, path, example } of adminRoutes) {
      if (method === 'POST' || example !== undefined || path.includes('{')) continue
      expect((await fetch(`${server.url}/__mock${path}`, { method })).status, `${method} ${path}`).toBe(200)
    }
  })

  test('adds generated items to their list', async () => {
    server = await startMockServer()
    const list = async () => {
      const reply = await fetch(`${server?.apiUrl}/portfolio?perPage=50`, { headers: { authorization: 'Bearer mira' } })
      return ((await reply.json()) as { items: { id: string }[] }).items.map(({ id }) => id)
    }
    const before = await list()
    const items = server.seed({ collection: 'portfolios', items: 3 })
    expect(items).toHaveLength(3)
    expect((await list()).toSorted()).toEqual([...before, ...items.map(({ id }) => String(id))].toSorted())
  })
})

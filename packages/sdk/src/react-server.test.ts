import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import * as server from './react-server.ts'
import * as react from './react.ts'

const folder = resolve(dirname(fileURLToPath(import.meta.url)), '..')

test('a server component, where React has no hooks and no context, can import options and keys', async () => {
  const program = `
    const { getMeQueryOptions } = await import('@auspex/sdk/react')
    const { createClient } = await import('@auspex/sdk')
    const fetch = async () => Response.json({ email: 'ada@example.com' })
    const client = createClient({ id: 'c1', baseUrl: 'http://auspex.test/api', fetch })
    const { queryKey, queryFn } = getMeQueryOptions({ request: { client } })
    console.log(JSON.stringify([queryKey, await queryFn({ signal: new AbortController().signal })]))`
  const options = ['--conditions=react-server', '--input-type=module', '-e', program]
  const { stdout } = await promisify(execFile)(process.execPath, options, { cwd: folder })
  expect(JSON.parse(stdout)).toEqual([['auspex', 'c1', 'getMe'], { email: 'ada@example.com' }])
})

test('what a server component can import is a subset of what a browser can, without hooks', () => {
  const names = Object.keys(server)
  expect(names.filter((name) => !(name in react))).toEqual([])
  expect(names.filter((name) => name.startsWith('use'))).toEqual([])
  expect(names).toContain('listInboxInfiniteQueryOptions')
})

test('each file of hooks is marked as a client module', () => {
  for (const file of ['generated/react/user/user.ts', 'runtime/react/provider.ts'])
    expect(readFileSync(resolve(folder, 'src', file), 'utf8')).toMatch(/^'use client'\n/)
})

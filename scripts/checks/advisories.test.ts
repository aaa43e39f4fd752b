import { execFile } from 'node:child_process'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'

const knownWeakness = {
  pg: [
    {
      id: 1,
      url: 'https://example.org/advisory',
      title: 'A known weakness',
      severity: 'high',
      vulnerable_versions: '<9999.0.0',
      cwe: [],
      cvss: { score: 8, vectorString: '' },
    },
  ],
}

/** Runs the check against a registry that returns this answer. */
async function check(answer: { status: number; body: object }): Promise<{ code: number; output: string }> {
  const registry = createServer((request, response) => {
    request.resume().once('end', () => {
      response.writeHead(answer.status, { 'content-type': 'application/json' }).end(JSON.stringify(answer.body))
    })
  })
  await new Promise<void>((resolve) => registry.listen(0, '127.0.0.1', resolve))
  const { port } = registry.address() as AddressInfo // listen() on a TCP port never gives a pipe name
  const env = { ...process.env, pnpm_config_registry: `http://127.0.0.1:${port}/` }
  const result = await new Promise<{ code: number; output: string }>((resolve) =>
    execFile(process.execPath, ['scripts/checks/advisories.ts'], { env }, (error, stdout, stderr) =>
      resolve({ code: Number(error?.code ?? 0), output: `${stdout}${stderr}` }),
    ),
  )
  await new Promise((resolve) => registry.close(resolve))
  return result
}

test('a weakness of a production dependency that is known and high fails, with where it is', async () => {
  const { code, output } = await check({ status: 200, body: knownWeakness })
  expect([code, output]).toEqual([1, expect.stringMatching(/A known weakness[^]*apps__api>pg/)])
})

test('none that is known passes', async () => {
  expect(await check({ status: 200, body: {} })).toMatchObject({ code: 0 })
})

test('a registry that does not say is not taken for one that knows of none', async () => {
  const { code, output } = await check({ status: 405, body: {} })
  expect([code, output]).toEqual([2, expect.stringContaining('Nothing was found out')])
})

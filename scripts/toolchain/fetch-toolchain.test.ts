import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fetchToolchain } from './fetch-toolchain.mjs'

const folder = mkdtempSync(join(tmpdir(), 'auspex-toolchain-'))
const marker = join(folder, 'ran')
/** A package that leaves a mark when anything of it runs. */
const packMarking = (): Buffer => {
  const source = join(folder, 'source')
  mkdirSync(source)
  const preinstall = `node -e "require('fs').appendFileSync(process.env.MARKER, 'x')"`
  writeFileSync(join(source, 'pnpm'), '#!/usr/bin/env node\n')
  writeFileSync(
    join(source, 'package.json'),
    JSON.stringify({ name: 'pnpm', version: '1.2.3', bin: { pnpm: 'pnpm' }, scripts: { preinstall } }),
  )
  execFileSync('npm', ['pack', '--silent', '--pack-destination', folder], { cwd: source })
  return readFileSync(join(folder, 'pnpm-1.2.3.tgz'))
}
const hashOf = (bytes: Buffer) => `sha512-${createHash('sha512').update(bytes).digest('base64')}`

let tarball: Buffer
let registryUrl: string
/** Says about the package whatever makes it look right, as a registry that was broken into would. */
const registry = createServer((request, response) => {
  if (request.url?.endsWith('.tgz')) return response.end(tarball)
  const dist = { tarball: `${registryUrl}/pnpm-1.2.3.tgz`, integrity: hashOf(tarball) }
  const version = { name: 'pnpm', version: '1.2.3', bin: { pnpm: 'pnpm' }, hasInstallScript: true, dist }
  response.setHeader('content-type', 'application/json')
  return response.end(
    JSON.stringify({ name: 'pnpm', 'dist-tags': { latest: '1.2.3' }, versions: { '1.2.3': version } }),
  )
})

beforeAll(async () => {
  tarball = packMarking()
  await new Promise<void>((resolve) => registry.listen(0, '127.0.0.1', resolve))
  registryUrl = `http://127.0.0.1:${(registry.address() as AddressInfo).port}` // TCP has an AddressInfo
})
afterAll(() => {
  registry.close()
  rmSync(folder, { recursive: true, force: true })
})

let machines = 0
/** A machine that has fetched nothing yet. */
const machine = () => {
  const home = join(folder, `machine-${(machines += 1)}`)
  const said: string[] = []
  const env = {
    ...process.env,
    MARKER: marker,
    npm_config_registry: registryUrl,
    npm_config_cache: join(home, 'cache'),
    npm_config_userconfig: join(home, 'npmrc'),
  }
  rmSync(marker, { force: true })
  return {
    said,
    fetch: (integrity: string, names = ['pnpm']) =>
      fetchToolchain({
        pins: { pnpm: { version: '1.2.3', integrity } },
        names,
        folder: join(home, 'toolchain'),
        say: (line) => void said.push(line),
        env,
      }),
    hasPnpm: () => existsSync(join(home, 'toolchain/node_modules/.bin/pnpm')),
  }
}

describe('the toolchain that a new checkout fetches', () => {
  test('is had when it is what was pinned, and once', async () => {
    const { fetch, hasPnpm, said } = machine()
    await fetch(hashOf(tarball))
    expect([hasPnpm(), existsSync(marker)]).toEqual([true, true])
    await fetch(hashOf(tarball))
    expect(said).toEqual(['Getting the toolchain: pnpm@1.2.3'])
  })

  test('is refused, and nothing of it runs, when the registry sends something else', async () => {
    const { fetch, hasPnpm } = machine()
    await expect(fetch(hashOf(Buffer.from('what was reviewed')))).rejects.toThrow(
      'not what is pinned in scripts/toolchain/pins.json. Nothing of it was run.',
    )
    expect([hasPnpm(), existsSync(marker)]).toEqual([false, false])
  })

  test('is fetched anew, and refused, where an earlier one lies and the pin has changed', async () => {
    const { fetch, hasPnpm } = machine()
    await fetch(hashOf(tarball))
    await expect(fetch(hashOf(Buffer.from('a later version')))).rejects.toThrow('not what is pinned')
    expect(hasPnpm()).toBe(false)
  })

  test('is not guessed at for a machine that nothing is pinned for', async () => {
    const { fetch, said } = machine()
    await expect(fetch(hashOf(tarball), ['pnpm', 'node-sunos-sparc'])).rejects.toThrow(
      'No hash is pinned for node-sunos-sparc',
    )
    expect(said).toEqual([])
  })
})

test('every pin is an exact version with a SHA-512', () => {
  const pins = JSON.parse(readFileSync(new URL('pins.json', import.meta.url), 'utf8')) as object // our own file
  for (const pin of Object.values(pins))
    expect(pin).toEqual({
      version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
      integrity: expect.stringMatching(/^sha512-[A-Za-z0-9+/]{86}==$/),
    })
})

import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fetchToolchain } from './fetch-toolchain.mjs'

const folder = mkdtempSync(join(tmpdir(), 'auspex-toolchain-'))
const marker = join(folder, 'ran')
/** A package with an executable, which leaves a marker file if any of its code runs. */
const packMarking = (name: string, version: string): Buffer => {
  const source = join(folder, `${name}-${version}`)
  mkdirSync(source)
  const preinstall = `node -e "require('fs').appendFileSync(process.env.MARKER, 'x')"`
  writeFileSync(join(source, name), '#!/usr/bin/env node\n')
  writeFileSync(
    join(source, 'package.json'),
    JSON.stringify({ name, version, bin: { [name]: name }, scripts: { preinstall } }),
  )
  execFileSync('npm', ['pack', '--silent', '--pack-destination', folder], { cwd: source })
  return readFileSync(join(folder, `${name}-${version}.tgz`))
}
const hashOf = (bytes: Buffer) => `sha512-${createHash('sha512').update(bytes).digest('base64')}`

let tarball: Buffer
const tarballs = new Map<string, Buffer>()
let registryUrl: string
/** Returns whatever metadata makes a package look valid, as a compromised registry would. */
const registry = createServer((request, response) => {
  const path = request.url ?? ''
  if (path.endsWith('.tgz')) return response.end(tarballs.get(path.slice(path.lastIndexOf('/') + 1, -'.tgz'.length)))
  const name = path.slice(1)
  const versions = [...tarballs]
    .filter(([file]) => file.startsWith(`${name}-`))
    .map(([file, bytes]) => {
      const dist = { tarball: `${registryUrl}/${file}.tgz`, integrity: hashOf(bytes) }
      const version = file.slice(name.length + 1)
      return [version, { name, version, bin: { [name]: name }, hasInstallScript: true, dist }] as const
    })
  response.setHeader('content-type', 'application/json')
  return response.end(
    JSON.stringify({ name, 'dist-tags': { latest: versions[0]?.[0] }, versions: Object.fromEntries(versions) }),
  )
})

beforeAll(async () => {
  for (const [name, version] of [
    ['pnpm', '1.2.3'],
    ['pnpm', '1.2.4'],
    ['node-any', '24.0.0'],
  ] as const)
    tarballs.set(`${name}-${version}`, packMarking(name, version))
  tarball = tarballs.get('pnpm-1.2.3') as Buffer // packed just above
  await new Promise<void>((resolve) => registry.listen(0, '127.0.0.1', resolve))
  registryUrl = `http://127.0.0.1:${(registry.address() as AddressInfo).port}` // TCP has an AddressInfo
})
afterAll(() => {
  registry.close()
  rmSync(folder, { recursive: true, force: true })
})

let machines = 0
/** A machine that has not fetched anything yet. */
const machine = () => {
  const home = join(folder, `machine-${(machines += 1)}`)
  const messages: string[] = []
  const env = {
    ...process.env,
    MARKER: marker,
    npm_config_registry: registryUrl,
    npm_config_cache: join(home, 'cache'),
    npm_config_userconfig: join(home, 'npmrc'),
  }
  rmSync(marker, { force: true })
  return {
    home,
    messages,
    fetch: (integrity: string, names = ['pnpm']) =>
      fetchToolchain({
        pins: { ...allPins(), pnpm: { version: '1.2.3', integrity } },
        names,
        folder: join(home, 'toolchain'),
        say: (line) => void messages.push(line),
        env,
      }),
    hasPnpm: () => existsSync(join(home, 'toolchain/node_modules/.bin/pnpm')),
    /** Fetches packages given as name@version, pinned to their hashes. */
    fetchPinned: async (...packages: readonly string[]) => {
      const pins = Object.fromEntries(
        packages.map((each) => {
          const [name = '', version = ''] = each.split('@')
          return [name, { version, integrity: hashOf(tarballs.get(`${name}-${version}`) as Buffer) }] // packed at the start
        }),
      )
      await fetchToolchain({
        pins: { ...allPins(), ...pins },
        names: Object.keys(pins),
        folder: join(home, 'toolchain'),
        say: (line) => void messages.push(line),
        env,
      })
    },
    /** Identifies the file on disk: the same number means that the executable was neither deleted nor rewritten. */
    fileOf: (name: string) => statSync(join(home, 'toolchain/node_modules', name, name)).ino,
    versionOf: (name: string) =>
      (JSON.parse(readFileSync(join(home, 'toolchain/node_modules', name, 'package.json'), 'utf8')) as Manifest)
        .version,
  }
}
interface Manifest {
  version: string
}
const allPins = () => ({
  pnpm: { version: '1.2.3', integrity: hashOf(tarball) },
  'node-any': { version: '24.0.0', integrity: hashOf(tarballs.get('node-any-24.0.0') as Buffer) }, // packed at the start
})

describe('the toolchain that a new checkout fetches', () => {
  test('is downloaded once and verified against its pin', async () => {
    const { fetch, hasPnpm, messages } = machine()
    await fetch(hashOf(tarball))
    expect([hasPnpm(), existsSync(marker)]).toEqual([true, true])
    await fetch(hashOf(tarball))
    expect(messages).toEqual(['Getting the toolchain: pnpm@1.2.3'])
  })

  test('is refused, and none of it runs, when the registry sends something else', async () => {
    const { fetch, hasPnpm } = machine()
    await expect(fetch(hashOf(Buffer.from('what was reviewed')))).rejects.toThrow(
      'not what is pinned in scripts/toolchain/pins.json. Nothing of it was run.',
    )
    expect([hasPnpm(), existsSync(marker)]).toEqual([false, false])
  })

  test('is downloaded again and verified when the pin has changed', async () => {
    const { fetch, hasPnpm } = machine()
    await fetch(hashOf(tarball))
    await expect(fetch(hashOf(Buffer.from('a later version')))).rejects.toThrow('not what is pinned')
    expect(hasPnpm()).toBe(false)
  })

  test('stays in place when another tool is downloaded, as a process may be running from it', async () => {
    const { fetchPinned, fileOf, hasPnpm, messages } = machine()
    await fetchPinned('node-any@24.0.0')
    const node = fileOf('node-any')
    await fetchPinned('pnpm@1.2.3')
    expect([hasPnpm(), fileOf('node-any') === node]).toEqual([true, true])
    await fetchPinned('node-any@24.0.0', 'pnpm@1.2.3')
    expect(messages).toEqual(['Getting the toolchain: node-any@24.0.0', 'Getting the toolchain: pnpm@1.2.3'])
  })

  test('is replaced when another version is pinned, and other tools stay', async () => {
    const { fetchPinned, fileOf, versionOf, messages } = machine()
    await fetchPinned('node-any@24.0.0', 'pnpm@1.2.3')
    const node = fileOf('node-any')
    await fetchPinned('node-any@24.0.0', 'pnpm@1.2.4')
    expect([versionOf('pnpm'), fileOf('node-any') === node]).toEqual(['1.2.4', true])
    expect(messages.at(-1)).toBe('Getting the toolchain: pnpm@1.2.4')
  })

  test('is downloaded again when one of its tools was deleted, and only that tool', async () => {
    const { fetchPinned, fileOf, hasPnpm, home } = machine()
    await fetchPinned('node-any@24.0.0', 'pnpm@1.2.3')
    const node = fileOf('node-any')
    rmSync(join(home, 'toolchain/node_modules/pnpm'), { recursive: true })
    await fetchPinned('node-any@24.0.0', 'pnpm@1.2.3')
    expect([hasPnpm(), fileOf('node-any') === node]).toEqual([true, true])
  })

  test('keeps its other tools when a missing one is refused', async () => {
    const { fetch, fetchPinned, fileOf, hasPnpm } = machine()
    await fetchPinned('node-any@24.0.0')
    const node = fileOf('node-any')
    await expect(fetch(hashOf(Buffer.from('what was reviewed')))).rejects.toThrow('not what is pinned')
    expect([hasPnpm(), existsSync(marker), fileOf('node-any') === node]).toEqual([false, false, true])
  })

  test('fails on a platform without a pin', async () => {
    const { fetch, messages } = machine()
    await expect(fetch(hashOf(tarball), ['pnpm', 'node-sunos-sparc'])).rejects.toThrow(
      'No hash is pinned for node-sunos-sparc',
    )
    expect(messages).toEqual([])
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

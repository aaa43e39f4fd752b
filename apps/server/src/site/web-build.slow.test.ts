import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { buildWeb, isWebStale } from './web-build.ts'

let home = ''
let folder = ''
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'auspex-web-build-'))
  folder = join(home, 'dist')
})
afterEach(() => rmSync(home, { recursive: true, force: true }))

/** Does to its folder what the bundler does, with a pause in the middle. */
async function bundle(target: string, pause: Promise<unknown> = Promise.resolve()): Promise<void> {
  rmSync(target, { recursive: true, force: true })
  await pause
  mkdirSync(join(target, 'assets'), { recursive: true })
  writeFileSync(join(target, 'index.html'), '<script src="/assets/app.js"></script>')
  writeFileSync(join(target, 'assets/app.js'), '// words\n'.repeat(1_000))
}

function expectCompleteBuild(): void {
  expect(isWebStale(folder)).toBe(false)
  expect(readdirSync(join(folder, 'assets')).toSorted()).toEqual(['app.js', 'app.js.br', 'app.js.gz'])
  expect(readdirSync(home)).toEqual(['dist'])
}

describe('the web app', () => {
  test(
    'is the production build, whatever environment the process that builds it runs in',
    { timeout: 120_000 },
    async () => {
      expect(process.env.NODE_ENV).toBe('test')
      await buildWeb({ folder })
      const scripts = readdirSync(join(folder, 'assets')).filter((name) => name.endsWith('.js'))
      const text = scripts.map((name) => readFileSync(join(folder, 'assets', name), 'utf8')).join('\n')
      expect(text).toContain('Minified React error')
      expect(text).not.toContain('Download the React DevTools')
    },
  )

  test('is complete when two processes that share a checkout build it concurrently', async () => {
    const isBundled = Promise.withResolvers<void>()
    const first = buildWeb({ folder, bundle: (target) => bundle(target).then(isBundled.resolve) })
    await isBundled.promise
    // empties its folder while the first build compresses its output
    await Promise.all([first, buildWeb({ folder, bundle: (target) => bundle(target, first) })])
    expectCompleteBuild()
  })

  test('is not removed for its readers while an earlier build finishes', async () => {
    const isRead = Promise.withResolvers<void>()
    const lateBuild = buildWeb({ folder, bundle: (target) => isRead.promise.then(() => bundle(target)) })
    await buildWeb({ folder, bundle })
    writeFileSync(join(folder, 'read'), 'by a process that has started')
    isRead.resolve()
    await lateBuild
    expect(readFileSync(join(folder, 'read'), 'utf8')).toBe('by a process that has started')
    rmSync(join(folder, 'read'))
    expectCompleteBuild()
  })

  test('stays unchanged when the build fails', async () => {
    await buildWeb({ folder, bundle })
    writeFileSync(join(folder, '.inputs'), 'an earlier version')
    const failing = async (target: string) => {
      rmSync(target, { recursive: true, force: true })
      throw new Error('a type is wrong')
    }
    await expect(buildWeb({ folder, bundle: failing })).rejects.toThrow('a type is wrong')
    expect(existsSync(join(folder, 'index.html'))).toBe(true)
    expect(readdirSync(home)).toEqual(['dist'])
  })
})

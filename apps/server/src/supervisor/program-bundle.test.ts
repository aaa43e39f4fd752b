import { execFileSync } from 'node:child_process'
import { readdirSync, statSync, utimesSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { describe, expect, test } from 'vitest'
import { findProgram } from './program-bundle.mjs'

const node = process.execPath
const sources = fileURLToPath(new URL('../main.ts', import.meta.url))
/** A source that no other test runs. */
const editedSource = fileURLToPath(import.meta.url)

async function find({ mayWrite, by = node }: { mayWrite: boolean; by?: string }) {
  const said: string[] = []
  const program = await findProgram({ node: by, mayWrite, say: (text) => void said.push(text) })
  return { program, said: said.join('') }
}

/** Runs `work` while a source is newer than it was, as after an edit. */
async function withEditedSource<T>(work: () => Promise<T>): Promise<T> {
  const { atime, mtime } = statSync(editedSource)
  utimesSync(editedSource, atime, new Date(mtime.getTime() + 1_000))
  try {
    return await work()
  } finally {
    utimesSync(editedSource, atime, mtime)
  }
}

describe('the program that npm start runs', () => {
  test('is a bundle that prints what its sources print, and is written once', async () => {
    const { program } = await find({ mayWrite: true })
    expect(program).toMatch(/dist.[0-9a-f]{16}.main\.js$/)
    const help = (file: string) => execFileSync(node, [file, '--help'], { encoding: 'utf8' })
    expect(help(program)).toBe(help(sources))
    expect(await find({ mayWrite: true })).toEqual({ program, said: '' })
  })

  test('finds each of its parts, also those that are loaded for an export or a thread', async () => {
    const { program } = await find({ mayWrite: true })
    const parts = readdirSync(dirname(program)).filter((name) => name.endsWith('.js') && name !== 'main.js')
    const threads = parts.filter((name) => name.endsWith('.worker.js'))
    expect(threads).toContain('engine.worker.js')
    // a thread starts when it is loaded
    const loaded = parts.filter((name) => !threads.includes(name))
    const addresses = loaded.map((name) => pathToFileURL(join(dirname(program), name)).href)
    const script = `for (const part of ${JSON.stringify(addresses)}) await import(part); process.exit()`
    execFileSync(node, ['--input-type=module', '--eval', script], { encoding: 'utf8' })
    for (const name of threads) execFileSync(node, ['--check', join(dirname(program), name)])
  })

  test('is the sources where they are newer than the bundle and no other may be written', async () => {
    const { program } = await find({ mayWrite: true })
    expect(await withEditedSource(() => find({ mayWrite: false }))).toEqual({ program: sources, said: '' })
    expect(await find({ mayWrite: false })).toEqual({ program, said: '' })
  })

  test('is the sources where no bundle can be written, and the reason is said', async () => {
    const { program, said } = await withEditedSource(() => find({ mayWrite: true, by: '/nowhere/node' }))
    expect(program).toBe(sources)
    expect(said).toContain('so it runs from its sources. spawn /nowhere/node ENOENT')
  })
})

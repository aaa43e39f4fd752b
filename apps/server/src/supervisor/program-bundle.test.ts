import { execFileSync } from 'node:child_process'
import { statSync, utimesSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { findProgram } from './program-bundle.mjs'

const node = process.execPath
const sources = fileURLToPath(new URL('../main.ts', import.meta.url))

async function find({ mayWrite, by = node }: { mayWrite: boolean; by?: string }) {
  const said: string[] = []
  const program = await findProgram({ node: by, mayWrite, say: (text) => void said.push(text) })
  return { program, said: said.join('') }
}

/** Runs `work` while a source is newer than it was, as after an edit. */
async function withEditedSource<T>(work: () => Promise<T>): Promise<T> {
  const { atime, mtime } = statSync(sources)
  utimesSync(sources, atime, new Date(mtime.getTime() + 1_000))
  try {
    return await work()
  } finally {
    utimesSync(sources, atime, mtime)
  }
}

describe('the program that npm start runs', () => {
  test('is a bundle that behaves as its sources do, and is written once', async () => {
    const { program } = await find({ mayWrite: true })
    expect(program).toMatch(/dist.main\.js$/)
    const help = (file: string) => execFileSync(node, [file, '--help'], { encoding: 'utf8' })
    expect(help(program)).toBe(help(sources))
    expect(await find({ mayWrite: true })).toEqual({ program, said: '' })
  })

  test('is the sources where they are newer than the bundle and it may not be written', async () => {
    await find({ mayWrite: true })
    expect(await withEditedSource(() => find({ mayWrite: false }))).toEqual({ program: sources, said: '' })
    expect((await find({ mayWrite: false })).program).not.toBe(sources)
  })

  test('is the sources where no bundle can be written, and the reason is said', async () => {
    const { program, said } = await withEditedSource(() => find({ mayWrite: true, by: '/nowhere/node' }))
    expect(program).toBe(sources)
    expect(said).toContain('so it runs from its sources. spawn /nowhere/node ENOENT')
  })
})

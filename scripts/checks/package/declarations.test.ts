import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { readDeclarations } from './declarations.ts'

const folder = mkdtempSync(join(tmpdir(), 'auspex-declarations-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const write = (name: string, text: string): string => {
  const file = join(folder, name)
  writeFileSync(file, text)
  return file
}

describe('the exported names of a module', () => {
  test('come with their declaration on one line, from wherever they are handed on', () => {
    write(
      'inner.d.ts',
      `/** Says how. */
export interface Options {
    /** Milliseconds */
    waitMs?: number;
}
declare const internal: string;
export declare const call: (options: Options) => Promise<void>;
export type Kind = 'a' | 'b';
export declare const Kind: { readonly a: 'a' };
`,
    )
    write('other.d.ts', 'export declare class Failure extends Error {}\nexport declare const rest: number;\n')
    const door = write(
      'door.d.ts',
      "export * from './inner.ts';\nexport { Failure as CallFailure, type rest } from './other.ts';\n",
    )
    const found = [...readDeclarations(door).values()].map(({ name, text }) => `${name}: ${text}`)
    expect(found.toSorted()).toEqual([
      'CallFailure: class Failure extends Error {}',
      "Kind: type Kind = 'a' | 'b'; const Kind: { readonly a: 'a' }",
      'Options: interface Options { waitMs?: number; }',
      'call: const call: (options: Options) => Promise<void>',
      'rest: const rest: number',
    ])
  })
})

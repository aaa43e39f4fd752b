import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

/** The fields of a package file that this test reads. */
interface PackageFile {
  readonly files: readonly string[]
  readonly dependencies?: Readonly<Record<string, string>>
  readonly peerDependencies: Readonly<Record<string, string>>
  readonly peerDependenciesMeta: Readonly<Record<string, { readonly optional: boolean }>>
  readonly publishConfig: { readonly exports: Readonly<Record<string, unknown>> }
  readonly exports: Readonly<Record<string, unknown>>
}

const read = (file: string): string => readFileSync(new URL(`../${file}`, import.meta.url), 'utf8')
const sdk = JSON.parse(read('package.json')) as PackageFile

describe('the installed package', () => {
  test('depends on nothing', () => {
    expect(sdk.dependencies).toBeUndefined()
  })

  test('has only optional peers, in any version that could work', () => {
    expect(Object.keys(sdk.peerDependencies).filter((name) => !sdk.peerDependenciesMeta[name]?.optional)).toEqual([])
    for (const range of Object.values(sdk.peerDependencies)) expect(range).toMatch(/^>=\d+$/)
    // an app has both packages, and one version of msw
    const mock = JSON.parse(read('../mock-server/package.json')) as PackageFile
    expect(mock.peerDependencies).toEqual({ msw: sdk.peerDependencies['msw'] })
  })

  test('has every entry point of the repository', () => {
    expect(Object.keys(sdk.publishConfig.exports)).toEqual(Object.keys(sdk.exports))
  })

  test('contains what its README mentions', () => {
    const readme = read('README.md')
    expect([...readme.matchAll(/\]\((?!https?:|#)([^)]+)\)/g)].map(([, target]) => target)).toEqual([])
    expect(readme).not.toMatch(/api-surface|npx auspex-mock|\bexamples\//)
  })

  test('has a test for each row in which its README compares it with other clients', () => {
    const rows = [...read('README.md').matchAll(/^\|.*\| `([\w./-]+\.test\.ts)`: (.*?) *\|$/gm)]
    expect(rows).toHaveLength(36)
    for (const [, file = '', title = ''] of rows)
      expect([file, read(`../${file}`).includes(title)]).toEqual([file, true])
  })
})

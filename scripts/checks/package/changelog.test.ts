import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { changelogOfPackage } from './write-changelog.ts'

test('a package contains only the changes that concern its users', () => {
  const changelog =
    '# Changes\n\nAll.\n\n## 2.0.0\n\n### For analysts\n\n- Charts.\n\n### For developers\n\n- Calls.\n\n### Moving from 1.0.0\n\n- Rename.\n'
  expect(changelogOfPackage(changelog)).toBe(
    '# Changes\n\n## 2.0.0\n\n### For developers\n\n- Calls.\n\n### Moving from 1.0.0\n\n- Rename.\n',
  )
})

test.each(['packages/sdk', 'packages/mock-server'])('%s includes the migration steps to its version', (folder) => {
  const { version, files } = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8')) as {
    version: string
    files: string[]
  }
  const [newest = ''] = changelogOfPackage(readFileSync('docs/CHANGELOG.md', 'utf8'))
    .split(/^(?=## )/m)
    .slice(1)
  expect(newest.startsWith(`## ${version}`)).toBe(true)
  expect(newest).toContain('### Moving from')
  expect(files).toContain('CHANGELOG.md')
})

test('importing the program writes no changelog where it runs', () => {
  expect(existsSync('CHANGELOG.md')).toBe(false)
})

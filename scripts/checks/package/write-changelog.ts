/**
 * Usage: node scripts/checks/package/write-changelog.ts. Runs in the folder of the package being packed and writes its changelog: the parts of
 * docs/CHANGELOG.md for developers, including how to migrate.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** Sections for API users; those for analysts and operators are only in the full changelog. */
const ownSections = /^(For developers|Moving from .*|Changed since .*)$/

/** Reduces a changelog to its versions, each with the sections for developers. */
export function changelogOfPackage(text: string): string {
  const versions = text.split(/^(?=## )/m).slice(1)
  const parts = versions.flatMap((version) => {
    const [heading = '', ...sections] = version.split(/^(?=### )/m)
    const developerSections = sections.filter((section) =>
      ownSections.test(section.slice('### '.length, section.indexOf('\n'))),
    )
    return developerSections.length === 0 ? [] : [heading.trim(), ...developerSections.map((section) => section.trim())]
  })
  return `${['# Changes', ...parts].join('\n\n')}\n`
}

// only as a program: its test imports this file from the top of the repository
if (import.meta.main) {
  const changelogPath = fileURLToPath(new URL('../../../docs/CHANGELOG.md', import.meta.url))
  writeFileSync('CHANGELOG.md', changelogOfPackage(readFileSync(changelogPath, 'utf8')))
}

import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { Dialect } from './query/dialect.types.ts'
import { sourceDialects } from './sources.catalogue.ts'

/** A dialect as the table of docs/query-language.md states it. */
function toRow(dialect: Dialect): string {
  const { name, or, not, phrase, prefix, near, fields, nesting, maxRequests = 8 } = dialect
  const can = (what: unknown) => (what === null ? 'no' : 'yes')
  const named = Object.keys(fields).map((field) => `\`${field}:\``)
  const groups = { full: 'yes', or_in_and: 'one level of OR', none: 'no' }
  const cells = [
    name,
    or === null ? `${maxRequests} requests` : 'yes',
    can(not),
    can(phrase),
    can(prefix),
    near === null ? 'no' : 'two words',
    named.length === 0 ? 'none' : named.join(' '),
    groups[nesting],
  ]
  return `| ${cells.join(' | ')} |`
}

describe('docs/query-language.md', () => {
  const page = readFileSync(new URL('../../../docs/query-language.md', import.meta.url), 'utf8')
  const rows = page.split('\n').map((line) => line.replaceAll(/ +/g, ' '))

  test.each(Object.values(sourceDialects))('states what $name honours', (dialect) => {
    expect(rows).toContain(toRow(dialect))
  })
})

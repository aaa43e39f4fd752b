import { readFileSync, writeFileSync } from 'node:fs'
import { type Dialect, sourceDialects } from '../../packages/sources/src/index.ts'

const page = 'docs/query-language.md'
/** The table is between these lines of the page. */
const [begin, end] = ['<!-- begin of the generated table -->', '<!-- end of the generated table -->']

const header = ['source', 'OR', 'leaving out', 'phrases', '`prefix*`', '`near/n`', 'fields', 'parentheses']
/** The library has no dialect: it honours the whole language. */
const library = ['library (imports, and all that was fetched)', 'yes', 'yes', 'yes', 'yes', 'yes', 'all', 'yes']
/** Feeds are not searched by words. */
const feeds = ['Feeds', 'all entries are read', '', '', '', '', '', '']

/** Writes what each source honours of a query, from its dialect. */
export function writeSourceTable(): void {
  const text = readFileSync(page, 'utf8')
  const [before, rest = ''] = text.split(`${begin}\n`)
  const after = rest.split(`${end}\n`)[1]
  if (after === undefined) throw new Error(`${page} has lost the lines "${begin}" and "${end}".`)
  const rows = [header, library, ...Object.values(sourceDialects).map(toCells), feeds]
  writeFileSync(page, `${before}${begin}\n\n${toTable(rows)}\n${end}\n${after}`)
}

function toCells(dialect: Dialect): string[] {
  const { name, or, not, phrase, prefix, near, fields, nesting, maxRequests = 8 } = dialect
  const can = (capability: unknown) => (capability === null ? 'no' : 'yes')
  const named = Object.keys(fields).map((field) => `\`${field}:\``)
  const groups = { full: 'yes', or_in_and: 'one level of OR', none: 'no' }
  return [
    name,
    or !== null ? 'yes' : maxRequests === 1 ? '1 request' : `${maxRequests} requests`,
    can(not),
    can(phrase),
    can(prefix),
    near === null ? 'no' : 'two words',
    named.length === 0 ? 'none' : named.join(' '),
    groups[nesting],
  ]
}

/** Columns are as wide as their widest cell, as oxfmt aligns them. */
function toTable([first = [], ...rows]: readonly (readonly string[])[]): string {
  const widths = first.map((_, column) => Math.max(...[first, ...rows].map((cells) => cells[column]?.length ?? 0)))
  const toLine = (cells: readonly string[]) =>
    `| ${cells.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |\n`
  return [first, widths.map((width) => '-'.repeat(width)), ...rows].map(toLine).join('')
}

/**
 * Usage: node scripts/checks/tables.ts. Checks that each table of the API has one owner, named in apps/api/migrations/owners.json, and that only its
 * owner's module contains SQL for it.
 */
import { globSync, readFileSync } from 'node:fs'

const migrations = 'apps/api/migrations'
const modules = 'apps/api/src/modules'

// our own file of modules and their tables
const owners = JSON.parse(readFileSync(`${migrations}/owners.json`, 'utf8')) as Record<string, string[]>

function ownersOf(table: string) {
  return Object.keys(owners).filter((module) => owners[module]?.includes(table))
}

/** The tables that exist after all migrations. */
function listTables(): Set<string> {
  const tables = new Set<string>()
  for (const file of globSync(`${migrations}/*.sql`).toSorted()) {
    const statements = readFileSync(file, 'utf8').matchAll(
      /\b(create|drop)(?: unlogged)? table (?:if (?:not )?exists )?(\w+)/g,
    )
    for (const [, verb, table = ''] of statements)
      if (verb === 'create') tables.add(table)
      else tables.delete(table)
  }
  return tables
}

/** Places in a source text where SQL, plain or Kysely, names a table. Aliases and `with` queries named like a table count, too. */
function findTables(text: string): { table: string; line: number }[] {
  const isComment = /\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm
  const code = text.replaceAll(isComment, (comment) => comment.replaceAll(/[^\n]/g, ' '))
  const lineOf = (index: number) => code.slice(0, index).split('\n').length
  const named: { table: string; line: number }[] = []
  // not limited to template literals, because a nested template would be taken for code outside of one
  const clauses = /\b(?:from|join|into|update|table|truncate|analyze|using)\s+(?:only\s+)?([a-z_]+)\b/g
  const calls = /\b(?:selectFrom|\w*[jJ]oin|insertInto|updateTable|deleteFrom|using)\(\s*\[?'([a-z_]+)/g
  for (const found of [...code.matchAll(clauses), ...code.matchAll(calls)])
    named.push({ table: found[1] ?? '', line: lineOf(found.index) })
  return named
}

const tables = listTables()
const problems = [
  ...[...tables].flatMap((table) => {
    const named = ownersOf(table)
    return named.length === 1
      ? []
      : [
          `${migrations}/owners.json: ${table} has ${named.length === 0 ? 'no owner' : `two owners: ${named.join(', ')}`}`,
        ]
  }),
  ...Object.values(owners)
    .flat()
    .filter((table) => !tables.has(table))
    .map((table) => `${migrations}/owners.json: there is no table ${table}`),
]

// tests set up states that no operation can, so their statements are exempt
const sources = globSync('apps/api/src/**/*.ts').filter(
  (file) => !/\.(?:test|contract)\.ts$|\/testing\//.test(file.replaceAll('\\', '/')),
)
let statements = 0
for (const file of sources) {
  const module = file.startsWith(`${modules}/`)
    ? file.slice(modules.length + 1).split('/')[0]
    : (file.split('/')[3] ?? '')
  for (const { table, line } of findTables(readFileSync(file, 'utf8'))) {
    if (!tables.has(table)) continue
    statements += 1
    const [owner] = ownersOf(table)
    if (owner !== undefined && owner !== module)
      problems.push(
        `${file}:${line}: the table ${table} is of ${owner}; ask its door, apps/api/src/modules/${owner}/index.ts`,
      )
  }
}

if (problems.length > 0) {
  console.error(problems.join('\n'))
  process.exit(1)
}

console.log(
  `${tables.size} tables with one owner each; ${statements} places of SQL name them, all in their owner's module`,
)

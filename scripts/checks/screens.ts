/**
 * Usage: node scripts/checks/screens.ts [--update]. Every operation of the parts of the specification that organise, share and administer has
 * its place in the web app: a file that asks it, and a component test or a journey that shows it. Fails for one without, and when
 * docs/screens.md is not what was found; `--update` writes that file.
 */
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { operations } from '@auspex/sdk/operations'

const root = join(import.meta.dirname, '../..')
const web = join(root, 'apps/web/src')
const page = join(root, 'docs/screens.md')

/** Tags of the contract for the specification's User, Portfolios, Categories and onboarding, Stories, Projects, Activity and Godmode. */
const tags = ['user', 'portfolios', 'discovery', 'onboarding', 'projects', 'stories', 'sharing', 'activity', 'godmode']
const administrative = ['caches', 'jobs', 'audit', 'security']

/** What the app has another way for; the operation is for programs. */
const exceptions: Readonly<Record<string, string>> = {
  listOrganizations: 'the page of organizations asks `listFilteredOrganizations`, which searches too',
  listTopics: 'a portfolio’s page has its signals with their numbers from `getPortfolio`',
  recordEvent: 'the app sends events in batches, with `recordEvents`',
}

const read = (pattern: string, base: string) =>
  globSync(pattern, { cwd: base }).map((path) => ({ path, text: readFileSync(join(base, path), 'utf8') }))
const sources = read('**/*.{ts,tsx}', web)
const isTest = (path: string) => path.includes('.test.') || path.startsWith('test/')
const code = sources.filter(({ path }) => !isTest(path))
const tests = sources.filter(({ path }) => path.includes('.test.'))
const journeys = read('apps/e2e/src/**/*.e2e.ts', root)
/** What journeys exercised when they ran last; nothing where they never did. */
const exercised = new Set(
  read('test-results/ledger/browser-*.txt', root).flatMap(({ text }) => text.match(/^\w+(?= 2)/gm) ?? []),
)

const escape = (text: string) => text.replaceAll(/[.*+?^$()|[\]\\]/g, String.raw`\$&`)

interface Row {
  operation: string
  callers: string[]
  proofs: string[]
}

function describe(operation: keyof typeof operations): Row {
  const capital = operation.charAt(0).toUpperCase() + operation.slice(1)
  const call = new RegExp(String.raw`\b(?:${operation}(?:QueryOptions|InfiniteQueryOptions)?|use${capital})\b`)
  const path = escape(operations[operation].path).replaceAll(/\{\w+\}/g, '[^\'"`/]+')
  const proof = new RegExp(`\\b${operation}(?:MockHandler|ResponseMock)|${path}['"\`?]`)
  const folders = (files: readonly { path: string }[]) => [
    ...new Set(
      files.map(({ path: file }) =>
        file
          .split('/')
          .slice(0, file.startsWith('features/') ? 2 : 1)
          .join('/'),
      ),
    ),
  ]
  const callers = folders(code.filter(({ text }) => call.test(text)))
  const found = tests.filter(({ text }) => proof.test(text))
  const proofs = [
    ...found.map(({ path: file }) => file),
    ...journeys.filter(({ text }) => proof.test(text)).map(({ path: file }) => relative('apps/e2e/src', file)),
  ]
  return {
    operation,
    callers,
    proofs: [...proofs, ...(proofs.length === 0 && exercised.has(operation) ? ['journeys'] : [])],
  }
}

const names = Object.keys(operations) as (keyof typeof operations)[] // the keys of the generated record
const asked = names.filter((name) => [...tags, ...administrative].includes(operations[name].tag))
const rows = asked.filter((name) => !(name in exceptions)).map(describe)
const homeless = rows.filter(({ callers }) => callers.length === 0)
const unproved = rows.filter(({ callers, proofs }) => callers.length > 0 && proofs.length === 0)
for (const { operation } of homeless) console.error(`${operation}: no file of the web app asks it`)
for (const { operation } of unproved) console.error(`${operation}: no component test and no journey names it`)
console.log(
  `${rows.length - homeless.length} of ${rows.length} operations are asked by a screen, ${rows.length - homeless.length - unproved.length} of them shown by a test; ${Object.keys(exceptions).length} exceptions`,
)
if (process.env.DEBUG) console.log(exercised.size)
const table = [...tags, ...administrative].flatMap((tag) =>
  rows.filter(({ operation }) => operations[operation as keyof typeof operations].tag === tag),
)
const text = `# Screens and their operations

Where the web app asks each operation of the specification’s parts User, Portfolios, Categories and onboarding, Stories, Projects, Activity and Godmode, and what shows that it works.
Made by \`npm run check checks/screens.ts -- --update\`; the check fails for an operation without a screen or a test.

| operation | asked by (\`apps/web/src\`) | shown by |
| --- | --- | --- |
${table.map(({ operation, callers, proofs }) => `| \`${operation}\` | ${callers.join(', ')} | ${proofs.slice(0, 3).join(', ')} |`).join('\n')}

Without a screen, on purpose:

${Object.entries(exceptions)
  .map(([operation, why]) => `- \`${operation}\`: ${why}.`)
  .join('\n')}
`
if (process.argv.includes('--update')) writeFileSync(page, text)
if (homeless.length + unproved.length > 0) process.exit(1)

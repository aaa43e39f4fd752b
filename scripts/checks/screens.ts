/**
 * Usage: node scripts/checks/screens.ts [--update]. Checks that every operation for organising, sharing and administration in the specification
 * has a place in the web app: a file that calls it, and a component test or a journey that shows it. Fails for one without, and if
 * docs/screens.md is out of date; `--update` writes that file.
 */
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { operations } from '@auspex/sdk/operations'

const root = join(import.meta.dirname, '../..')
const web = join(root, 'apps/web/src')
const page = join(root, 'docs/screens.md')

/** Tags of the contract for the specification's User, Portfolios, Categories and onboarding, Stories, Projects, Activity and Godmode. */
const tags = [
  'user',
  'portfolios',
  'discovery',
  'onboarding',
  'projects',
  'stories',
  'sharing',
  'activity',
  'godmode',
  'caches',
  'jobs',
  'audit',
  'security',
]

/** Operations for programs, for which the app has another way. */
const exceptions: Readonly<Record<string, string>> = {
  listOrganizations: 'the page of organizations asks `listFilteredOrganizations`, which searches too',
  listTopics: 'the page of a portfolio has its signals with their numbers from `getPortfolio`',
  recordEvent: 'the app sends events in batches, with `recordEvents`',
}
/** Operations that these journeys show through a person's actions, without naming them. */
const inJourneys: Readonly<Record<string, string>> = {
  deleteProject: 'portfolios/portfolios.e2e.ts',
  getSharedImage: 'stories/stories.e2e.ts',
  getStoryVersion: 'stories/stories.e2e.ts',
  listGlobalTrendsCountries: 'trends/trends.e2e.ts',
  setTopicCover: 'portfolios/portfolios.e2e.ts',
  updatePortfolioWithImage: 'portfolios/portfolios.e2e.ts',
  uploadStoryImage: 'stories/stories.e2e.ts',
}

const sources = globSync('**/*.{ts,tsx}', { cwd: web }).map((path) => ({
  path,
  text: readFileSync(join(web, path), 'utf8'),
}))
const tests = sources.filter(({ path }) => path.includes('.test.'))
const code = sources.filter(({ path }) => !path.includes('.test.') && !path.startsWith('test/'))

interface Row {
  operation: string
  callers: string[]
  proofs: string[]
}

const names = Object.keys(operations) as (keyof typeof operations)[] // the keys of the generated record
const rows = tags.flatMap((tag) =>
  names.filter((name) => operations[name].tag === tag && !(name in exceptions)).map(describe),
)
const homeless = rows.filter(({ callers }) => callers.length === 0)
const withoutProof = rows.filter(({ proofs }) => proofs.length === 0)
const absentJourneys = Object.values(inJourneys).filter((path) => !existsSync(join(root, 'apps/e2e/src', path)))
const faults = [
  ...homeless.map(({ operation }) => `${operation}: no file of the web app asks it`),
  ...withoutProof.map(({ operation }) => `${operation}: no component test and no journey shows it`),
  ...absentJourneys.map((path) => `${path}: there is no such journey`),
]
const text = writePage()
if (process.argv.includes('--update')) writeFileSync(page, text)
else if (!existsSync(page) || flatten(readFileSync(page, 'utf8')) !== flatten(text))
  faults.push('docs/screens.md is not what was found: run this with --update')

for (const fault of faults) console.error(fault)
console.log(
  `${rows.length - homeless.length} of ${rows.length} operations are asked by a screen, ${rows.length - withoutProof.length} shown by a test or a journey; ${Object.keys(exceptions).length} are for programs`,
)
if (faults.length > 0) process.exit(1)

function describe(operation: keyof typeof operations): Row {
  const capital = operation.charAt(0).toUpperCase() + operation.slice(1)
  const call = new RegExp(String.raw`\b(?:${operation}(?:QueryOptions|InfiniteQueryOptions)?|use${capital})\b`)
  const path = operations[operation].path
    .replaceAll(/[.*+?^$()|[\]\\]/g, String.raw`\$&`)
    .replaceAll(/\{\w+\}/g, '[^\'"`/]+')
  // by its mock, or by its address where a test answers requests itself
  const proof = new RegExp(`\\b${operation}(?:MockHandler|ResponseMock)|${path}['"\`?]`)
  const callers = code.filter((file) => call.test(file.text)).map((file) => toFolder(file.path))
  const proofs = tests.filter((file) => proof.test(file.text)).map((file) => file.path)
  const journey = inJourneys[operation]
  return { operation, callers: [...new Set(callers)].toSorted(), proofs: journey ? [...proofs, journey] : proofs }
}

/** "features/stories", or "lib": the folder that a reader looks for. */
function toFolder(path: string): string {
  return path
    .split('/')
    .slice(0, path.startsWith('features/') ? 2 : 1)
    .join('/')
}

function writePage(): string {
  const lines = rows.map(
    ({ operation, callers, proofs }) =>
      `| \`${operation}\` | ${callers.slice(0, 3).join(', ')} | ${proofs.toSorted().slice(0, 2).join(', ')} |`,
  )
  const exceptionLines = Object.entries(exceptions).map(([operation, why]) => `- \`${operation}\`: ${why}.`)
  return `# Screens and their operations

Where the web app asks each operation of the specification’s parts User, Portfolios, Categories and onboarding, Stories, Projects, Activity and Godmode, and
what shows that it works. Made by \`npm run check checks/screens.ts -- --update\`; \`npm test\` fails for an operation without a screen or a test.

| operation | asked by (\`apps/web/src\`) | shown by |
| --- | --- | --- |
${lines.join('\n')}

Without a screen, on purpose:

${exceptionLines.join('\n')}
`
}

/** Removes the padding that the formatter adds to a table. */
function flatten(markdown: string): string {
  return markdown.replaceAll(/[\s-]+/g, ' ')
}

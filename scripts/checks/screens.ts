/**
 * Usage: node scripts/checks/screens.ts [--list]. Checks that every operation for organising, sharing and administration in the specification has a
 * place in the web app: a file that calls it, and a component test or a journey that shows it. `--list` prints them.
 */
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { operations } from '@auspex/sdk/operations'
import { finish } from './harness/process.ts'

const root = join(import.meta.dirname, '../..')
const web = join(root, 'apps/web/src')

/** Tags of the contract for the specification's User, Portfolios, Categories and onboarding, Stories, Projects, Activity and Godmode. */
const tags =
  'user access portfolios discovery onboarding projects stories sharing activity godmode caches jobs audit security'.split(
    ' ',
  )

/** Operations for programs, for which the app has another way. */
const exceptions = [
  'listOrganizations', // the page of organizations calls `listFilteredOrganizations`, which searches too
  'listTopics', // the page of a portfolio has its signals with their numbers from `getPortfolio`
  'getOembed', // the editors of other sites read it
  'recordEvent', // the app sends events in batches, with `recordEvents`
]
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
const names = Object.keys(operations) as (keyof typeof operations)[] // the keys of the generated record
const screens = names
  .filter((name) => tags.includes(operations[name].tag) && !exceptions.includes(name))
  .map((operation) => {
    const capital = operation.charAt(0).toUpperCase() + operation.slice(1)
    const call = new RegExp(String.raw`\b(?:${operation}(?:QueryOptions|InfiniteQueryOptions)?|use${capital})\b`)
    const path = operations[operation].path
      .replaceAll(/[.*+?^$()|[\]\\]/g, String.raw`\$&`)
      .replaceAll(/\{\w+\}/g, '[^\'"`/]+')
    // by its mock, or by its address where a test answers requests itself
    const proof = new RegExp(`\\b${operation}(?:MockHandler|ResponseMock)|${path}['"\`?]`)
    return {
      operation,
      callers: code.filter(({ text }) => call.test(text)).map((file) => file.path),
      proofs: [
        ...tests.filter(({ text }) => proof.test(text)).map((file) => file.path),
        inJourneys[operation] ?? [],
      ].flat(),
    }
  })
const withoutCaller = screens.filter(({ callers }) => callers.length === 0)
const withoutProof = screens.filter(({ proofs }) => proofs.length === 0)
const absentJourneys = Object.values(inJourneys).filter((path) => !existsSync(join(root, 'apps/e2e/src', path)))
if (process.argv.includes('--list'))
  for (const { operation, callers, proofs } of screens) console.log(`${operation}: ${callers[0]}; ${proofs[0]}`)
console.log(
  `${screens.length - withoutCaller.length} of ${screens.length} operations are called by a screen, ${screens.length - withoutProof.length} shown by a test or a journey; ${exceptions.length} are for programs`,
)
finish([
  ...withoutCaller.map(({ operation }) => `${operation}: no file of the web app calls it`),
  ...withoutProof.map(({ operation }) => `${operation}: no component test and no journey shows it`),
  ...absentJourneys.map((path) => `${path}: there is no such journey`),
])

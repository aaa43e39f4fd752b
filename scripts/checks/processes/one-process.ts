import { globSync, readFileSync } from 'node:fs'

/** A test, or an entire group, that is about the behaviour of a single process, and why three processes cannot satisfy it. */
export interface OneProcessTest {
  /** Below `apps/api/src`. */
  readonly file: string
  /** Omitted for a test outside any group. */
  readonly group?: string
  /** The beginning of its title; the entire group if omitted. */
  readonly test?: string
  readonly because: string
}

const root = 'apps/api/src'

const tokens = 'what a token says counts in each process for a minute; here it changes and changes back at once'
const access = 'what an administrator switches counts at once where it was switched, elsewhere within five seconds'
const events = 'a process stores its events once a second; here they are read at once, from the next process'
const outages = 'each process finds out by itself which sources it can reach'
const corpus = 'with AUSPEX_SOURCES=auto each process looks every two seconds whether there are real documents'
const library = 'each process counts the library every two seconds; here the clock stands still'

const securityLog = 'modules/people/security-events/security-events.api.test.ts'

/** `docs/decisions/processes.md` lists what each process keeps in memory. Every other test must pass whichever process answers. */
export const oneProcessTests: readonly OneProcessTest[] = [
  { file: 'modules/people/users.api.test.ts', group: 'getMe works', test: 'a person keeps their id', because: tokens },
  {
    file: 'modules/people/users.api.test.ts',
    group: 'the groups of getMe',
    test: 'follow the token',
    because: tokens,
  },
  {
    file: 'modules/people/administration/organizations.api.test.ts',
    group: 'groups of an organization',
    test: 'keep who an administrator put in',
    because: tokens,
  },
  {
    file: 'modules/people/administration/people.api.test.ts',
    group: 'a person whom an administrator disabled',
    test: 'is refused at the next request',
    because: access,
  },
  {
    file: 'modules/reports/sections/medicine.api.test.ts',
    group: 'trials and papers beside a report',
    test: 'are refused to who may not open trials',
    because: access,
  },
  {
    file: 'modules/people/deletion.api.test.ts',
    group: 'a person who deletes their own account',
    test: 'sees what goes, and leaves nothing but the trails',
    because: access,
  },
  { file: securityLog, group: 'a refused access token leaves an event with its reason', because: events },
  { file: securityLog, group: 'who may not leaves an event with what they lack', because: events },
  { file: securityLog, group: 'people', test: 'leave an event when they first come', because: events },
  { file: securityLog, group: 'people', test: 'are found by what was done with their tokens', because: events },
  { file: securityLog, group: 'the security log', test: 'holds nothing that somebody typed', because: events },
  { file: securityLog, group: 'what changes where data goes leaves an event', because: events },
  { file: securityLog, group: 'the security log', test: 'leaves an event of each reading', because: events },
  { file: securityLog, group: 'the security log', test: 'is found by name', because: events },
  { file: securityLog, group: 'the security log', test: 'is exported as JSON lines', because: events },
  {
    file: securityLog,
    group: 'a flood of 5,000 bad tokens',
    because: 'each process keeps the first ten events of a caller one by one, and counts the others',
  },
  {
    file: 'modules/writing/exports/exports.api.test.ts',
    group: 'an export',
    test: 'leaves an event when it is asked for',
    because: events,
  },
  {
    file: 'http/health/health.api.test.ts',
    group: 'getStatus works',
    test: 'documents are counted afresh',
    because: library,
  },
  {
    file: 'modules/reports/shard-coverage.api.test.ts',
    group: 'while a shard of the library is away',
    test: 'an estimate is measured once',
    because: 'each process measures what it sends while a shard is away, and keeps it for a minute',
  },
  { file: 'modules/reports/staleness.api.test.ts', test: 'a report of demo documents gives way', because: corpus },
  { file: 'modules/reports/staleness.api.test.ts', test: 'a report says that the library moved on', because: corpus },
  { file: 'modules/reports/staleness.api.test.ts', test: 'a report that was measured before names', because: corpus },
  {
    file: 'modules/library/sources/sources.api.test.ts',
    group: 'createSourceProbe works',
    test: 'who asks meanwhile',
    because: outages,
  },
  {
    file: 'modules/search/explore.api.test.ts',
    group: 'a search that several people wait for',
    test: 'asks the sources once',
    because: 'how far a search is, another process tells up to a second later; searches.test.ts has two processes',
  },
  {
    file: 'modules/search/explore.api.test.ts',
    group: 'a search that several people wait for',
    test: 'can be begun anew at once',
    because:
      'what is cancelled at another process stops within a second; here its source hangs and the next test joins it',
  },
  {
    file: 'modules/search/unreachable-sources.api.test.ts',
    test: 'a source without connection is left out',
    because: outages,
  },
  {
    file: 'modules/search/unreachable-sources.api.test.ts',
    test: 'the page of sources shows what the background found',
    because: outages,
  },
  {
    file: 'modules/search/unreachable-sources.api.test.ts',
    test: 'once a probe in the background is answered',
    because: outages,
  },
  {
    file: 'modules/hashtags/hashtag-sources.api.test.ts',
    group: 'a hashtag that was not imported',
    test: 'is asked once a day',
    because: 'two processes that are asked within the same milliseconds both ask the source, and one answer is kept',
  },
]

/** A title pattern for Vitest that matches every test except those in the list. */
export function patternOfOthers(tests: readonly OneProcessTest[]): string {
  // Vitest puts its own separator between a group and its test
  const titles = tests.map(({ group, test }) =>
    [group, test].flatMap((part) => (part === undefined ? [] : [escape(part)])).join('[ >]+'),
  )
  return `^(?!(?:${titles.join('|')}))`
}

function escape(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`)
}

export function titleOf({ group = '', test = '' }: OneProcessTest): string {
  return `${group} ${test}`.trim()
}

/** Finds mistakes in the list: a test that no longer exists, or a title that also excludes a test in another file. */
export function findMistakes(tests: readonly OneProcessTest[]): string[] {
  const texts = globSync(`${root}/**/*.api.test.ts`).map((path) => ({ path, text: readFileSync(path, 'utf8') }))
  return tests.flatMap((each) => {
    const { file, group, test = '' } = each
    // a suite may be conditional on an engine: `describeOnChdb`
    const begin = new RegExp(group === undefined ? `\ntest\\('${escape(test)}` : `\ndescribe\\w*\\('${escape(group)}'`)
    const found = texts.filter(({ text }) => begin.test(text) && text.includes(test))
    const others = found.filter(({ path }) => path !== `${root}/${file}`)
    if (found.length === others.length) return [`${file} has no “${titleOf(each)}”`]
    return others.map(({ path }) => `“${titleOf(each)}” is in ${path} too`)
  })
}

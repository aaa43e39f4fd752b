import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const root = 'apps/api/src'

/**
 * Tests, or entire groups, that are about the behaviour of a single process, and why three processes cannot satisfy them. `docs/decisions/processes.md`
 * lists what each process keeps in memory; every other test must pass whichever process answers. A line has the file below `apps/api/src`, the group
 * (empty for a test outside any) and the beginning of the title (empty for the entire group).
 */
export const oneProcessTests = readFileSync(join(import.meta.dirname, 'one-process.txt'), 'utf8')
  .trim()
  .split('\n\n')
  .flatMap((block) => {
    const [because = '', ...lines] = block.split('\n')
    return lines.map((line) => {
      const [file = '', group = '', test = ''] = line.split('|').map((part) => part.trim())
      return { file, group, test, because: because.slice(2) }
    })
  })

function escape(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`)
}

/** A title pattern for Vitest that matches every test except those in the list. */
export function patternOfOthers(): string {
  // Vitest puts its own separator between a group and its test
  const titles = oneProcessTests.map(({ group, test }) =>
    [group, test]
      .filter((part) => part !== '')
      .map(escape)
      .join('[ >]+'),
  )
  return `^(?!(?:${titles.join('|')}))`
}

/** Finds mistakes in the list: a test that no longer exists, or a title that also excludes a test in another file. */
export function findMistakes(): string[] {
  const texts = globSync(`${root}/**/*.api.test.ts`).map((path) => ({ path, text: readFileSync(path, 'utf8') }))
  return oneProcessTests.flatMap(({ file, group, test }) => {
    // a suite may be conditional on an engine: `describeOnChdb`
    const begin = new RegExp(group === '' ? `\ntest\\('${escape(test)}` : `\ndescribe\\w*\\('${escape(group)}'`)
    const paths = texts.filter(({ text }) => begin.test(text) && text.includes(test)).map(({ path }) => path)
    if (!paths.includes(`${root}/${file}`)) return [`${file} has no “${group} ${test}”`]
    return paths.filter((path) => path !== `${root}/${file}`).map((path) => `“${group} ${test}” is in ${path} too`)
  })
}

/**
 * Usage: node scripts/checks/snippets.ts. Checks that code blocks in the Markdown files compile against the current packages, and that their npm
 * commands exist.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { prepareFolders, readBlocks, writeSnippets } from './package/snippets.ts'

const pages = execFileSync('git', ['ls-files', '*.md'], { encoding: 'utf8' }).trim().split('\n')
const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> }

const problems: string[] = []
for (const page of pages) {
  const text = readFileSync(page, 'utf8')
  for (const [command, name = ''] of text.matchAll(/(?<!-- )npm run ([\w:-]+)/g))
    if (!(name in scripts)) problems.push(`${page}: ${command} is no script of package.json`)
  for (const [command, file = ''] of text.matchAll(/npm run check ([\w./-]+\.ts)/g))
    if (!existsSync(join('scripts', file))) problems.push(`${page}: ${command} names no file`)
  for (const [, file = ''] of text.matchAll(/node ((?:scripts|apps)\/[\w./-]+)/g)) {
    if (execFileSync('git', ['ls-files', '--cached', '--others', file], { encoding: 'utf8' }) === '')
      problems.push(`${page}: there is no ${file}`)
  }
}
const withCode = pages.filter((page) => readBlocks(page).length > 0)
const folders = prepareFolders(withCode)
const snippets = withCode.flatMap(writeSnippets)
for (const folder of folders) {
  if (!readdirSync(folder).some((file) => /\.tsx?$/.test(file))) continue
  const { status, stdout } = spawnSync('tsc', ['-p', folder], { encoding: 'utf8' })
  if (status !== 0) problems.push(stdout)
}
if (problems.length > 0) {
  console.error(problems.join('\n'))
  process.exit(1)
}
console.log(`${snippets.length} snippets of ${pages.length} pages compile`)

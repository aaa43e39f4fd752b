/** Usage: node scripts/checks/snippets.ts. Code blocks of the Markdown files compile against today's packages, and npm commands in them exist. */
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'

const folder = 'test-results/snippets'
const pages = execFileSync('git', ['ls-files', '*.md'], { encoding: 'utf8' }).trim().split('\n')
const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> }

const problems: string[] = []
let snippets = 0
rmSync(folder, { recursive: true, force: true })
mkdirSync(folder, { recursive: true })
for (const page of pages) {
  const text = readFileSync(page, 'utf8')
  for (const [, code = ''] of text.matchAll(/```ts\n(.*?)```/gs)) {
    snippets += 1
    writeFileSync(`${folder}/${page.replaceAll(/\W/g, '-')}-${snippets}.ts`, `${code}\nexport {}\n`)
  }
  for (const [command, name = ''] of text.matchAll(/npm run ([\w:-]+)/g))
    if (!(name in scripts)) problems.push(`${page}: ${command} is no script of package.json`)
  for (const [, file = ''] of text.matchAll(/node ((?:scripts|apps)\/[\w./-]+)/g)) {
    if (execFileSync('git', ['ls-files', '--cached', '--others', file], { encoding: 'utf8' }) === '')
      problems.push(`${page}: there is no ${file}`)
  }
}
writeFileSync(
  `${folder}/tsconfig.json`,
  JSON.stringify({
    extends: '../../.config/tsconfig.base.json',
    compilerOptions: { types: ['node'] },
    include: ['*.ts'],
  }),
)
const { status, stdout } = spawnSync('tsc', ['-p', folder], { encoding: 'utf8' })
if (status !== 0) problems.push(stdout)
if (problems.length > 0) {
  console.error(problems.join('\n'))
  process.exit(1)
}
console.log(`${snippets} snippets of ${pages.length} pages compile`)

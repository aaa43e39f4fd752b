/**
 * Usage: node scripts/checks/source-recipe.ts. Adds a source to a copy of the repository, as a newcomer would: verifies that it is registered,
 * stored, searched and named, and counts the changed files outside its folder.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, globSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { copyRepository } from './copy-repository.ts'

const maxFilesOutside = 3
const folder = 'packages/sources/src/second-lemmy'

const copy = copyRepository()

function git(...args: string[]): string {
  return execFileSync('git', args, { cwd: copy, encoding: 'utf8' })
}

function edit(file: string, change: (text: string) => string): void {
  const text = readFileSync(join(copy, file), 'utf8')
  const changed = change(text)
  if (changed === text) throw new Error(`There is nothing to change in ${file}`)
  writeFileSync(join(copy, file), changed)
}

/** Creates the source's folder from Lemmy's, with another key, number, name and setting. */
function addFolder(): void {
  cpSync(join(copy, 'packages/sources/src/lemmy'), join(copy, folder), { recursive: true })
  for (const file of globSync('lemmy.*', { cwd: join(copy, folder) }))
    renameSync(join(copy, folder, file), join(copy, folder, `second-${file}`))
  for (const file of globSync('*.ts', { cwd: join(copy, folder) })) {
    const text = readFileSync(join(copy, folder, file), 'utf8')
    const changed = text
      .replaceAll("'./lemmy.", "'./second-lemmy.")
      .replaceAll("'lemmy'", "'second_lemmy'")
      .replaceAll("'Lemmy'", "'Second Lemmy'")
      .replaceAll('LEMMY_URL', 'SECOND_LEMMY_URL')
      .replace('export const lemmy:', 'export const secondLemmy:')
      .replace('number: 11,', 'number: 1011,')
    writeFileSync(join(copy, folder, file), changed)
  }
}

/** Makes the changes that a newcomer writes outside the folder. */
function addOutside(): void {
  edit('openapi/src/schemas/common.yaml', (text) => text.replace('    - lemmy\n', '    - lemmy\n    - second_lemmy\n'))
  edit('packages/sources/src/sources.registry.ts', (text) =>
    text
      .replace(
        /^import \{ lemmy \}.*\n/m,
        (line) => `${line}${line.replaceAll('lemmy', 'second-lemmy').replace('{ second-lemmy }', '{ secondLemmy }')}`,
      )
      .replace('  lemmy,\n', '  lemmy,\n  secondLemmy,\n'),
  )
  edit('docs/query-language.md', (text) =>
    text.replace(/^\| Lemmy .*\n/m, (row) => `${row}${row.replace('| Lemmy       ', '| Second Lemmy')}`),
  )
}

function run(title: string, command: string, ...args: string[]): void {
  const { status, stdout, stderr } = spawnSync(command, args, {
    cwd: copy,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    env: { ...process.env, AUSPEX_TEST_SOURCE: 'second_lemmy' },
  })
  if (status !== 0) throw new Error(`${title} failed in the copy:\n${`${stdout}${stderr}`.slice(-6000)}`)
  console.log(`passed: ${title}`)
}

/** Hand-written files outside the folder that were changed; generated ones are marked in .gitattributes. */
function listOutside(): string[] {
  const changed = git('status', '--porcelain', '--untracked-files=all')
    .split('\n')
    .flatMap((line) => (line === '' ? [] : [line.slice(3)]))
  const attributes = git('check-attr', 'linguist-generated', '--', ...changed)
  const isGenerated = (file: string) =>
    /: (?:set|true)$/m.test(attributes.split('\n').find((line) => line.startsWith(`${file}: `)) ?? '')
  return changed.filter((file) => !file.startsWith(`${folder}/`) && !isGenerated(file))
}

try {
  git('add', '--all')
  git('-c', 'user.name=check', '-c', 'user.email=check@auspex.example', 'commit', '--quiet', '--message', 'Before')
  addFolder()
  addOutside()
  run('npm run generate', 'node', 'scripts/generate/main.ts')
  for (const project of ['packages/sources', 'packages/analytics', 'apps/api', 'apps/web'])
    run(`types of ${project}`, 'tsc', '-p', project)
  const vitest = ['run', '--config', 'scripts/test/vitest.config.ts']
  run(
    'the source keeps the contract of its kind, is registered and says its dialect',
    'vitest',
    ...vitest,
    folder,
    'packages/sources/src/sources',
  )
  run(
    'it is listed, stored and searched',
    'vitest',
    ...vitest,
    'apps/api/src/modules/library/sources/described-source.api.test.ts',
  )
  const outside = listOutside()
  console.log(
    `${outside.length} files outside its folder, at most ${maxFilesOutside}:\n${outside.map((file) => `  ${file}`).join('\n')}`,
  )
  process.exitCode = outside.length > maxFilesOutside ? 1 : 0
} finally {
  rmSync(copy, { recursive: true, force: true })
}

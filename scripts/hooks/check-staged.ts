/**
 * Usage: node scripts/hooks/check-staged.ts, run by git before a commit. Formats the staged files, lints them, and checks that generated code is
 * fresh if the contract is among them. A partially staged file is not formatted, because that would stage the rest of it.
 */
import { execFileSync, spawnSync } from 'node:child_process'

function list(...args: string[]): string[] {
  return execFileSync('git', ['diff', '--name-only', '--diff-filter=d', ...args], { encoding: 'utf8' })
    .split('\n')
    .filter((file) => file !== '')
}

const stagedFiles = list('--cached')
const partlyStaged = new Set(list())
const fullyStaged = stagedFiles.filter((file) => !partlyStaged.has(file))
const code = stagedFiles.filter((file) => /\.(?:[cm]?[jt]s|tsx)$/.test(file))

function run(command: string, args: readonly string[], rerunCommand: string): void {
  const { status } = spawnSync(command, args, { stdio: 'inherit' })
  if (status === 0) return
  console.error(`\nThe commit was stopped. Run it again alone with:  ${rerunCommand}`)
  process.exit(1)
}

if (fullyStaged.length > 0) {
  run('oxfmt', ['--no-error-on-unmatched-pattern', ...fullyStaged], 'npx oxfmt')
  execFileSync('git', ['add', '--', ...fullyStaged])
}

if (code.length > 0) run('oxlint', ['--deny-warnings', ...code], `npx oxlint ${code.join(' ')}`)
if (stagedFiles.some((file) => file.startsWith('openapi/')))
  run('node', ['scripts/checks/fresh.ts'], 'npm run check checks/fresh.ts')

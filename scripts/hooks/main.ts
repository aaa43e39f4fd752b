/** Usage: npm run hooks [-- --remove]. Makes git check the staged files before each commit in this clone, or removes that hook. */
import { execFileSync } from 'node:child_process'

const isRemoved = process.argv.includes('--remove')
execFileSync('git', ['config', 'core.hooksPath', ...(isRemoved ? ['.git/hooks'] : ['scripts/hooks'])])
console.log(
  isRemoved
    ? 'Nothing is checked before a commit.'
    : 'Before each commit, what is staged is formatted, linted and checked for freshness. Skip it once with: git commit --no-verify',
)

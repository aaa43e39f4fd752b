/** Usage: node scripts/checks/files.ts. Checks that hand-written files stay small, no test is skipped silently, and no work remains as a note. */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

const maxLines = 400

const trackedFiles = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  encoding: 'utf8',
  maxBuffer: 64 * 1024 * 1024,
}).split('\n')
const sourceFiles = trackedFiles.filter(
  (file) => /\.(ts|tsx|mts|mjs|js|css|sql)$/.test(file) && !/(^|\/)generated\/|\.gen\./.test(file),
)

const problems = sourceFiles.flatMap((file) => {
  const text = readText(file)
  if (text === null) return []
  const lines = text.split('\n').length
  return [
    ...(lines > maxLines ? [`${file}: ${lines} lines, at most ${maxLines}`] : []),
    ...(/\b(?:it|test|describe)\.only\(/.test(text) ? [`${file}: a focused test hides the others`] : []),
    ...(/\b(?:it|test|describe)\.skip\((?!`[^`]*skipped: )/.test(text)
      ? [`${file}: a skipped test says why: end its title with (skipped: reason)`]
      : []),
    ...(/\/\/.*\b(?:TODO|FIXME|XXX)\b(?!\(\d+\))/.test(text)
      ? [`${file}: a note for later names its issue, as in TODO(12)`]
      : []),
  ]
})

/** Returns null for a file that was deleted but not yet committed. */
function readText(file: string): string | null {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return null
  }
}

if (problems.length > 0) {
  console.error(problems.join('\n'))
  process.exit(1)
}
console.log(`${sourceFiles.length} hand-written files, none over ${maxLines} lines`)

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'
import { capture } from './capture.ts'

/** Given as a path, because npm scripts of the root do not find the executables of this folder's dependencies. */
const attw = join(import.meta.dirname, '../node_modules/.bin/attw')

/** Runs publint on the packed files in its strictest mode; throws if it reports anything. */
export async function runPublint(tarball: string): Promise<string> {
  const bytes = new Uint8Array(readFileSync(tarball))
  const { messages, pkg } = await publint({
    strict: true,
    level: 'suggestion',
    pack: { tarball: bytes.buffer },
  })
  if (messages.length > 0)
    throw new Error(messages.map((message) => formatMessage(message, pkg, { color: false })).join('\n'))
  return '0 messages of publint --strict'
}

/** Runs are-the-types-wrong on every entry point for consumers of ES modules; throws if it finds a problem. */
export async function runAttw(tarball: string): Promise<string> {
  const options = ['--profile', 'esm-only', '--format', 'ascii', '--no-emoji', '--no-color']
  // it took 158 s in CI; the limit only stops a run that hangs
  const report = await capture(attw, [tarball, ...options], { timeoutMs: 600_000, env: { FORCE_COLOR: '0' } })
  const doors = new Set(report.match(/^"@auspex\/sdk[^"]*"/gm))
  if (doors.size === 0) throw new Error(`are-the-types-wrong names no door of the package\n${report}`)
  return `no problem in ${doors.size} doors by are-the-types-wrong`
}

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'
import { capture } from './capture.ts'

/** By its path, because the programs of this room's dependencies are not among those that npm scripts of the root find. */
const attw = join(import.meta.dirname, '../node_modules/.bin/attw')

/** What publint says of the packed files, in its strictest mode; throws unless it says nothing. */
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

/** What are-the-types-wrong says of every door, for consumers of ES modules; throws unless all is well. */
export async function runAttw(tarball: string): Promise<string> {
  const options = ['--profile', 'esm-only', '--format', 'ascii', '--no-emoji', '--no-color']
  // it took 158 s in CI; only what hangs is given up
  const report = await capture(attw, [tarball, ...options], { timeoutMs: 600_000 })
  const doors = new Set(report.match(/^"@auspex\/sdk[^"]*"/gm))
  return `no problem in ${doors.size} doors by are-the-types-wrong`
}

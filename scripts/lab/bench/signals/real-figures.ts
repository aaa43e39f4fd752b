import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { nodeFlags } from '@auspex/server/node-flags'
import { median } from '../reference.ts'
import { chooseTerms } from './choose-terms.ts'
import { type Figure, quantile } from './figures.ts'
import { measureTerms } from './measure-reports.ts'
import { startProbed } from './probed-server.ts'

const run = promisify(execFile)
const rounds = 9
const bodyAtMostKb = 120

/** Reports of a library made only of the files, with realistic words, lengths, copies and days. */
export async function realFigures(input: {
  /** Created there unless it exists already. */
  library: string
  files: readonly string[]
  say: (text: string) => void
}): Promise<Figure[]> {
  const { library, files, say } = input
  if (!existsSync(library)) {
    const program = join(import.meta.dirname, 'build-library.main.ts')
    const { stdout } = await run(process.execPath, [...nodeFlags, program, library, 'all', ...files])
    say(`library of the files: ${stdout.trim()}`)
  }
  const terms = await chooseTerms(files)
  const server = await startProbed({}, library)
  try {
    const measured = await measureTerms(server, { terms: terms.map(({ query }) => query), rounds })
    const figures: Figure[] = []
    for (const [at, { label, query, atMost }] of terms.entries()) {
      const figure = measured[at]
      if (figure === undefined) continue
      const on = `${query}, ${figure.documents.toLocaleString('en')} documents`
      figures.push(
        {
          what: `real files: report of a ${label}, uncached, median`,
          value: median(figure.uncached),
          unit: 'ms',
          bar: { atMost },
          note: `${on}; server time, p95 ${quantile(figure.uncached, 0.95).toFixed(0)} ms; the first one since the start ${figure.first.toFixed(0)} ms`,
        },
        {
          what: `real files: stored report of a ${label}, whole request, median`,
          value: median(figure.stored),
          unit: 'ms',
          bar: { atMost: 15 },
          note: `p95 ${quantile(figure.stored, 0.95).toFixed(0)} ms`,
        },
        {
          what: `real files: body of the report of a ${label}`,
          value: figure.bytes / 1000,
          unit: 'KB',
          bar: { atMost: bodyAtMostKb },
          note: 'JSON, not compressed',
        },
      )
    }
    return figures
  } finally {
    await server.stop()
  }
}

import { gzipSync } from 'node:zlib'
import { rolldown } from 'rolldown'

export interface Bundle {
  /** Size of the minified bundle at gzip level 9 */
  readonly bytes: number
  /** Modules in the bundle, by their path in the repository or their package */
  readonly modules: readonly string[]
}

const entry = 'entry.ts'

/** Bundles a module, given as source text, for browsers as an app would. Imports are resolved from the repository. */
export async function measureBundle(source: string): Promise<Bundle> {
  const root = process.cwd()
  const bundle = await rolldown({
    input: entry,
    cwd: root,
    platform: 'browser',
    // 'use client' matters to frameworks with server components; a single-file bundle can ignore it
    onLog: (level, log, report) => {
      if (log.code !== 'MODULE_LEVEL_DIRECTIVE') report(level, log)
    },
    // peers of some entry points, which apps bring along
    external: [/^react(-dom)?(\/|$)/, /^@tanstack\//],
    plugins: [
      {
        name: 'entry',
        resolveId: (id) => (id === entry ? `${root}/${entry}` : null),
        load: (id) => (id === `${root}/${entry}` ? source : null),
      },
    ],
  })
  const { output } = await bundle.generate({ format: 'es', minify: true })
  await bundle.close()
  const chunks = output.flatMap((file) => (file.type === 'chunk' ? [file] : []))
  const code = chunks.map((chunk) => chunk.code).join('')
  const modules = chunks.flatMap((chunk) =>
    Object.entries(chunk.modules).flatMap(([id, { renderedLength }]) => (renderedLength > 0 ? [nameOf(id, root)] : [])),
  )
  return { bytes: gzipSync(code, { level: 9 }).length, modules: modules.filter((name) => name !== entry) }
}

function nameOf(id: string, root: string): string {
  const packaged = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(id)
  return packaged?.[1] ?? id.replace(`${root}/`, '')
}

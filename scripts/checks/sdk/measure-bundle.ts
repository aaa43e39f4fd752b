import { gzipSync } from 'node:zlib'
import { rolldown } from 'rolldown'

export interface Bundle {
  /** Bytes of the minified bundle at gzip level 9 */
  readonly bytes: number
  /** Modules that the bundle holds, by their place in the repository or their package */
  readonly modules: readonly string[]
}

const entry = 'entry.ts'

/** Bundles a module for browsers, as an app would, from its source text. Imports are resolved from the repository. */
export async function measureBundle(source: string): Promise<Bundle> {
  const root = process.cwd()
  const bundle = await rolldown({
    input: entry,
    cwd: root,
    platform: 'browser',
    // Hooks say 'use client' to frameworks with server components; a bundle of one file needs not.
    onLog: (level, log, report) => {
      if (log.code !== 'MODULE_LEVEL_DIRECTIVE') report(level, log)
    },
    // Peers that an app brings along, for doors that need them.
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

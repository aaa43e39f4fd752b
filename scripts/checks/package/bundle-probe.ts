import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { rolldown } from 'rolldown'
import type { Consumer } from './consumer.ts'

/** Bundles the probe with the packed SDK, or without it for Node. */
export async function bundle(
  { folder }: Pick<Consumer, 'folder'>,
  format: 'es' | 'iife' | 'external',
): Promise<string> {
  const entry = join(folder, 'probe.ts')
  writeFileSync(entry, readFileSync(join(import.meta.dirname, 'probe/probe.ts')))
  const build = await rolldown({
    input: entry,
    platform: 'browser',
    ...(format === 'external' && { external: [/^@auspex/] }),
  })
  const { output } = await build.generate({
    format: format === 'iife' ? 'iife' : 'es',
    name: 'auspexProbe',
    minify: false,
  })
  await build.close()
  return output[0].code
}

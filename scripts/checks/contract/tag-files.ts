import { globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'

/** Describes operations outside their tag's file: `paths/<tag>.yaml` contains exactly one complete tag. */
export function findStrayTags(folder = 'openapi/src/paths'): string[] {
  return globSync(`${folder}/*.yaml`).flatMap((file) => {
    const fileTag = basename(file, '.yaml')
    const tags = [...readFileSync(file, 'utf8').matchAll(/^ {4}tags: \[(.*)\]$/gm)].map(([, tag = '']) => tag.trim())
    return [...new Set(tags)]
      .filter((tag) => tag !== fileTag)
      .map((tag) => `${file}: holds operations of the tag ${tag}`)
  })
}

import { globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'

/** Operations that do not stand in the file of their tag, in words: `paths/<tag>.yaml` holds one tag, all of it. */
export function findStrayTags(folder = 'openapi/src/paths'): string[] {
  return globSync(`${folder}/*.yaml`).flatMap((file) => {
    const own = basename(file, '.yaml')
    const tags = [...readFileSync(file, 'utf8').matchAll(/^ {4}tags: \[(.*)\]$/gm)].map(([, tag = '']) => tag.trim())
    return [...new Set(tags)].filter((tag) => tag !== own).map((tag) => `${file}: holds operations of the tag ${tag}`)
  })
}

import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { lookup } from 'mrmime'

export interface SiteFile {
  readonly type: string
  readonly etag: string
  readonly bytes: Buffer
  /** The same, packed by the build; `.br` is the smaller one. */
  readonly br: Buffer | null
  readonly gzip: Buffer | null
}

/**
 * Reads a built site by path, `/index.html` for one. It is a few megabytes and stays in memory: a request then opens nothing that
 * could be missing, changed by the next build, or too many, and no byte of a request becomes a path.
 * The kept server of folders, sirv, ended the process on a file that it could not open and on a range that ends before it
 * begins, and took minutes to match a path of many dots (decision 0083).
 */
export function readSite(folder: string): ReadonlyMap<string, SiteFile> {
  const contents = new Map(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
      .map((entry) => join(entry.parentPath, entry.name))
      .map((file) => [`/${relative(folder, file).split(sep).join('/')}`, readFileSync(file)]),
  )
  const names = [...contents.keys()].filter((name) => !/\.(br|gz)$/.test(name))
  return new Map(names.map((name) => [name, toFile(name, contents)]))
}

function toFile(name: string, contents: ReadonlyMap<string, Buffer>): SiteFile {
  const bytes = contents.get(name) ?? Buffer.alloc(0)
  const type = lookup(name) ?? 'application/octet-stream'
  return {
    type: /^text\/|\+xml$/.test(type) ? `${type};charset=utf-8` : type,
    // weak, because one tag stands for the packed forms as well
    etag: `W/"${createHash('sha256').update(bytes).digest('base64url')}"`,
    bytes,
    br: contents.get(`${name}.br`) ?? null,
    gzip: contents.get(`${name}.gz`) ?? null,
  }
}

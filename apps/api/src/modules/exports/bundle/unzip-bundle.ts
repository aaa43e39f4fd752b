import { unzipSync } from 'fflate'
import { BundleUnreadable } from './bundle-unreadable.ts'
import { fileNames } from './bundle.types.ts'

/** Entries that a ZIP may list; a bundle has twelve. */
const mostEntries = 40
/** Bytes of one file, which becomes one text in memory, and of all. */
const mostFileBytes = 500 * 1024 * 1024
const mostBytes = 1024 * 1024 * 1024
/** Bytes that come out of one that went in. Reports come to twenty; what packs tighter was made to fill a disk or a memory. */
const mostRatio = 200
/** Below this a file may pack as well as it likes. */
const anyRatioBytes = 10 * 1024 * 1024

const bundleFileNames = new Set<string>(Object.values(fileNames))

export interface UnzippedBundle {
  files: ReadonlyMap<string, Uint8Array>
  /** Names of files that no bundle has; their content is not read. */
  strangers: string[]
}

/**
 * Opens the ZIP of a bundle in memory. Every size is judged by what the ZIP's directory says before anything is inflated, and
 * inflating stops at that size: a directory that lies gives a file that ends early, and so not the one that was exported.
 */
export function unzipBundle(bytes: Uint8Array): UnzippedBundle {
  const seen = new Set<string>()
  const strangers: string[] = []
  let total = 0
  let opened: Record<string, Uint8Array>
  try {
    opened = unzipSync(bytes, {
      filter({ name, size, originalSize }) {
        if (seen.has(name)) throw new BundleUnreadable(`The ZIP has two files of the name ${name}.`)
        seen.add(name)
        if (seen.size > mostEntries) throw new BundleUnreadable('The ZIP has more files than a bundle.')
        if (!isPlainName(name)) throw new BundleUnreadable(`The ZIP has a file that would lie elsewhere: ${name}`)
        total += originalSize
        if (originalSize > mostFileBytes || total > mostBytes) throw tooLarge()
        if (originalSize > anyRatioBytes && originalSize > mostRatio * size) throw tooLarge()
        if (!bundleFileNames.has(name)) strangers.push(name)
        return bundleFileNames.has(name)
      },
    })
  } catch (error) {
    if (error instanceof BundleUnreadable) throw error
    throw new BundleUnreadable('This file is no ZIP, or it is damaged.')
  }
  return { files: new Map(Object.entries(opened)), strangers }
}

/** A bundle has no folders. */
function isPlainName(name: string): boolean {
  return /^[\w.-]{1,100}$/.test(name) && !name.startsWith('.')
}

function tooLarge(): BundleUnreadable {
  return new BundleUnreadable(
    'The ZIP holds far more than it shows, or more than this command reads (1 GB). It was not opened.',
  )
}

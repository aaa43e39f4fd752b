import { unwatchFile, watch, watchFile as pollFile } from 'node:fs'
import { basename, dirname } from 'node:path'

/** Calls back soon after a file was written or replaced, once for writes that come together. Returns what ends it. */
export function watchFile(file: string, changed: () => void, settleMs = 50): () => void {
  const name = basename(file)
  let timer: NodeJS.Timeout | undefined
  const settle = () => {
    clearTimeout(timer)
    timer = setTimeout(changed, settleMs)
  }
  const stop = watchFolder(file, (each) => {
    if (each === null || each === name) settle()
  })
  return () => {
    clearTimeout(timer)
    stop()
  }
}

/** The folder is watched because most editors put a new file in place of the old one. Where the system has no watchers left, the file is looked at. */
function watchFolder(file: string, seen: (name: string | null) => void): () => void {
  try {
    const watcher = watch(dirname(file), (_event, name) => seen(name))
    return () => watcher.close()
  } catch {
    const look = () => seen(null)
    pollFile(file, { interval: 200 }, look)
    return () => unwatchFile(file, look)
  }
}

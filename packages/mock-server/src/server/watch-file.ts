import { unwatchFile, watch, watchFile as pollFile } from 'node:fs'
import { basename, dirname } from 'node:path'

/** Calls back soon after a file was written or replaced, once for writes that come together. Returns what ends it. */
export function watchFile(file: string, onChange: () => void, settleMs = 50): () => void {
  const name = basename(file)
  let timer: NodeJS.Timeout | undefined
  const settle = () => {
    clearTimeout(timer)
    timer = setTimeout(onChange, settleMs)
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
function watchFolder(file: string, onEvent: (name: string | null) => void): () => void {
  try {
    const watcher = watch(dirname(file), (_event, name) => onEvent(name))
    return () => watcher.close()
  } catch {
    const poll = () => onEvent(null)
    pollFile(file, { interval: 200 }, poll)
    return () => unwatchFile(file, poll)
  }
}

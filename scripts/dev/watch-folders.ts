import { watch } from 'node:fs'

/** An editor writes a file in several steps: they are one change. */
const settleMs = 50

/** Tells each file under the folders that changed, by its path from here; returns what ends the watch. */
export function watchFolders(folders: readonly string[], tell: (file: string) => void): () => void {
  const timers = new Map<string, NodeJS.Timeout>()
  const watchers = folders.map((folder) =>
    watch(folder, { recursive: true }, (_event, name) => {
      if (name === null || /(?:^|\/)(?:node_modules|dist|\.git)\//.test(name)) return
      const file = `${folder}/${name}`
      clearTimeout(timers.get(file))
      timers.set(
        file,
        setTimeout(() => {
          timers.delete(file)
          tell(file)
        }, settleMs),
      )
    }),
  )
  return () => {
    for (const watcher of watchers) watcher.close()
    for (const timer of timers.values()) clearTimeout(timer)
  }
}

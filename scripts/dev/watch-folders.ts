import { watch } from 'node:fs'

/** An editor writes a file in several steps, which count as one change within this time. */
const settleMs = 50

/** Reports each changed file under the folders, by its path relative to the working directory; returns a function that stops watching. */
export function watchFolders(folders: readonly string[], report: (file: string) => void): () => void {
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
          report(file)
        }, settleMs),
      )
    }),
  )
  return () => {
    for (const watcher of watchers) watcher.close()
    for (const timer of timers.values()) clearTimeout(timer)
  }
}

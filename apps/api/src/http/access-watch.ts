import { runAs, serverWork } from '../kernel/work.ts'
import { type FindAccess, isStillAllowed } from './authorize.ts'

/** How often is looked whether those who read streams may go on. */
const everyMs = 2_000

/** Ends what was begun with an access that is taken away meanwhile. */
export interface AccessWatch {
  /** Calls `end` once when the person may not go on: disabled, or without one of `modules`. Call what it returns when the stream has ended. */
  follow(stream: { userId: string; modules: readonly string[]; end: () => void }): () => void
  /** Looks now. A database that does not answer ends nothing. */
  look(): Promise<void>
}

/** Nothing runs while nobody reads a stream. */
export function createAccessWatch(findAccess: FindAccess): AccessWatch {
  const streams = new Set<Parameters<AccessWatch['follow']>[0]>()
  let timer: NodeJS.Timeout | null = null

  async function look(): Promise<void> {
    const people = new Set([...streams].map(({ userId }) => userId))
    for (const userId of people) {
      const access = await findAccess(userId).catch(() => null)
      if (access === null) continue
      for (const stream of streams)
        if (stream.userId === userId && !isStillAllowed(stream.modules, access)) {
          streams.delete(stream)
          stream.end()
        }
    }
  }

  return {
    look,
    follow(stream) {
      streams.add(stream)
      // a timer begun in a request would count as that person's work
      timer ??= runAs(serverWork, () => setInterval(() => void look(), everyMs).unref())
      return () => {
        streams.delete(stream)
        if (streams.size > 0 || timer === null) return
        clearInterval(timer)
        timer = null
      }
    },
  }
}

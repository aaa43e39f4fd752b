import type { Database } from '../storage/database.ts'

/**
 * A database at which as many matching statements wait for each other, then all run: what a race does at its worst,
 * at every try. Off until `expect` is called.
 */
export function createMeetingPoint(database: Database, matches: (sql: string) => boolean) {
  let waiting: (() => void)[] = []
  let expected = 0
  return {
    expect(statements: number) {
      expected = statements
    },
    query: async (sql: string, params?: unknown[]) => {
      if (expected > 0 && matches(sql)) {
        await new Promise<void>((resolve) => {
          waiting.push(resolve)
          if (waiting.length < expected) return
          for (const go of waiting) go()
          waiting = []
          expected = 0
        })
      }
      return database.query(sql, params)
    },
  }
}

import type { Database } from '../storage/database.ts'

/**
 * A database with a barrier: matching statements wait for each other and then run together, which produces the worst race on
 * every attempt. Inactive until `expect` sets how many statements to wait for.
 */
export function createBarrier(database: Database, matches: (sql: string) => boolean) {
  let resolvers: (() => void)[] = []
  let expected = 0
  return {
    expect(statements: number) {
      expected = statements
    },
    query: async (sql: string, params?: unknown[]) => {
      if (expected > 0 && matches(sql)) {
        await new Promise<void>((resolve) => {
          resolvers.push(resolve)
          if (resolvers.length < expected) return
          for (const go of resolvers) go()
          resolvers = []
          expected = 0
        })
      }
      return database.query(sql, params)
    },
  }
}

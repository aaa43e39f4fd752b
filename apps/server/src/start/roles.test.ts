import { describe, expect, test } from 'vitest'
import { ensureShared, readRole, roles } from './roles.ts'

describe('the role of a process', () => {
  test('is all without an argument, or one of those that there are', () => {
    expect(readRole([])).toBe('all')
    for (const role of roles) {
      expect(readRole(['--role', role])).toBe(role)
      expect(readRole([`--role=${role}`])).toBe(role)
    }
  })

  test.each([[['--role']], [['--role', 'manager']], [['worker']], [['--role', 'api', 'worker']], [['--port', '4000']]])(
    'is refused as %j',
    (args) => {
      expect(readRole(args)).toBeNull()
    },
  )

  test('other than all needs the PostgreSQL that it shares', () => {
    expect(() => ensureShared('all', { databaseUrl: undefined, documentsUrl: undefined })).not.toThrow()
    expect(() => ensureShared('worker', { databaseUrl: undefined, documentsUrl: undefined })).toThrow(
      /DATABASE_URL is missing/,
    )
    expect(() =>
      ensureShared('worker', { databaseUrl: 'postgres://user@localhost/auspex', documentsUrl: undefined }),
    ).not.toThrow()
    expect(() =>
      ensureShared('worker', { databaseUrl: 'postgres://user@localhost/auspex', documentsUrl: 'chdb:documents' }),
    ).toThrow(/AUSPEX_DOCUMENTS names a folder/)
  })
})

import { decodeJwt } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { TestBrowser } from '../testing/test-browser.ts'
import { openTestDatabase } from '../testing/test-database.ts'
import { requestTokens, signIn, startTestProvider, type TestProvider } from '../testing/test-provider.ts'
import { createFirstRun } from './first-run.ts'

let database: Awaited<ReturnType<typeof openTestDatabase>>
let provider: TestProvider

beforeAll(async () => {
  database = await openTestDatabase()
  provider = await startTestProvider(database)
  await database.query('delete from account')
})

afterAll(async () => {
  await provider.stop()
  await database.close()
})

test('the first run creates three people and an importer who can sign in, and a second run nothing', async () => {
  let count = 0
  const generatePassword = () => `generated-${++count}`
  await database.query('begin')
  const first = await createFirstRun({ transaction: database, generatePassword })
  await database.query('commit')
  if (!first) throw new Error('The first run found accounts')
  expect(first.users.map((user) => user.role)).toEqual(['member', 'second-organization-member', 'godmode'])
  expect(new Set(first.users.map((user) => user.password)).size).toBe(3)
  const claims = []
  for (const { email, password } of first.users) {
    claims.push(
      decodeJwt<{ organization: string; roles: string[] }>(
        (await signIn(provider, new TestBrowser(), { login: email, password })).access_token,
      ),
    )
  }
  expect(claims.map((claim) => claim.organization)).toEqual(first.users.map((user) => user.organization.id))
  expect(claims[1]?.organization).not.toBe(claims[0]?.organization)
  expect(claims.map((claim) => claim.roles)).toEqual([[], [], ['godmode']])
  const service = await requestTokens(provider, { grant_type: 'client_credentials', ...first.serviceClient })
  expect(service.status).toBe(200)
  await database.query('begin')
  expect(await createFirstRun({ transaction: database, generatePassword })).toBeNull()
  await database.query('commit')
})

test('the first run creates nothing when a restore creates one of its accounts in the meantime', async () => {
  await database.query('delete from account')
  await database.query('begin')
  const transaction: typeof database = {
    ...database,
    query: async (sql, params) => {
      // What another program committed before the first insert of this one.
      if (sql.startsWith('insert into account') && params?.[0] === 'usr_member')
        await database.query(sql, params.with(4, 'hash of another password'))
      return database.query(sql, params)
    },
  }
  await expect(createFirstRun({ transaction, generatePassword: () => 'generated' })).rejects.toThrow('Another program')
  await database.query('rollback')
  expect((await database.query('select from account')).rows).toEqual([])
})

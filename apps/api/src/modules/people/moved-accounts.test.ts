import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AccessToken } from '../../adapters/identity/token-verifier.port.ts'
import type { Database } from '../../adapters/database/database.port.ts'
import { createSequentialIds } from '../../kernel/ids.ts'
import { createTestDatabase } from '../../testing/test-database.ts'
import { createUsersRepository } from './users.repository.ts'

let database: Database
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

const createId = createSequentialIds()
const [home, moved, other] = ['http://localhost:4000/identity', 'https://auspex.example/identity', 'https://id.example']

/** The id of the person with this issuer and subject, in an installation with this embedded provider. */
async function signIn(issuer: string, subject: string, embeddedIssuer: string | null = issuer): Promise<string> {
  const repository = createUsersRepository({
    database,
    clock: { now: () => new Date('2026-11-23T08:00:00Z') },
    createId,
    embeddedIssuer,
  })
  const token = {
    issuer,
    subject,
    kind: 'person',
    organizationId: null,
    groups: [],
    roles: [],
    email: null,
    name: null,
  }
  return (await repository.saveTokenOwner(token as unknown as AccessToken)).userId
}

test('an account of the embedded provider keeps its person when the installation gets another address', async () => {
  const mira = await signIn(home, 'acc_mira')
  expect(await signIn(moved, 'acc_mira')).toBe(mira)
  expect(await signIn(home, 'acc_mira')).toBe(mira)
})

test('an account of another provider with the same subject is another person', async () => {
  const jon = await signIn(other, 'acc_jon', null)
  expect(await signIn(home, 'acc_jon')).not.toBe(jon)
  expect(await signIn(other, 'acc_jon', null)).toBe(jon)
  expect(await signIn('https://elsewhere.example/identity', 'acc_jon', null)).not.toBe(jon)
})

import { expect, test } from 'vitest'
import { createFixedClock } from '../../../kernel/clock.ts'
import { CodedError } from '../../../kernel/errors.ts'
import { everyModule } from '../../../testing/every-module.ts'
import { makeThreadFile } from './make-thread-file.ts'
import { stub } from '../../../testing/stub.ts'
import type { DocumentsModule } from '../../library/index.ts'
import type { People } from '../../people/index.ts'
import type { Signals } from '../../reports/index.ts'
import type { SharedThreads } from '../../zeus/index.ts'

const mira = { userId: 'usr_mira', organizationId: 'org_northwind' }
const file = { userId: mira.userId, kind: 'thread', itemId: 'th_1', format: 'markdown' } as const

function makeWith({ member, kind }: { member: typeof mira | null; kind: 'not_found' | 'unavailable' }) {
  const deps = {
    threads: stub<SharedThreads>({
      readUntil: async () => {
        throw new CodedError({ kind, code: 'zeus.test', title: 'No' })
      },
    }),
    documents: stub<DocumentsModule>({ getDocuments: async () => [] }),
    people: stub<People>({ findMember: async () => member }),
    signals: stub<Signals>({ findTitle: async () => 'oat milk' }),
    access: everyModule,
    clock: createFixedClock('2026-11-21T08:00:00Z'),
  }
  return makeThreadFile(file, deps).next()
}

test('a conversation that was deleted meanwhile fails with a reason for the person', async () => {
  await expect(makeWith({ member: mira, kind: 'not_found' })).rejects.toMatchObject({
    name: 'ExportRefusal',
    message: 'The conversation was deleted.',
  })
})

test('a person who no longer exists gets no file', async () => {
  await expect(makeWith({ member: null, kind: 'not_found' })).rejects.toMatchObject({ name: 'ExportRefusal' })
})

test('a temporary error is not a refusal, so that the export is tried again', async () => {
  await expect(makeWith({ member: mira, kind: 'unavailable' })).rejects.toMatchObject({ name: 'CodedError' })
})

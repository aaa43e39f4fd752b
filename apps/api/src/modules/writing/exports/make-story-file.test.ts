import { expect, test } from 'vitest'
import { createFixedClock } from '../../../kernel/clock.ts'
import { CodedError } from '../../../kernel/errors.ts'
import { everyModule } from '../../../testing/every-module.ts'
import { createMakeStoryFile } from './make-story-file.ts'
import { stub } from '../../../testing/stub.ts'

const mira = { userId: 'usr_mira', organizationId: 'org_northwind' }
const file = { userId: mira.userId, itemId: 'st_1', format: 'html' } as const

function makeWith({ member, kind }: { member: typeof mira | null; kind: 'not_found' | 'unavailable' }) {
  const make = createMakeStoryFile({
    stories: {
      open: async () => {
        throw new CodedError({ kind, code: 'stories.test', title: 'No' })
      },
    },
    people: stub({ findMember: async () => member }),
    signals: { findTitle: async () => 'oat milk' },
    images: stub({ read: async () => null }),
    access: everyModule,
    clock: createFixedClock('2026-11-21T08:00:00Z'),
  })
  return make(file).next()
}

test('a story that was deleted or taken back meanwhile fails with words for who asked', async () => {
  await expect(makeWith({ member: mira, kind: 'not_found' })).rejects.toMatchObject({
    name: 'ExportRefusal',
    message: expect.stringContaining('no longer shared with you'),
  })
})

test('somebody who is not known any more gets no file', async () => {
  await expect(makeWith({ member: null, kind: 'not_found' })).rejects.toMatchObject({ name: 'ExportRefusal' })
})

test('what may pass is no refusal, so that it is tried again', async () => {
  await expect(makeWith({ member: mira, kind: 'unavailable' })).rejects.toMatchObject({ name: 'CodedError' })
})

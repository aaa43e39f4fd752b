import { expect, test } from 'vitest'
import { createFixedClock } from '../../../kernel/clock.ts'
import { CodedError } from '../../../kernel/errors.ts'
import { everyModule } from '../../../testing/every-module.ts'
import { makeStoryFile } from './make-story-file.ts'
import { stub } from '../../../testing/stub.ts'
import type { Images, People } from '../../people/index.ts'
import type { Signals } from '../../reports/index.ts'
import type { Stories } from '../stories/stories.module.ts'

const mira = { userId: 'usr_mira', organizationId: 'org_northwind' }
const file = { userId: mira.userId, kind: 'story', itemId: 'st_1', format: 'html' } as const

function makeWith({ member, kind }: { member: typeof mira | null; kind: 'not_found' | 'unavailable' }) {
  const deps = {
    stories: stub<Stories>({
      open: async () => {
        throw new CodedError({ kind, code: 'stories.test', title: 'No' })
      },
    }),
    people: stub<People>({ findMember: async () => member }),
    signals: stub<Signals>({ findTitle: async () => 'oat milk' }),
    images: stub<Images>({ read: async () => null }),
    access: everyModule,
    clock: createFixedClock('2026-11-21T08:00:00Z'),
  }
  return makeStoryFile(file, deps).next()
}

test('a story that was deleted or unshared meanwhile fails with a reason for the person', async () => {
  await expect(makeWith({ member: mira, kind: 'not_found' })).rejects.toMatchObject({
    name: 'ExportRefusal',
    message: expect.stringContaining('no longer shared with you'),
  })
})

test('a person who no longer exists gets no file', async () => {
  await expect(makeWith({ member: null, kind: 'not_found' })).rejects.toMatchObject({ name: 'ExportRefusal' })
})

test('a temporary error is not a refusal, so that the export is tried again', async () => {
  await expect(makeWith({ member: mira, kind: 'unavailable' })).rejects.toMatchObject({ name: 'CodedError' })
})

import sharp from 'sharp'
import { expect, test } from 'vitest'
import { createLogger } from '../../../kernel/logger.ts'
import { stub } from '../../../testing/stub.ts'
import { drawAlert, type Ground } from './alert-picture.ts'
import type { MonitorsRepository } from './monitors.repository.ts'

const recent = { firstDay: '2026-11-01', values: [4, 4, 4, 4, 4, 4, 4, 14], firedDays: ['2026-11-08'] }
const draw = (find: () => Promise<unknown>, ground: Ground = 'white') =>
  drawAlert(
    { userId: 'usr_1', monitorId: 'sub_1', ground },
    { monitors: stub<MonitorsRepository>({ find: find as MonitorsRepository['find'] }), log: createLogger('silent') },
  )

test('the days of a monitor are drawn on white for rooms, and on nothing for emails', async () => {
  const onWhite = await draw(async () => ({ recent }))
  const image = sharp(onWhite?.content)
  expect(await image.metadata()).toMatchObject({ format: 'png', width: 1072, height: 256 })
  expect(onWhite).toMatchObject({ width: 536, height: 128 })
  expect((await image.stats()).isOpaque).toBe(true)
  const transparent = await draw(async () => ({ recent }), 'transparent')
  expect((await sharp(transparent?.content).stats()).isOpaque).toBe(false)
})

test.each([
  ['cannot be read', () => Promise.reject(new Error('no connection'))],
  ['is gone', async () => undefined],
  ['has too few days', async () => ({ recent: { ...recent, values: [4, 14] } })],
])('there is no picture of a monitor that %s, and nothing is thrown', async (_, find) => {
  expect(await draw(find)).toBeNull()
})

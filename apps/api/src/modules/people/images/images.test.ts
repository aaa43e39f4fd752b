import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '../../../adapters/database/database.port.ts'
import { createFixedClock } from '../../../kernel/clock.ts'
import { createSequentialIds } from '../../../kernel/ids.ts'
import { createLogger } from '../../../kernel/logger.ts'
import { everyModule } from '../../../testing/stub.ts'
import { createTestDatabase } from '../../../testing/test-database.ts'
import { createImagesRepository } from './images.repository.ts'
import { sweepImages } from './images.module.ts'
import { createImagesModule, type Images } from './images.module.ts'

let database: Database
let images: Images
const log = createLogger('silent')
const clock = createFixedClock('2026-11-21T08:00:00Z')
const namedIds = new Set<string>()
const mira = { organizationId: 'org_northwind', userId: 'usr_mira' }

beforeAll(async () => {
  database = await createTestDatabase()
  images = createImagesModule({ database, clock, createId: createSequentialIds(), log, access: everyModule }).images
  images.namedBy('stories', async (ids) => ids.filter((id) => namedIds.has(id)))
})
afterAll(() => database.close())

const plain = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#7048e8' } })
const prepare = (bytes: Uint8Array) => images.prepare({ filename: 'a.png', mediaType: 'image/png', bytes }, 'file')
const store = async (bytes: Uint8Array, owner: { organizationId: string | null; userId: string } = mira) => {
  const picture = await prepare(bytes)
  return database.kysely.transaction().execute((trx) => images.store(trx, picture, owner))
}

describe('a picture that is prepared', () => {
  test.each([
    ['png', plain(40, 20).png()],
    ['jpeg', plain(40, 20).jpeg()],
    ['webp', plain(40, 20).webp()],
    ['gif', plain(40, 20).gif()],
    ['avif', plain(40, 20).avif()],
  ])('of the kind %s is re-encoded as WebP, whatever it is called', async (_, picture) => {
    const { bytes, width, height } = await prepare(await picture.toBuffer())
    expect([width, height, (await sharp(bytes).metadata()).format]).toEqual([40, 20, 'webp'])
  })

  test('is at most 1600 px wide, and a small one is not enlarged', async () => {
    expect(await prepare(await plain(4000, 1000).png().toBuffer())).toMatchObject({ width: 1600, height: 400 })
    expect(await prepare(await plain(3, 9000).png().toBuffer())).toMatchObject({ width: 1, height: 3200 })
  })

  test('has no camera metadata, and is rotated upright', async () => {
    const secret = 'Oslo home address'
    const original = plain(40, 20)
      .jpeg()
      .withExif({ IFD0: { ImageDescription: secret, Artist: 'Mira Solberg' } })
      .withMetadata({ orientation: 6 })
    const file = await original.toBuffer()
    expect(file.includes(secret)).toBe(true)
    const { bytes, width, height } = await prepare(file)
    expect(bytes.includes(secret)).toBe(false)
    expect((await sharp(bytes).metadata()).exif).toBeUndefined()
    expect([width, height]).toEqual([20, 40])
  })

  test('of an animation is its first frame', async () => {
    const frames = [plain(10, 10), sharp({ create: { width: 10, height: 10, channels: 3, background: '#000' } })]
    const raw = await Promise.all(frames.map((frame) => frame.png().toBuffer()))
    const animation = await sharp(raw, { join: { animated: true } })
      .gif()
      .toBuffer()
    const { bytes } = await prepare(animation)
    const { pages, width, height } = await sharp(bytes).metadata()
    expect([pages ?? 1, width, height]).toEqual([1, 10, 10])
  })

  test('is queued, and refused when twelve are in progress or waiting', async () => {
    const bytes = await plain(10, 10).png().toBuffer()
    const results = await Promise.allSettled(Array.from({ length: 14 }, () => prepare(bytes)))
    const refused = results.filter(({ status }) => status === 'rejected')
    expect(refused).toMatchObject([
      { reason: { code: 'images.busy', kind: 'unavailable' } },
      { reason: { code: 'images.busy' } },
    ])
    expect(await prepare(bytes)).toMatchObject({ width: 10 })
  })
})

describe('a stored picture', () => {
  test('is visible to everyone in its organization, and to no one else', async () => {
    const id = await store(await plain(5, 5).png().toBuffer())
    expect(images.addressOf(id)).toBe(`/images/${id}`)
    expect(await images.listVisible([id], { ...mira, userId: 'usr_jon' })).toEqual([id])
    for (const organizationId of ['org_contoso', null])
      expect(await images.listVisible([id], { organizationId, userId: 'usr_mira' })).toEqual([])
  })

  test('of a person without an organization is visible only to that person', async () => {
    const loneViewer = { organizationId: null, userId: 'usr_lone' }
    const id = await store(await plain(5, 5).png().toBuffer(), loneViewer)
    expect(await images.listVisible([id], loneViewer)).toEqual([id])
    expect(await images.listVisible([id], { organizationId: null, userId: 'usr_other' })).toEqual([])
  })

  test('is not stored when the transaction that uses it fails', async () => {
    const picture = await prepare(await plain(5, 5).png().toBuffer())
    let id = ''
    await expect(
      database.kysely.transaction().execute(async (trx) => {
        id = await images.store(trx, picture, mira)
        throw new Error('refused')
      }),
    ).rejects.toThrow('refused')
    expect(await images.read(id)).toBeNull()
  })

  test('is removed with the last row that uses it', async () => {
    const id = await store(await plain(5, 5).png().toBuffer())
    namedIds.add(id)
    await database.kysely.transaction().execute((trx) => images.remove(trx, [id, null]))
    expect(await images.read(id)).not.toBeNull()
    namedIds.delete(id)
    await database.kysely.transaction().execute((trx) => images.remove(trx, [id]))
    expect(await images.read(id)).toBeNull()
  })

  test('that no row uses is deleted after a day, and one in use stays', async () => {
    const [usedImage, orphan] = [
      await store(await plain(5, 5).png().toBuffer()),
      await store(await plain(6, 6).png().toBuffer()),
    ]
    namedIds.add(usedImage)
    const repository = createImagesRepository(database.kysely)
    const withoutNamed = async (ids: readonly string[]) => ids.filter((id) => !namedIds.has(id))
    const sweep = () => sweepImages({ images: repository, withoutNamed, clock, log })
    expect(await sweep()).toBe(0)
    clock.set('2026-11-22T08:00:01Z')
    expect(await sweep()).toBeGreaterThan(0)
    expect([await images.read(usedImage), await images.read(orphan)]).toEqual([expect.any(Buffer), null])
  })
})

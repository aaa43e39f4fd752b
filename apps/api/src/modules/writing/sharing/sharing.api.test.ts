import { Writable } from 'node:stream'
import type { ShareLink, SharedItem } from '@auspex/sdk/types'
import { pino } from 'pino'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readConfig } from '../../../config/config.ts'
import { people } from '../../../testing/people.ts'
import { createTestApi, type TestRequest } from '../../../testing/test-api.ts'
import { createStoryApi, liv, type StoryApi, tor } from '../testing/story-api.ts'

let world: StoryApi
let groupId: string
beforeAll(async () => {
  world = await createStoryApi()
  groupId = (await world.ask('GET', '/users/me')).body.groups[0].id
})
afterAll(() => world.api.close())
beforeEach(() => world.api.clock.set('2026-11-22T08:00:00Z'))

type Who = TestRequest['as']
const unknownToken = 'x'.repeat(32)
const create = (body: object, as?: Who) => world.ask('POST', '/shareLinks', body, as)
const share = async (body: object, as?: Who) => (await create(body, as)).body as ShareLink & { token: string }
const list = async (query = '', as?: Who) =>
  (await world.ask('GET', `/shareLinks${query}`, undefined, as)).body.items as ShareLink[]
/** Opens a link without an account. */
const read = async (token: string) => {
  const reply = await world.api.request({ method: 'GET', path: `/sharedItems/${token}` })
  return { status: reply.statusCode, body: reply.json(), headers: reply.headers }
}
const readAs = (token: string, as: Who) => world.ask('GET', `/sharedItems/${token}/forMembers`, undefined, as)
const text = { kind: 'text', text: 'Baristas' }

describe('a share link', () => {
  test('for anyone opens the current story, without an account and without its group', async () => {
    const { id } = await world.make({ displayTitle: 'Foam', organizationGroupId: groupId })
    const link = await share({ kind: 'story', itemId: id, access: 'anyone' })
    expect(link).toMatchObject({
      access: 'anyone',
      title: 'Foam',
      expiresAt: null,
      token: expect.stringMatching(/^[\w-]{32}$/),
    })
    await world.addCard(id, text)
    const { status, body } = await read(link.token)
    expect(status).toBe(200)
    expect(body).toMatchObject({ kind: 'story', story: { id, organizationGroupId: null, cards: [{ content: text }] } })
  })

  test('names no person, group or organization to a reader without an account, whatever is shared', async () => {
    const { profile, organization, groups } = (await world.ask('GET', '/users/me')).body
    const portfolio = (await world.ask('POST', '/portfolio/create', { title: 'Oats', organizationGroupId: groupId }))
      .body.id
    const project = (
      await world.ask('POST', '/project/create', {
        title: 'Summer',
        displayTitle: 'Summer',
        organizationGroupId: groupId,
        portfolios: [{ id: portfolio }],
      })
    ).body.projectId
    const { id: story } = await world.make({ displayTitle: 'Crema', organizationGroupId: groupId })
    await world.addCard(story, text)
    const secrets = [profile.id, profile.email, organization.id, ...groups.map(({ id }: { id: string }) => id)]
    expect(secrets.every((secret) => typeof secret === 'string' && secret.length > 4)).toBe(true)
    for (const [kind, itemId] of Object.entries({ story, portfolio, project, signal: world.signalId })) {
      const link = await share({ kind, itemId, access: 'anyone' })
      const { status, body } = await read(link.token)
      expect([kind, status]).toEqual([kind, 200])
      const shown = JSON.stringify(body)
      expect([kind, secrets.filter((secret) => shown.includes(secret))]).toEqual([kind, []])
    }
  })

  test('of a signal shows the report that members see', async () => {
    const link = await share({ kind: 'signal', itemId: world.signalId, access: 'anyone' })
    const { body } = await read(link.token)
    expect((body as SharedItem & { kind: 'signal' }).report).toEqual(
      (await world.ask('GET', `/signal/json/${world.signalId}`)).body,
    )
  })

  test('of a portfolio or a project shows what its creator may see, without its groups', async () => {
    const created = await world.ask('POST', '/portfolio/create', { title: 'Milks', organizationGroupId: groupId })
    const portfolio = created.body.id as string
    const body = { title: 'Spring', displayTitle: 'Spring', portfolios: [{ id: portfolio }] }
    const project = (await world.ask('POST', '/project/create', body)).body.projectId as string
    const [link, all] = [
      await share({ kind: 'portfolio', itemId: portfolio, access: 'anyone' }),
      await share({ kind: 'project', itemId: project, access: 'anyone' }),
    ]
    expect([link.title, all.title]).toEqual(['Milks', 'Spring'])
    const shown = { id: portfolio, title: 'Milks', organizationGroupId: null }
    expect((await read(link.token)).body).toMatchObject({ kind: 'portfolio', portfolio: shown })
    expect((await read(all.token)).body).toMatchObject({
      kind: 'project',
      project: { projectId: project },
      portfolios: [shown],
    })
    expect((await list(`?itemId=${portfolio}`, liv)).map(({ id }) => id)).toEqual([link.id])
    expect(await list(`?itemId=${portfolio}`, tor)).toEqual([])
    expect((await create({ kind: 'portfolio', itemId: portfolio, access: 'anyone' }, liv)).body.code).toBe(
      'sharing.owner_only',
    )
    expect((await create({ kind: 'project', itemId: project }, liv)).status).toBe(404)
  })

  test('is for members of the organization by default', async () => {
    const { id } = await world.make()
    const { token, access } = await share({ kind: 'story', itemId: id })
    expect(access).toBe('organization')
    expect(await read(token)).toMatchObject({ status: 403, body: { code: 'sharing.members_only' } })
    expect((await readAs(token, tor)).body).toMatchObject({ kind: 'story', story: { id } })
    expect(await readAs(token, 'ana')).toMatchObject({ status: 404, body: { code: 'sharing.not_found' } })
  })

  test('is shown once: neither lists nor the database have its secret', async () => {
    const { id } = await world.make()
    const headers = { 'idempotency-key': 'a-key-of-mine' }
    const body = { kind: 'story', itemId: id }
    const reply = await world.api.request({ method: 'POST', path: '/shareLinks', as: 'mira', headers, body })
    const link = reply.json<ShareLink & { token: string }>()
    expect(await list(`?itemId=${id}`)).toEqual([{ ...link, token: null }])
    // the response is stored for repeats of the same request, and only its sender can read it
    const { rows } = await world.api.database.pool.query(
      'select share_link::text as row from share_link union all select idempotent_request::text from idempotent_request',
    )
    expect(JSON.stringify(rows)).not.toContain('a-key-of-mine')
    expect(rows.length).toBeGreaterThan(0)
    for (const { row } of rows) {
      expect(row).not.toContain(link.token)
      expect(row).not.toContain(Buffer.from(link.token).toString('hex'))
    }
  })

  test('is not stored by browsers or search engines, and not sent to linked pages', async () => {
    const { id } = await world.make()
    const { token } = await share({ kind: 'story', itemId: id, access: 'anyone' })
    const { headers } = await read(token)
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': expect.stringContaining('noindex'),
    })
  })

  test('shows the pictures of its story and no others', async () => {
    const { id } = await world.make()
    const bytes = await sharp({ create: { width: 9, height: 9, channels: 3, background: '#70f' } })
      .png()
      .toBuffer()
    const upload = async () => {
      const head =
        '--b\r\nContent-Disposition: form-data; name="image"; filename="a"\r\nContent-Type: image/png\r\n\r\n'
      const body = Buffer.concat([Buffer.from(head), bytes, Buffer.from('\r\n--b--\r\n')])
      const headers = { 'content-type': 'multipart/form-data; boundary=b' }
      const path = `/stories/${id}/images`
      return (await world.api.request({ method: 'POST', path, as: 'mira', body, headers })).json().image as string
    }
    const [shown, hidden] = [await upload(), await upload()]
    await world.addCard(id, { kind: 'image', image: shown, alt: '' })
    const { token } = await share({ kind: 'story', itemId: id, access: 'anyone' })
    const get = (address: string, of = token) =>
      world.api.request({ method: 'GET', path: `/sharedItems/${of}${address}` })
    const picture = await get(shown)
    expect([picture.statusCode, picture.headers['content-type']]).toEqual([200, 'image/webp'])
    expect((await get(hidden)).statusCode).toBe(404)
    expect((await get(shown, unknownToken)).statusCode).toBe(404)
    const members = await share({ kind: 'story', itemId: id })
    expect((await get(shown, members.token)).statusCode).toBe(403)
  })
})

describe('a share link ends', () => {
  /** Everything in a refusal except the id of its request. */
  const refusalOf = ({ status, body }: { status: number; body: Record<string, unknown> }) => {
    const { requestId: _own, ...problem } = body
    return { status, problem }
  }

  test('when it expires, is revoked, or its story is deleted, as if it had never existed', async () => {
    const nobodys = refusalOf(await read(unknownToken))
    expect(nobodys.status).toBe(404)
    const [a, b, c] = [await world.make(), await world.make(), await world.make()]
    const expiring = await share({ kind: 'story', itemId: a.id, access: 'anyone', expiresAt: '2026-11-22T09:00:00Z' })
    const revoked = await share({ kind: 'story', itemId: b.id, access: 'anyone' })
    const deleted = await share({ kind: 'story', itemId: c.id, access: 'anyone' })
    for (const { token } of [expiring, revoked, deleted]) expect((await read(token)).status).toBe(200)
    world.api.clock.set('2026-11-22T09:00:00Z')
    expect((await world.ask('DELETE', `/shareLinks/${revoked.id}`)).body).toEqual({ id: revoked.id, deleted: true })
    await world.ask('DELETE', `/stories/delete/${c.id}`)
    for (const { token } of [expiring, revoked, deleted]) {
      expect(refusalOf(await read(token))).toEqual(nobodys)
      expect(refusalOf(await readAs(token, 'mira'))).toEqual(nobodys)
    }
    expect(await list(`?itemId=${a.id}`)).toHaveLength(1)
    expect(await list(`?itemId=${b.id}`)).toEqual([])
    expect(await list(`?itemId=${c.id}`)).toEqual([])
  })

  test('when its creator loses access to the story', async () => {
    const { id } = await world.make({ organizationGroupId: groupId })
    const { token } = await share({ kind: 'story', itemId: id }, liv)
    expect((await readAs(token, tor)).status).toBe(200)
    await world.ask('PUT', '/stories/update', { id, organizationGroupId: null })
    expect((await readAs(token, tor)).body.code).toBe('sharing.not_found')
  })

  test('when its creator is disabled, loses the module, or leaves the organization', async () => {
    const eva = { ...people.jon, sub: 'eva', email: 'eva@northwind.example', name: 'Eva Moe' }
    const { id } = await world.make({}, eva)
    const { token } = await share({ kind: 'story', itemId: id, access: 'anyone' }, eva)
    const evaId = (await world.ask('GET', '/users/me', undefined, eva)).body.profile.id
    const later = (() => {
      let minute = 0
      return () => world.api.clock.set(`2026-11-22T08:${String(++minute).padStart(2, '0')}:00Z`)
    })()
    const query = (sql: string) => world.api.database.pool.query(sql, [evaId])
    expect((await read(token)).status).toBe(200)
    await query('update app_user set disabled_at = now() where id = $1')
    later()
    expect((await read(token)).status).toBe(404)
    await query('update app_user set disabled_at = null where id = $1')
    later()
    expect((await read(token)).status).toBe(200)
    await query(`insert into module_access (user_id, module, access, updated_at) values ($1, 'stories', false, now())`)
    later()
    expect((await read(token)).status).toBe(404)
    expect((await create({ kind: 'story', itemId: id }, eva)).body.code).toBe('module.off')
    await query('delete from module_access where user_id = $1')
    later()
    expect((await read(token)).status).toBe(200)
    await world.ask('GET', '/users/me', undefined, {
      ...eva,
      organization: 'org_contoso',
      organization_name: 'Contoso Energy',
    })
    later()
    expect((await read(token)).status).toBe(404)
  })
})

describe('share links refuse', () => {
  test('to open the work of others to anyone: only its owner may', async () => {
    const { id } = await world.make({ organizationGroupId: groupId })
    const { status, body } = await create({ kind: 'story', itemId: id, access: 'anyone' }, liv)
    expect([status, body.code]).toEqual([403, 'sharing.owner_only'])
  })

  test('items the person cannot see, kinds without a module, ids of another kind, and times in the past', async () => {
    const { id } = await world.make()
    const code = async (body: object, as?: Who) => {
      const reply = await create(body, as)
      return [reply.status, reply.body.code]
    }
    expect(await code({ kind: 'story', itemId: id }, 'ana')).toEqual([404, 'stories.not_found'])
    expect(await code({ kind: 'story', itemId: id }, tor)).toEqual([404, 'stories.not_found'])
    expect(await code({ kind: 'signal', itemId: 'sig_0' })).toEqual([404, 'signals.not_found'])
    expect(await code({ kind: 'report', itemId: 'rp_1' })).toEqual([404, 'zeus_reports.not_found'])
    expect(await code({ kind: 'story', itemId: world.signalId })).toEqual([422, 'sharing.id_does_not_fit'])
    expect(await code({ kind: 'story', itemId: id, expiresAt: '2026-11-22T08:00:00Z' })).toEqual([
      422,
      'sharing.expiry_past',
    ])
  })

  test('more than a hundred links to one item, even when created concurrently', async () => {
    const { id } = await world.make()
    const statuses = await Promise.all(
      Array.from({ length: 105 }, async () => (await create({ kind: 'story', itemId: id })).status),
    )
    expect(statuses.filter((status) => status === 200)).toHaveLength(100)
    expect(statuses.filter((status) => status === 409)).toHaveLength(5)
  })

  test('to be listed or revoked by a colleague of another group or by another organization', async () => {
    const { id } = await world.make({ organizationGroupId: groupId })
    const link = await share({ kind: 'story', itemId: id })
    expect((await list(`?itemId=${id}`, liv)).map((entry) => entry.id)).toEqual([link.id])
    for (const stranger of [tor, 'ana'] as const) {
      expect(await list('', stranger)).not.toContainEqual(expect.objectContaining({ id: link.id }))
      const { status, body } = await world.ask('DELETE', `/shareLinks/${link.id}`, undefined, stranger)
      expect([status, body.code]).toEqual([404, 'sharing.not_found'])
    }
    expect((await readAs(link.token, tor)).status).toBe(200)
    expect((await world.ask('DELETE', `/shareLinks/${link.id}`, undefined, liv)).status).toBe(200)
  })

  test('duplicates: a request sent twenty times with one key creates one link', async () => {
    const { id } = await world.make()
    const headers = { 'idempotency-key': 'share-once' }
    const body = { kind: 'story', itemId: id }
    const tokens = await Promise.all(
      Array.from({ length: 20 }, async () => {
        const reply = await world.api.request({ method: 'POST', path: '/shareLinks', as: 'mira', headers, body })
        return reply.json<ShareLink>().token
      }),
    )
    expect(new Set(tokens).size).toBe(1)
    expect(await list(`?itemId=${id}`)).toHaveLength(1)
  })
})

describe('readers without an account', () => {
  test('are limited by their network', async () => {
    const small = await createTestApi({ config: { requestsPerMinute: 5 } })
    const statuses: number[] = []
    for (let n = 0; n < 7; n += 1)
      statuses.push((await small.request({ method: 'GET', path: `/sharedItems/${unknownToken}` })).statusCode)
    await small.close()
    expect(statuses).toEqual([404, 404, 404, 404, 404, 429, 429])
  })
})

test('never leave a token in the request log', async () => {
  const lines: string[] = []
  const out = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      lines.push(String(chunk))
      done()
    },
  })
  const logged = await createStoryApi({ logger: pino({ level: 'trace' }, out) })
  const { id } = await logged.make()
  const { token } = (await logged.ask('POST', '/shareLinks', { kind: 'story', itemId: id, access: 'anyone' })).body
  for (const path of [
    `/sharedItems/${token}`,
    `/sharedItems/${token}/forMembers`,
    `/sharedItems/${token}/images/img_0`,
  ])
    await logged.api.request({ method: 'GET', path, as: 'mira' })
  await logged.api.request({ method: 'GET', path: `/sharedItems/${token}/nothing`, as: 'mira' })
  await logged.api.close()
  expect(lines.join('')).toContain('getSharedItem')
  expect(lines.join('')).not.toContain(token)
})

describe('an embed of a shared report', () => {
  const embed = (token: string, query = '') =>
    world.api.request({ method: 'GET', path: `/sharedItems/${token}/embed${query}` })
  const shareReport = (access: string) => share({ kind: 'signal', itemId: world.signalId, access })

  test('is a small page with the finding, the source and the date, which runs and loads nothing and any site may frame', async () => {
    const { token } = await shareReport('anyone')
    const { statusCode, body, headers } = await embed(token)
    const { counts } = (await world.ask('GET', `/signal/json/${world.signalId}`)).body
    const number = (await embed(token, '?part=number')).body
    expect([statusCode, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
    expect(headers['content-security-policy']).toContain('frame-ancestors *')
    expect(headers['set-cookie']).toBeUndefined()
    expect(body.length).toBeLessThan(20_000)
    expect(body).toMatch(/Source: [^]*Measured \d+ November 2026/)
    expect(body).not.toMatch(/<script|<img|<link|url\(|@import/)
    expect(number).toContain(`>${counts.documents}<`)
  })

  test('as a picture is one SVG document', async () => {
    const { token } = await shareReport('anyone')
    const { body, headers } = await embed(token, '?form=picture')
    expect(headers['content-type']).toContain('image/svg+xml')
    expect(body).toMatch(/^<svg[^]*<\/svg>$/)
  })

  test('says that it is no longer shared once the link is revoked, and for links that show no report to anyone', async () => {
    const revoked = await shareReport('anyone')
    await world.ask('DELETE', `/shareLinks/${revoked.id}`)
    const { id } = await world.make({ displayTitle: 'Foam' })
    const story = await share({ kind: 'story', itemId: id, access: 'anyone' })
    const members = await shareReport('organization')
    for (const token of [revoked.token, story.token, members.token, unknownToken]) {
      const { statusCode, body } = await embed(token)
      expect([statusCode, body]).toEqual([200, expect.stringContaining('This is no longer shared.')])
      expect(body).not.toContain('<svg')
    }
  })

  test('is described by oEmbed for its address alone, in the size that fits', async () => {
    const { token } = await shareReport('anyone')
    const findFrame = (address: string) =>
      world.api.request({ method: 'GET', path: `/oembed?maxwidth=400&url=${encodeURIComponent(address)}` })
    const address = new URL(`/shared/${token}`, readConfig({}).publicUrl).href
    const known = await findFrame(address)
    expect(known.json()).toMatchObject({ version: '1.0', type: 'rich', width: 400, height: 400 })
    expect(known.json().html).toContain(`/api/sharedItems/${token}/embed`)
    for (const other of [`https://other.example/shared/${token}`, address.replace(token, unknownToken)])
      expect((await findFrame(other)).json()).toMatchObject({ status: 404, code: 'sharing.not_found' })
  })
})

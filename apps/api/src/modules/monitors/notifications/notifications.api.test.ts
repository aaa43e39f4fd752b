import type {
  InboxPage,
  MailDeliveryPage,
  MailTest,
  MonitorRule,
  MonitorTestNotification,
  NotificationSettings,
  UserProfile,
} from '@auspex/sdk/types'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Mailer } from '../../../adapters/mail/mailer.port.ts'
import { createSmtpMailer } from '../../../adapters/mail/smtp-mailer.ts'
import { type MailServer, startMailServer } from '../../../adapters/mail/testing/mail-server.ts'
import type { PersonName } from '../../../testing/people.ts'
import { documentsOf } from '../../markets/testing/planted-market.ts'
import { startSubscriptions } from '../testing/start-subscriptions.ts'

const rule: MonitorRule = { kind: 'volume-above', documents: 9, windowDays: 1 }
const query = { query_term: 'oat milk' }

/** The server with a mail server, and with Mira, who watches oat milk by email alone. */
async function start(mailer?: (settings: MailServer['settings']) => Mailer) {
  const mailServer = await startMailServer()
  const world = await startSubscriptions({ mailer: (mailer ?? createSmtpMailer)(mailServer.settings) })
  const { api, documents } = world
  const call = (method: 'GET' | 'POST' | 'PATCH', path: string, body?: unknown, as: PersonName = 'mira') =>
    api.request({ method, path, as, ...(body !== undefined && { body }) })
  await documents.storeDocuments(
    documentsOf(
      Array.from({ length: 120 }, () => 4),
      '2026-07-24',
    ),
  )
  const deliveries = async (as: PersonName = 'mira') =>
    (await call('GET', '/users/me/mailDeliveries', undefined, as)).json<MailDeliveryPage>().items
  const inbox = async (as: PersonName = 'mira') =>
    (await call('GET', '/users/inbox-list', undefined, as)).json<InboxPage>().items
  /** Lets a day pass on which the rule begins to hold. */
  const fire = async () => {
    await world.runJobs()
    await documents.storeDocuments(documentsOf([14], '2026-11-21'))
    api.clock.set('2026-11-22T00:10:00Z')
    await world.runJobs()
  }
  const close = async () => {
    await world.close()
    await mailServer.close()
  }
  return { ...world, mailServer, call, deliveries, inbox, fire, close }
}

type World = Awaited<ReturnType<typeof start>>

/** The path of the one-click address of an email, below the API's prefix. */
const unsubscribePath = ({ mailServer }: World, index = 0) => {
  const { list } = Object.fromEntries(mailServer.received[index]?.parsed.headers ?? []) as {
    list: { unsubscribe: { url: string } }
  }
  return new URL(list.unsubscribe.url).pathname.replace(/^\/api/, '')
}

describe('alerts by email', () => {
  let world: World
  beforeAll(async () => {
    world = await start()
    await world.call('POST', '/explore/createMonitorSubscription', { query, rule, channels: ['email'] })
    await world.fire()
  })
  afterAll(() => world.close())

  test('one email says what the rule measured, and links to the signal', async () => {
    await world.runJobs()
    expect(world.mailServer.received).toHaveLength(1)
    const [mail] = world.mailServer.received
    expect(mail?.parsed.subject).toBe('Alert: oat milk')
    expect(mail?.to).toEqual(['mira@northwind.example'])
    for (const words of [mail?.parsed.text, String(mail?.parsed.html)]) {
      expect(words).toContain('14 documents on 21 November 2026, above 9.')
      expect(words).toMatch(/https:\/\/auspex\.example\/signals\/sig_[a-z0-9]+/)
      expect(words).toMatch(/https:\/\/auspex\.example\/unsubscribe\/[\w-]+/)
    }
    expect(String(mail?.parsed.html)).not.toMatch(/<script|url\(/)
  })

  test('shows the last days as a picture that comes with it, in words as well', () => {
    const [mail] = world.mailServer.received
    const [picture] = mail?.parsed.attachments ?? []
    expect(picture).toMatchObject({ contentType: 'image/png', contentDisposition: 'inline', related: true })
    expect(mail?.raw.replaceAll('=\r\n', '')).toContain(`src=3D"cid:${picture?.cid}"`)
    expect(mail?.raw).not.toMatch(/src=3D"http/)
    expect(String(mail?.parsed.html)).toContain('alt="Bars of each day from')
  })

  test('more damaged emails than one pass takes keep no other from being sent', async () => {
    const { pool } = world.api.database
    await pool.query(
      `insert into mail_delivery (id, recipient_id, kind, title, alert, occasion, next_at, created_at)
       select 'damaged' || n, recipient_id, 'gone', 'damaged', null, 'occasion' || n, '2026-11-20', '2026-11-20'
       from mail_delivery, generate_series(1, 45) n`,
    )
    await pool.query(
      `insert into mail_delivery select (jsonb_populate_record(m, '{"id": "good", "occasion": "good", "state": "waiting", "next_at": "2026-11-21", "handed_over_at": null}')).*
       from mail_delivery m where state = 'delivered'`,
    )
    await world.runJobs()
    await world.runJobs()
    const { rows } = await pool.query(`select distinct state from mail_delivery where id like 'damaged%'`)
    expect(rows).toEqual([{ state: 'waiting' }])
    expect(world.mailServer.received).toHaveLength(2)
    await pool.query(`delete from mail_delivery where occasion like 'occasion%' or id = 'good'`)
    world.mailServer.received.pop()
  })

  test('a monitor without the inbox as a channel puts nothing there', async () => {
    expect(await world.inbox()).toEqual([])
  })

  test('its delivery is listed for the recipient and nobody else', async () => {
    expect(await world.deliveries()).toMatchObject([
      { kind: 'monitor', title: 'oat milk', to: 'mira@northwind.example', state: 'delivered', tries: 1, reason: null },
    ])
    expect(await world.deliveries('jon')).toEqual([])
  })

  test('one click without an account mutes alerts and nothing else', async () => {
    const path = unsubscribePath(world)
    const before = await world.api.request({ method: 'GET', path })
    expect(before.json()).toEqual({ kind: 'monitor', isOn: true })
    const clicked = await world.api.request({
      method: 'POST',
      path,
      body: 'List-Unsubscribe=One-Click',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    expect(clicked.json()).toEqual({ kind: 'monitor', isOn: false })
    const { kinds } = (await world.call('GET', '/users/me/notifications')).json<NotificationSettings>()
    expect(kinds.filter(({ byEmail }) => !byEmail).map(({ kind }) => kind)).toEqual(['monitor', 'export'])
    await world.documents.storeDocuments(documentsOf([1, 14], '2026-11-22'))
    world.api.clock.set('2026-11-24T00:10:00Z')
    await world.runJobs()
    expect(world.mailServer.received).toHaveLength(1)
  })

  test('an unknown unsubscribe link says so', async () => {
    const path = '/mailSubscriptions/AAAAAAAAAAAAAAAAAAAAAAAA'
    const body = { 'List-Unsubscribe': 'One-Click' }
    const replies = [
      await world.api.request({ method: 'GET', path }),
      await world.api.request({ method: 'POST', path, body }),
    ]
    for (const reply of replies) expect(reply.json()).toMatchObject({ code: 'notifications.link_not_found' })
  })
})

describe('a signal sent to a colleague', () => {
  let world: World
  beforeAll(async () => {
    world = await start()
    const monitor = (await world.call('POST', '/explore/createMonitorSubscription', { query, rule })).json()
    const { profile } = (await world.call('GET', '/users/me', undefined, 'jon')).json<UserProfile>()
    const message = 'Look at <b>this</b>\r\nBcc: eve@evil.example'
    await world.call('POST', '/signal/sendSignalMessage', { id: monitor.signalId, to: [profile.id], message })
    await world.runJobs()
  })
  afterAll(() => world.close())

  test('arrives in the inbox and by email, with the words of the sender and the address for a reply', async () => {
    expect(await world.inbox('jon')).toHaveLength(1)
    const [mail] = world.mailServer.received
    expect(mail?.to).toEqual(['jon@northwind.example'])
    expect(mail?.parsed.subject).toBe('Mira Solberg sent you “oat milk”')
    expect(mail?.parsed.replyTo?.text).toContain('mira@northwind.example')
    expect(mail?.parsed.text).toContain('Look at <b>this</b>')
    expect(String(mail?.parsed.html)).toContain('Look at &lt;b&gt;this&lt;/b&gt;')
  })

  test('is not emailed to people who switched that off', async () => {
    await world.call('PATCH', '/users/me/notifications', { kinds: [{ kind: 'signal', byEmail: false }] }, 'jon')
    const { profile } = (await world.call('GET', '/users/me', undefined, 'jon')).json<UserProfile>()
    const [message] = await world.inbox('jon')
    await world.call('POST', '/signal/sendSignalMessage', { id: message?.signalId, to: [profile.id] })
    await world.runJobs()
    expect(await world.inbox('jon')).toHaveLength(2)
    expect(world.mailServer.received).toHaveLength(1)
  })
})

describe('a mail server with troubles', () => {
  let world: World
  afterEach(() => world.close())
  const watch = () => world.call('POST', '/explore/createMonitorSubscription', { query, rule, channels: ['email'] })
  const wait = (minutes: number) =>
    world.api.clock.set(new Date(world.api.clock.now().getTime() + minutes * 60_000).toISOString())

  test('one that greylists gets the same message again, with the same id', async () => {
    world = await start()
    await watch()
    world.mailServer.refuse({ code: 451, text: '4.7.1 Greylisted', at: 'end' })
    await world.fire()
    expect(await world.deliveries()).toMatchObject([
      { state: 'waiting', tries: 1, reason: expect.stringContaining('451'), nextAt: '2026-11-22T00:12:00.000Z' },
    ])
    world.mailServer.refuse()
    wait(2)
    await world.runJobs()
    const [delivery] = await world.deliveries()
    expect(delivery).toMatchObject({ state: 'delivered', tries: 2, reason: null, nextAt: null })
    expect(world.mailServer.received[0]?.parsed.messageId).toBe(`<${delivery?.id}@auspex.example>`)
  })

  test('one that refuses the address gets no second attempt, and its answer is shown', async () => {
    world = await start()
    await watch()
    world.mailServer.refuse({ code: 550, text: '5.1.1 No such user', at: 'recipient' })
    await world.fire()
    expect(await world.deliveries()).toMatchObject([
      { state: 'failed', tries: 1, reason: 'The mail server refused it: 550 5.1.1 No such user', nextAt: null },
    ])
  })

  test('one that is away for an hour gets it when it is back', async () => {
    let isAway = true
    world = await start((settings) => {
      const real = createSmtpMailer(settings)
      const away = createSmtpMailer({ ...settings, port: 1 })
      return { send: (mail, sending) => (isAway ? away : real).send(mail, sending) }
    })
    await watch()
    await world.fire()
    for (const minutes of [2, 15, 43]) {
      wait(minutes)
      await world.runJobs()
    }
    expect(await world.deliveries()).toMatchObject([{ state: 'waiting', reason: 'The mail server cannot be reached.' }])
    isAway = false
    wait(60)
    await world.runJobs()
    expect(await world.deliveries()).toMatchObject([{ state: 'delivered' }])
    expect(world.mailServer.received).toHaveLength(1)
  })

  test('a process that dies before the end of a message sends it again; one that dies after it does not', async () => {
    let dieAt: 'before' | 'after' = 'before'
    world = await start((settings) => {
      const real = createSmtpMailer(settings)
      return {
        // a process that is killed answers nothing and stores nothing
        send: async (mail, { signal, handOver }) => {
          if (dieAt === 'before') throw new Error('killed')
          await real.send(mail, { signal, handOver })
          throw new Error('killed')
        },
      }
    })
    await watch()
    await world.fire()
    expect(world.mailServer.received).toHaveLength(0)
    dieAt = 'after'
    wait(15)
    await world.runJobs()
    expect(world.mailServer.received).toHaveLength(1)
    wait(15)
    await world.runJobs()
    expect(await world.deliveries()).toMatchObject([
      { state: 'unconfirmed', nextAt: null, reason: expect.stringContaining('It may have arrived') },
    ])
    wait(600)
    await world.runJobs()
    expect(world.mailServer.received).toHaveLength(1)
  })
})

describe('a test', () => {
  let world: World
  beforeAll(async () => {
    world = await start()
  })
  afterAll(() => world.close())

  test('is sent at once, once a minute, and is not listed', async () => {
    const sent = (await world.call('POST', '/users/me/testMails')).json<MailTest>()
    expect(sent).toMatchObject({ to: 'mira@northwind.example', delivered: true, reason: null })
    expect(world.mailServer.received).toHaveLength(1)
    expect((await world.call('POST', '/users/me/testMails')).statusCode).toBe(409)
    expect(await world.deliveries()).toEqual([])
  })

  test('of a monitor says what the mail server answered', async () => {
    const channels = ['inbox', 'email']
    const { id } = (await world.call('POST', '/explore/createMonitorSubscription', { query, rule, channels })).json()
    world.mailServer.refuse({ code: 550, text: 'No', at: 'recipient' })
    const tested = (await world.call('POST', `/monitors/${id}/testNotifications`)).json<MonitorTestNotification>()
    expect(tested.channels).toEqual([
      { channel: 'inbox', delivered: true, reason: null },
      { channel: 'email', delivered: false, reason: 'The mail server refused it: 550 No' },
    ])
  })
})

describe('a file that is ready', () => {
  test('is announced by email to who wants that, with the page to download it from', async () => {
    const world = await start()
    const announce = () =>
      world.subscriptions.announceFile({ userId: profile.id, exportId: 'ex_1', fileName: 'oat-milk.csv' })
    const { profile } = (await world.call('GET', '/users/me')).json<UserProfile>()
    await announce()
    await world.runJobs()
    expect(world.mailServer.received).toEqual([])
    await world.call('PATCH', '/users/me/notifications', { kinds: [{ kind: 'export', byEmail: true }] })
    await announce()
    await announce()
    await world.runJobs()
    expect(world.mailServer.received.map(({ parsed }) => parsed.subject)).toEqual(['Your file is ready: oat-milk.csv'])
    expect(world.mailServer.received[0]?.parsed.text).toContain('https://auspex.example/exports/ex_1')
    await world.close()
  })
})

describe('without a mail server', () => {
  test('the settings say so, a monitor by email is refused, and colleagues still reach the inbox', async () => {
    const world = await startSubscriptions()
    const call = (method: 'GET' | 'POST', path: string, body?: unknown) =>
      world.api.request({ method, path, as: 'mira', ...(body !== undefined && { body }) })
    const settings = (await call('GET', '/users/me/notifications')).json<NotificationSettings>()
    expect(settings).toMatchObject({ canEmail: false, email: 'mira@northwind.example' })
    const refused = await call('POST', '/explore/createMonitorSubscription', { query, rule, channels: ['email'] })
    expect(refused.json()).toMatchObject({ code: 'subscriptions.email_unavailable' })
    expect((await call('POST', '/users/me/testMails')).json()).toMatchObject({ code: 'notifications.no_mail_server' })
    await world.close()
  })
})

describe('quiet hours', () => {
  let world: World
  beforeAll(async () => {
    world = await start()
    const room = { kind: 'slack', name: '#insights', url: world.receiver.url }
    const { id } = (await world.call('POST', '/destinations', room)).json<{ id: string }>()
    const channels = ['inbox', 'email']
    await world.call('POST', '/explore/createMonitorSubscription', { query, rule, channels, destinationIds: [id] })
    const quietHours = { from: 22, until: 7, zone: 'Europe/Oslo' }
    await world.call('PATCH', '/users/me/notifications', { quietHours })
    world.receiver.posts.length = 0
    await world.fire()
  })
  afterAll(() => world.close())

  test('hold back emails and messages to rooms, while the inbox has the alert', async () => {
    const settings = (await world.call('GET', '/users/me/notifications')).json<NotificationSettings>()
    expect(settings.quietHours).toEqual({ from: 22, until: 7, zone: 'Europe/Oslo' })
    expect(await world.inbox()).toHaveLength(1)
    expect(world.mailServer.received).toEqual([])
    expect(world.receiver.posts).toEqual([])
    expect(await world.deliveries()).toMatchObject([
      {
        state: 'waiting',
        tries: 0,
        triedAt: null,
        nextAt: '2026-11-22T06:00:00.000Z',
        reason: expect.stringContaining('quiet'),
      },
    ])
  })

  test('end, and everything that waited is sent once', async () => {
    world.api.clock.set('2026-11-22T06:00:30Z')
    await world.runJobs()
    await world.runJobs()
    expect(world.mailServer.received).toHaveLength(1)
    expect(world.receiver.posts).toHaveLength(1)
  })

  test('of an unknown time zone are refused', async () => {
    const quietHours = { from: 22, until: 7, zone: 'Europe/Atlantis' }
    const refused = await world.call('PATCH', '/users/me/notifications', { quietHours })
    expect(refused.json()).toMatchObject({ code: 'workflows.schedule_invalid' })
  })
})

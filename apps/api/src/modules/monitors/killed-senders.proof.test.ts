import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { createRandom } from '@auspex/contract/random'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '../../adapters/database/database.port.ts'
import { describeOnPostgres } from '../../adapters/database/testing/describe-on-postgres.ts'
import { type MailServer, startMailServer } from '../../adapters/mail/testing/mail-server.ts'

const kills = 50
/** Of each kind, before each kill. */
const newMessages = 3
const hourMs = 3_600_000
const start = Date.parse('2026-11-21T08:00:00Z')
/** What is left after the last kill is sent in as many passes as needed, each five hours after the previous one. */
const maxPasses = 40

/** A receiver that shows everything it accepts, as rooms do, except that Matrix shows a transaction once. */
async function startReceiver() {
  const accepted: string[] = []
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      void (async () => {
        await delay(10)
        const body = Buffer.concat(parts).toString()
        accepted.push(`${request.method} ${request.url} ${String(request.headers['webhook-id'] ?? body)}`)
        await delay(10)
        response.writeHead(200).end('{}')
      })()
    })
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo // a server that listens on a port
  return { accepted, endpoint: `127.0.0.1:${port}`, close: () => new Promise((done) => server.close(done)) }
}

type Receiver = Awaited<ReturnType<typeof startReceiver>>

await describeOnPostgres('a sender that is killed fifty times', (open, databaseUrl) => {
  let database: Database
  let mails: MailServer
  let rooms: Receiver
  beforeAll(async () => {
    database = await open()
    mails = await startMailServer()
    rooms = await startReceiver()
    const url = `http://${rooms.endpoint}`
    const slack = { kind: 'slack', name: 'a', url: `${url}/slack` }
    const matrix = { kind: 'matrix', name: 'b', url, token: 'secret', room: '!room:a.example' }
    await sql`insert into app_user (id, issuer, subject, kind, email, roles, created_at, seen_at)
      values ('usr_mira', 'i', 's', 'person', 'mira@northwind.example', '{member}', now(), now())`.execute(
      database.kysely,
    )
    for (const [id, target] of [
      ['dst_slack', slack],
      ['dst_matrix', matrix],
    ] as const)
      await sql`insert into destination (id, user_id, kind, name, host, secret, created_at)
        values (${id}, 'usr_mira', ${target.kind}, 'room', 'host', ${JSON.stringify(target)}, now())`.execute(
        database.kysely,
      )
    await sql`insert into monitor (id, user_id, signal_id, title, query, rule, channels, cooldown_hours, backtest, created_at,
        settled_day, settled)
      values ('sub_1', 'usr_mira', 'sig_1', 'oat milk', '{}', '{}', '[]', 24, '{}', now(), '2026-11-20', '{}')`.execute(
      database.kysely,
    )
  })
  afterAll(async () => {
    await database.close()
    await mails.close()
    await rooms.close()
  })

  const startProcess = (hour: number): ChildProcess =>
    spawn(
      process.execPath,
      [
        fileURLToPath(new URL('testing/send-and-die.ts', import.meta.url)),
        databaseUrl,
        String(mails.port),
        rooms.endpoint,
        new Date(start + hour * hourMs).toISOString(),
      ],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    )

  /** Messages of each kind that are due. */
  async function enqueue(round: number): Promise<void> {
    const at = new Date(start + round * hourMs)
    for (let n = 0; n < newMessages; n += 1) {
      const id = `msg_${round}x${n}`
      await sql`insert into mail_delivery (id, recipient_id, kind, title, message, occasion, next_at, created_at)
        values (${id}, 'usr_mira', 'monitor', ${id}, 'words', ${id}, ${at}::timestamptz, ${at}::timestamptz)`.execute(
        database.kysely,
      )
      for (const destination of ['slack', 'matrix']) {
        const message = {
          title: `${id}${destination}`,
          text: 'words',
          items: [],
          link: { label: 'Open', url: 'https://auspex.example/' },
        }
        await sql`insert into destination_delivery (id, destination_id, occasion, message, next_at, created_at)
          values (${`${id}${destination}`}, ${`dst_${destination}`}, ${id}, ${JSON.stringify(message)}::jsonb,
            ${at}::timestamptz, ${at}::timestamptz)`.execute(database.kysely)
      }
      const day = new Date(start + (round * newMessages + n) * 24 * hourMs).toISOString().slice(0, 10)
      await sql`insert into webhook_delivery (id, monitor_id, day, url, body, next_at, created_at)
        values (${`${id}hook`}, 'sub_1', ${day}::date, ${`http://${rooms.endpoint}/hook`}, '{}', ${at}::timestamptz,
          ${at}::timestamptz)`.execute(database.kysely)
    }
  }

  async function countWaiting(): Promise<number> {
    const { rows } = await sql<{ total: number }>`
      select ((select count(*) from mail_delivery where next_at is not null)
        + (select count(*) from destination_delivery where next_at is not null)
        + (select count(*) from webhook_delivery where next_at is not null))::int as total`.execute(database.kysely)
    return rows[0]?.total ?? 0
  }

  test('sends nothing twice and loses nothing without saying so', async () => {
    const random = createRandom(7)
    for (let round = 0; round < kills; round += 1) {
      await enqueue(round)
      const child = startProcess(round)
      await once(child.stdout as NonNullable<typeof child.stdout>, 'data')
      await delay(random.below(120))
      const exited = once(child, 'exit')
      child.kill('SIGKILL')
      await exited
    }
    for (let pass = 0; pass < maxPasses && (await countWaiting()) > 0; pass += 1) {
      const [code] = (await once(startProcess(kills + pass * 5), 'exit')) as [number]
      expect(code).toBe(0)
    }

    const arrivals = Map.groupBy(
      [
        ...mails.received.map(({ parsed }) => `${parsed.subject?.replace('Alert: ', '')}`),
        ...rooms.accepted.flatMap((line) => /msg_\d+x\d+(?:slack|matrix|hook)/.exec(line)?.[0] ?? []),
      ],
      (id) => id,
    )
    const { rows } = await sql<{ id: string; state: string }>`
      select id, state from mail_delivery union all select id, state from destination_delivery
      union all select id, state from webhook_delivery`.execute(database.kysely)
    const arrived = (id: string) => arrivals.get(id)?.length ?? 0
    const idOf = (row: { id: string }) => row.id
    // mails and rooms that cannot recognize a repetition get each message once; the others get it again with the same id
    const isRecognized = (id: string) => id.endsWith('matrix') || id.endsWith('hook')
    const shownTwice = rows.filter(({ id }) => !isRecognized(id) && arrived(id) > 1).map(idOf)
    const lost = rows.filter(({ id, state }) => arrived(id) === 0 && state !== 'unconfirmed').map(idOf)
    const unfinished = rows.filter(({ state }) => state === 'waiting' || state === 'failed').map(idOf)
    const unconfirmed = rows.filter(({ state }) => state === 'unconfirmed')
    console.info(
      `${kills} kills, ${rows.length} messages: ${shownTwice.length} shown twice, ${lost.length} lost; ` +
        `${unconfirmed.length} listed as unconfirmed, of which ${unconfirmed.filter(({ id }) => arrived(id) === 1).length} had arrived; ` +
        `${rows.filter(({ id }) => arrived(id) > 1).length} repeated with the same id`,
    )
    expect(rows).toHaveLength(kills * newMessages * 4)
    expect({ shownTwice, lost, unfinished }).toEqual({ shownTwice: [], lost: [], unfinished: [] })
    expect(unconfirmed.every(({ id }) => !isRecognized(id))).toBe(true)
    // the kills hit the sending itself, not only the time before and after
    expect(rows.filter(({ id }) => arrived(id) > 1).length + unconfirmed.length).toBeGreaterThan(5)
  }, 900_000)
})

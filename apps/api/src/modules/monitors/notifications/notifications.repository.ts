import type { MailSubscription, NotificationChoice, NotificationKind, QuietHours } from '@auspex/sdk/types'
import { sql } from 'kysely'
import { randomBytes } from 'node:crypto'
import type { Database } from '../../../adapters/database/database.port.ts'

interface ChoiceRow {
  userId: string
  kind: NotificationKind
  inInbox: boolean
  byEmail: boolean
}

export type NotificationsRepository = ReturnType<typeof createNotificationsRepository>

/** All SQL of how people are notified. */
export function createNotificationsRepository({ kysely }: Database) {
  const selectChoices = async (userIds: readonly string[]) =>
    (
      await sql<ChoiceRow>`select user_id as "userId", kind, inbox as "inInbox", email as "byEmail" from notification_choice
        where user_id in (${sql.join(userIds)})`.execute(kysely)
    ).rows
  const toChoice = (kind: NotificationKind, row: ChoiceRow | undefined): Choice =>
    row === undefined
      ? defaultChoices[kind]
      : { inInbox: defaultChoices[kind].inInbox === null ? null : row.inInbox, byEmail: row.byEmail }

  return {
    /** The choice of each of the people for a kind. */
    async find(userIds: readonly string[], kind: NotificationKind): Promise<ReadonlyMap<string, Choice>> {
      const rows = userIds.length === 0 ? [] : await selectChoices(userIds)
      return new Map(
        userIds.map((userId) => [
          userId,
          toChoice(
            kind,
            rows.find((row) => row.userId === userId && row.kind === kind),
          ),
        ]),
      )
    },

    /** Every kind, as the person chose it. */
    async list(userId: string): Promise<NotificationChoice[]> {
      const rows = await selectChoices([userId])
      return notificationKinds.map((kind) => ({
        kind,
        ...toChoice(
          kind,
          rows.find((row) => row.kind === kind),
        ),
      }))
    },

    async save(userId: string, { kind, inInbox, byEmail }: NotificationChoice): Promise<void> {
      await sql`insert into notification_choice (user_id, kind, inbox, email, token)
        values (${userId}, ${kind}, ${inInbox ?? false}, ${byEmail}, ${createToken()})
        on conflict (user_id, kind) do update set inbox = excluded.inbox, email = excluded.email`.execute(kysely)
    },

    async findQuietHours(userId: string): Promise<QuietHours> {
      const { rows } = await sql<NonNullable<QuietHours>>`
        select from_hour as "from", until_hour as until, zone from quiet_hours where user_id = ${userId}`.execute(
        kysely,
      )
      return rows[0] ?? null
    },

    async saveQuietHours(userId: string, hours: QuietHours): Promise<void> {
      if (hours === null) await sql`delete from quiet_hours where user_id = ${userId}`.execute(kysely)
      else
        await sql`insert into quiet_hours (user_id, from_hour, until_hour, zone)
          values (${userId}, ${hours.from}::int, ${hours.until}::int, ${hours.zone})
          on conflict (user_id) do update set from_hour = excluded.from_hour, until_hour = excluded.until_hour, zone = excluded.zone`.execute(
          kysely,
        )
    },

    /** The secret of the unsubscribe link of a kind, created if there is none. */
    async ensureToken(userId: string, kind: NotificationKind): Promise<string> {
      const { inInbox, byEmail } = defaultChoices[kind]
      await sql`insert into notification_choice (user_id, kind, inbox, email, token)
        values (${userId}, ${kind}, ${inInbox ?? false}, ${byEmail}, ${createToken()})
        on conflict (user_id, kind) do nothing`.execute(kysely)
      const { rows } = await sql<{ token: string }>`
        select token from notification_choice where user_id = ${userId} and kind = ${kind}`.execute(kysely)
      const [row] = rows
      if (row === undefined) throw new Error('The person was deleted') // nothing can be sent to them any more
      return row.token
    },

    /** What an unsubscribe link is for; undefined for an unknown one. */
    async findByToken(token: string): Promise<MailSubscription | undefined> {
      const { rows } = await sql<MailSubscription>`
        select kind, email as "isOn" from notification_choice where token = ${token}`.execute(kysely)
      return rows[0]
    },

    /** Switches off the emails that an unsubscribe link is for; undefined for an unknown one. */
    async muteByToken(token: string): Promise<MailSubscription | undefined> {
      const { rows } = await sql<MailSubscription>`
        update notification_choice set email = false where token = ${token} returning kind, email as "isOn"`.execute(
        kysely,
      )
      return rows[0]
    },
  }
}

/** Too long to guess: 144 bits. */
function createToken(): string {
  return randomBytes(18).toString('base64url')
}

/** Where notifications of one kind go; the inbox is null for a kind that never goes there. */
export type Choice = Pick<NotificationChoice, 'inInbox' | 'byEmail'>

/** What holds until a person chooses. Most files are ready while the person waits, so they are not emailed unless somebody wants that. */
export const defaultChoices: Readonly<Record<NotificationKind, Choice>> = {
  signal: { inInbox: true, byEmail: true },
  comment: { inInbox: true, byEmail: true },
  monitor: { inInbox: true, byEmail: true },
  trends: { inInbox: true, byEmail: true },
  digest: { inInbox: true, byEmail: true },
  export: { inInbox: null, byEmail: false },
}

/** The modules required for each kind: an alert contains numbers of a signal. A file is only announced, so that it needs none. */
export const modulesOfKind: Readonly<Record<NotificationKind, readonly string[]>> = {
  signal: ['signals'],
  // what it is about was checked when it was sent
  comment: [],
  monitor: ['monitors', 'signals'],
  trends: ['trends'],
  digest: ['monitors', 'signals'],
  export: [],
}

export const notificationKinds = Object.keys(defaultChoices) as NotificationKind[] // the keys of the record above

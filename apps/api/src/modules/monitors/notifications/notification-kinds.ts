import type { NotificationChoice, NotificationKind } from '@auspex/sdk/types'

/** Where notifications of one kind go; the inbox is null for a kind that never goes there. */
export type Choice = Pick<NotificationChoice, 'inInbox' | 'byEmail'>

/** What holds until a person chooses. Most files are ready while the person waits, so they are not emailed unless somebody wants that. */
export const defaultChoices: Readonly<Record<NotificationKind, Choice>> = {
  signal: { inInbox: true, byEmail: true },
  monitor: { inInbox: true, byEmail: true },
  trends: { inInbox: true, byEmail: true },
  digest: { inInbox: true, byEmail: true },
  export: { inInbox: null, byEmail: false },
}

/** The modules required for each kind: an alert contains numbers of a signal. A file is only announced, so that it needs none. */
export const modulesOfKind: Readonly<Record<NotificationKind, readonly string[]>> = {
  signal: ['signals'],
  monitor: ['monitors', 'signals'],
  trends: ['trends'],
  digest: ['monitors', 'signals'],
  export: [],
}

export const notificationKinds = Object.keys(defaultChoices) as NotificationKind[] // the keys of the record above

import type { ShareAccess, SharedKind, ShareLink } from '@auspex/sdk'
import { formatDay, formatInstant } from '../../lib/format.ts'

export const kindWords: Record<SharedKind, string> = {
  signal: 'report',
  story: 'story',
  portfolio: 'portfolio',
  project: 'project',
  report: 'saved report',
  thread: 'conversation',
}

export const accessWords: Record<ShareAccess, string> = {
  organization: 'People of your organization, signed in',
  anyone: 'Anyone with the link, without an account',
}

export const toAddress = (token: string): string => `${window.location.origin}/shared/${token}`

export const sayEnd = ({ expiresAt }: Pick<ShareLink, 'expiresAt'>, now: number): string => {
  if (expiresAt === null) return 'until you revoke it'
  return Date.parse(expiresAt) <= now ? `ended on ${formatDay(expiresAt)}` : `until ${formatInstant(expiresAt)}`
}

/** The lifetime of a link in days; 0 is until it is revoked. */
export const lifetimes: readonly { readonly days: number; readonly label: string }[] = [
  { days: 1, label: 'For a day' },
  { days: 7, label: 'For a week' },
  { days: 30, label: 'For 30 days' },
  { days: 90, label: 'For 90 days' },
  { days: 0, label: 'Until I revoke it' },
]

const dayMs = 86_400_000

export const endAfter = (days: number, now: number): string | null =>
  days === 0 ? null : new Date(now + days * dayMs).toISOString()

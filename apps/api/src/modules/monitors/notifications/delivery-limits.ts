import type { QuietHours } from '@auspex/sdk/types'
import { nextTimes } from '../../../kernel/next-times.ts'
import type { WebhookSender } from '../webhooks/post-deliveries.ts'

/** What the operator of an installation allows to be sent out of it. */
export interface DeliveryLimits {
  /** Hosts of channels and webhooks, `*.example.org` for all below one; null for every public host. */
  hosts: string[] | null
  /** Domains of email addresses; null for all. */
  mailDomains: string[] | null
  /** Emails and messages to channels for each person a day; null for any number. */
  perDay: number | null
  /** Whether only administrators add channels and webhooks. */
  isForAdministrators: boolean
}

export const noLimits: DeliveryLimits = { hosts: null, mailDomains: null, perDay: null, isForAdministrators: false }

/** A sender that reaches allowed hosts only, also for what was set up before the limit. */
export function limitHosts(sender: WebhookSender, { hosts }: DeliveryLimits): WebhookSender {
  if (hosts === null) return sender
  const refuse = (url: string): string | null => {
    const host = URL.parse(url)?.host ?? ''
    return isAllowed(host, hosts) ? null : `The operator of this server allows no messages to ${host}.`
  }
  return {
    check: async (url) => refuse(url) ?? sender.check(url),
    post: async (url, ...rest) => refuse(url) ?? sender.post(url, ...rest),
    exchange: async (request, signal) => {
      const reason = refuse(request.url)
      return reason === null ? sender.exchange(request, signal) : { kind: 'unanswered', isSent: false, reason }
    },
  }
}

function isAllowed(host: string, hosts: readonly string[]): boolean {
  return hosts.some((allowed) => (allowed.startsWith('*.') ? host.endsWith(allowed.slice(1)) : host === allowed))
}

/** Why an address gets no email; null where it may. */
export function refuseAddress(address: string, { mailDomains }: DeliveryLimits): string | null {
  const domain = address.slice(address.lastIndexOf('@') + 1).toLowerCase()
  if (mailDomains === null || isAllowed(domain, mailDomains)) return null
  return `The operator of this server allows no emails to addresses at ${domain}.`
}

/** When the quiet hours end that hold at a time; null when none do. Throws `workflows.schedule_invalid` for an unknown time zone. */
export function endOfQuietHours(hours: QuietHours, at: Date): Date | null {
  if (hours === null) return null
  const { from, until, zone } = hours
  const nextOf = (hour: number) => nextTimes({ cron: `0 ${hour} * * *`, zone }, at, 1)[0]
  const [begin, end] = [nextOf(from), nextOf(until)]
  if (begin === undefined || end === undefined || from === until) return null
  // within them the next thing to come is their end
  return end < begin ? end : null
}

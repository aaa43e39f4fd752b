import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import { type SecurityEvent, type SecurityFacts, severities, type Severity } from '../../../kernel/security-event.ts'

/** An event as stored and logged. */
export interface SecurityEventRow {
  id: string
  at: Date
  name: string
  severity: Severity
  userId: string | null
  accountId: string | null
  organizationId: string | null
  clientId: string | null
  address: string | null
  operation: string | null
  requestId: string | null
  occurrences: number
  facts: Record<string, string>
}

const maxTextLength = 200
const maxFacts = 20

/** Builds the row of an event with its number of occurrences. Removes characters that are unsafe for a database or a terminal. */
export function toRow(
  event: SecurityEvent,
  { id, at, occurrences }: { id: string; at: Date; occurrences: number },
): SecurityEventRow {
  return {
    id,
    at,
    name: event.name,
    severity: severities[event.name],
    userId: clean(event.userId),
    accountId: clean(event.accountId),
    organizationId: clean(event.organizationId),
    clientId: clean(event.clientId),
    address: readAddress(event.address),
    operation: clean(event.operation),
    requestId: clean(event.requestId),
    occurrences,
    facts: cleanFacts(event.facts ?? {}),
  }
}

/** Normalizes an address: a caller may arrive as 192.0.2.1 or as ::ffff:192.0.2.1. Null when invalid. */
export function readAddress(address: string | null | undefined): string | null {
  const [bare = ''] = (address ?? '').split('%') // a link-local address is followed by the network interface
  return isIP(bare) === 0 ? null : ipaddr.process(bare).toString()
}

function cleanFacts(facts: SecurityFacts): Record<string, string> {
  const cleanedFacts = Object.entries(facts).flatMap(([name, value]): [string, string][] => {
    const text = clean(typeof value === 'object' ? value?.join(' ') : value?.toString())
    return text === null ? [] : [[name, text]]
  })
  return Object.fromEntries(cleanedFacts.slice(0, maxFacts))
}

/** PostgreSQL stores neither U+0000 nor unpaired surrogates, and control characters can forge lines on a terminal. */
function clean(text: string | null | undefined): string | null {
  if (text == null) return null
  return text
    .slice(0, maxTextLength)
    .toWellFormed()
    .replaceAll(/\p{Cc}/gu, '�')
}

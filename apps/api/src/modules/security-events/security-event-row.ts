import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import { type SecurityEvent, type SecurityFacts, severities, type Severity } from '../../kernel/security-event.ts'

/** An event as it is stored and logged. */
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

const longestText = 200
const mostFacts = 20

/** Makes the row of an event that happened so often. What neither a database nor a terminal should meet is taken out. */
export function toRow(
  event: SecurityEvent,
  { id, at, occurrences }: Pick<SecurityEventRow, 'id' | 'at' | 'occurrences'>,
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

/** One spelling for each address: a caller arrives as 192.0.2.1 or as ::ffff:192.0.2.1. Null for what is none. */
export function readAddress(address: string | null | undefined): string | null {
  const [bare = ''] = (address ?? '').split('%') // an address of this link names the network card after it
  return isIP(bare) === 0 ? null : ipaddr.process(bare).toString()
}

function cleanFacts(facts: SecurityFacts): Record<string, string> {
  const known = Object.entries(facts).flatMap(([name, value]): [string, string][] => {
    const text = clean(typeof value === 'object' ? value?.join(' ') : value?.toString())
    return text === null ? [] : [[name, text]]
  })
  return Object.fromEntries(known.slice(0, mostFacts))
}

/** PostgreSQL stores neither U+0000 nor halves of surrogate pairs, and control characters forge lines on a terminal. */
function clean(text: string | null | undefined): string | null {
  if (text == null) return null
  return text
    .slice(0, longestText)
    .toWellFormed()
    .replaceAll(/\p{Cc}/gu, '�')
}

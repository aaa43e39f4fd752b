import type { Kysely } from 'kysely'
import type { Clock } from '../../../kernel/clock.ts'
import type { CreateId } from '../../../kernel/ids.ts'
import { type AuditRecord, createAuditRepository } from './audit.repository.ts'

/** Writes an entry in the same transaction as the change. Texts longer than the contract allows are truncated. */
export type WriteAudit = (transaction: Kysely<object>, entry: Omit<AuditRecord, 'id' | 'at'>) => Promise<void>

export function createWriteAudit({ clock, createId }: { clock: Clock; createId: CreateId }): WriteAudit {
  return (transaction, entry) =>
    createAuditRepository(transaction).insert({
      ...entry,
      id: createId('aud'),
      at: clock.now(),
      changes: entry.changes
        .slice(0, 20)
        .map(({ field, before, after }) => ({ field, before: truncate(before), after: truncate(after) })),
    })
}

function truncate(text: string | null): string | null {
  return text === null ? null : Array.from(text).slice(0, 500).join('')
}

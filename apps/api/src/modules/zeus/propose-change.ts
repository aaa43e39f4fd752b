import { createHmac, timingSafeEqual } from 'node:crypto'
import type { AnalystEvent } from '@auspex/analyst'
import type { Approval } from '@auspex/sdk/types'
import { createApprovalsRepository } from './approvals.repository.ts'
import type { RunDependencies } from './zeus.ports.ts'
import type { StoredRun } from './zeus.types.ts'

export type Proposal = Extract<AnalystEvent, { type: 'proposal' }>

/** How long a proposal can be approved. */
const validMs = 86_400_000

/** Stores a proposed change until the person decides. */
export async function proposeChange(
  { toolCallId, tool, operationId, input, change }: Proposal,
  run: StoredRun,
  { database, clock, createId }: RunDependencies,
): Promise<Approval> {
  const now = clock.now()
  const expiresAt = new Date(now.getTime() + validMs)
  const unsigned = {
    id: createId('apr'),
    toolCallId,
    operationId,
    title: change.title.slice(0, 300),
    arguments: JSON.stringify(input),
    changes: change.lines.slice(0, 50).map((line) => line.slice(0, 5000)),
  }
  const approval: Approval = {
    ...unsigned,
    signature: signChange(run.approvalKey, { ...unsigned, tool }),
    state: 'pending',
    requestedAt: now.toISOString(),
    expiresAt: expiresAt.toISOString(),
    decidedAt: null,
    result: null,
    problem: null,
  }
  const { messageId, threadId, userId } = run
  await createApprovalsRepository(database.kysely).insert({
    id: approval.id,
    messageId,
    threadId,
    userId,
    tool,
    approval,
    state: 'pending',
    expiresAt,
  })
  return approval
}

/** What a person sees of a change, and the tool that makes it. */
interface SignedChange {
  id: string
  tool: string
  arguments: string
  title: string
  changes: readonly string[]
}

/** Signs the tool, its arguments and their description, so that exactly what was shown is approved. */
export function signChange(key: Buffer, { id, tool, arguments: text, title, changes }: SignedChange): string {
  return createHmac('sha256', key)
    .update(JSON.stringify([id, tool, text, title, changes]))
    .digest('base64url')
}

export function isSignature(given: string, expected: string): boolean {
  const [left, right] = [Buffer.from(given), Buffer.from(expected)]
  return left.length === right.length && timingSafeEqual(left, right)
}

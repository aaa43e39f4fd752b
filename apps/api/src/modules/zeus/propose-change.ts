import { createHmac, timingSafeEqual } from 'node:crypto'
import type { AnalystEvent } from '@auspex/analyst'
import type { Approval } from '@auspex/sdk/types'
import type { Clock } from '../../kernel/clock.ts'
import type { CreateId } from '../../kernel/ids.ts'
import type { ApprovalsRepository } from './approvals.repository.ts'
import type { StoredRun } from './zeus.types.ts'

type Proposal = Extract<AnalystEvent, { type: 'proposal' }>

/** Stores a proposed change until the person decides. */
export type Propose = (proposal: Proposal) => Promise<Approval>

/** How long a proposal can be approved. */
const validMs = 86_400_000

export function createPropose(
  run: StoredRun,
  { approvals, clock, createId }: { approvals: ApprovalsRepository; clock: Clock; createId: CreateId },
): Propose {
  return async ({ toolCallId, tool, operationId, input, change }) => {
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
    await approvals.insert({
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
}

/** Signs the tool, its arguments and their description, so that exactly what was shown is approved. */
export function signChange(
  key: Buffer,
  {
    id,
    tool,
    arguments: text,
    title,
    changes,
  }: Pick<Approval, 'id' | 'arguments' | 'title' | 'changes'> & { tool: string },
): string {
  return createHmac('sha256', key)
    .update(JSON.stringify([id, tool, text, title, changes]))
    .digest('base64url')
}

export function isSignature(given: string, expected: string): boolean {
  const [left, right] = [Buffer.from(given), Buffer.from(expected)]
  return left.length === right.length && timingSafeEqual(left, right)
}

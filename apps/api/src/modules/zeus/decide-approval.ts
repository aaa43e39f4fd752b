import { AuspexError, type AuspexClient } from '@auspex/sdk'
import type { Approval, ApprovalDecision } from '@auspex/sdk/types'
import { describeError, tools } from '@auspex/tools'
import { createApprovalsRepository } from './approvals.repository.ts'
import { presentApproval } from './present-thread.ts'
import { isSignature, signChange } from './propose-change.ts'
import type { RunDependencies } from './run-dependencies.ts'
import { createRunsRepository } from './runs.repository.ts'
import { approvalDecided, approvalExpired, approvalForged, approvalNotFound } from './zeus.errors.ts'
import type { Person } from './zeus.ports.ts'

export interface DecideOptions extends ApprovalDecision {
  approvalId: string
  client: AuspexClient
  signal: AbortSignal
}

/**
 * Applies or refuses a proposed change. The proposal is the server's own copy: from the request it takes only the decision and the signature, which
 * proves which proposal the person saw. Concurrent decisions take effect once.
 */
export async function decideApproval(
  { approvalId, decision, signature, client, signal }: DecideOptions,
  { userId }: Person,
  { database, clock }: RunDependencies,
): Promise<Approval> {
  const approvals = createApprovalsRepository(database.kysely)
  const stored = await approvals.find(approvalId, userId)
  if (stored === null) throw approvalNotFound()
  const { approval, tool: name } = stored
  const run = await createRunsRepository(database.kysely).findByMessage(stored.messageId, userId)
  if (run === null) throw approvalNotFound()
  if (!isSignature(signature, signChange(run.approvalKey, { ...approval, tool: name }))) throw approvalForged()
  if (stored.state !== 'pending') throw approvalDecided()
  if (clock.now() >= stored.expiresAt) throw approvalExpired()
  if (!(await approvals.begin(approvalId))) throw approvalDecided()

  const settle = async (state: 'approved' | 'refused' | 'failed', more: Partial<Approval> = {}): Promise<Approval> => {
    const settled: Approval = { ...approval, ...more, state, decidedAt: clock.now().toISOString() }
    await approvals.settle(approvalId, state, settled)
    return presentApproval({ ...stored, state, approval: settled }, clock.now())
  }
  if (decision === 'refuse') return settle('refused')
  const tool = tools.find((each) => each.name === name && each.writes)
  if (tool === undefined) return settle('failed', { result: `The tool ${name} no longer exists. Nothing was changed.` })
  try {
    await tool.run(JSON.parse(approval.arguments), { client, signal })
    return await settle('approved', { result: `Done: ${approval.title}`.slice(0, 2000) })
  } catch (error) {
    const problem = error instanceof AuspexError ? (error.problem ?? null) : null
    return settle('failed', { result: describeError(error).slice(0, 2000), problem })
  }
}

import { refusal } from '@auspex/contract/refusals'
import type { Mention } from '@auspex/sdk/types'
import { CodedError } from '../../kernel/errors.ts'
import { maxVersions } from './zeus.types.ts'

/** It does not exist or belongs to someone else: no error of this file distinguishes the two. */
export function threadNotFound(): CodedError {
  return new CodedError({
    kind: 'not_found',
    ...refusal('zeus.thread_not_found'),
  })
}

export function messageNotFound(): CodedError {
  return new CodedError({
    kind: 'not_found',
    ...refusal('zeus.message_not_found'),
  })
}

export function noAnswerYet(): CodedError {
  return new CodedError({
    kind: 'not_found',
    code: 'zeus.no_answer',
    title: 'There is no answer yet',
    detail: 'Ask a question first: a report is made of the answers.',
  })
}

export function runNotFound(): CodedError {
  return new CodedError({
    kind: 'not_found',
    ...refusal('zeus.run_not_found'),
  })
}

export function reportNotFound(): CodedError {
  return new CodedError({
    kind: 'not_found',
    ...refusal('zeus.report_not_found'),
  })
}

export function mentionNotFound(kind: Mention['kind']): CodedError {
  return new CodedError({
    kind: 'not_found',
    ...refusal('zeus.mention_not_found'),
    title: `There is no such ${kind}`,
  })
}

export function approvalNotFound(): CodedError {
  return new CodedError({
    kind: 'not_found',
    code: 'zeus.approval_not_found',
    title: 'Proposal not found',
    detail: 'Its conversation may be deleted.',
  })
}

export function approvalDecided(): CodedError {
  return new CodedError({
    kind: 'conflict',
    code: 'zeus.approval_decided',
    title: 'This proposal was decided before',
    detail: 'Reload the conversation to see the result.',
  })
}

export function approvalExpired(): CodedError {
  return new CodedError({
    kind: 'conflict',
    code: 'zeus.approval_expired',
    title: 'This proposal is older than 24 hours',
    detail: 'Nothing was changed. Ask Zeus again.',
  })
}

export function approvalForged(): CodedError {
  return new CodedError({
    kind: 'invalid',
    code: 'zeus.approval_signature',
    title: 'The signature is not the one of this proposal',
    detail: 'Nothing was changed. Reload the conversation and decide on what it shows.',
    fields: [{ in: 'body', pointer: '/signature', message: 'must be the signature that the proposal came with' }],
  })
}

export function runIsActive(): CodedError {
  return new CodedError({
    kind: 'conflict',
    ...refusal('zeus.run_active'),
  })
}

export function differentRequest(): CodedError {
  return new CodedError({
    kind: 'conflict',
    code: 'zeus.other_request',
    title: 'That run answers another request',
    detail: 'Continue it with the same body, or follow it by its id.',
  })
}

export function answerExpected(): CodedError {
  return new CodedError({
    kind: 'conflict',
    ...refusal('zeus.not_an_answer'),
  })
}

export function notOwnMessage(): CodedError {
  return new CodedError({
    kind: 'conflict',
    code: 'zeus.not_own_message',
    title: 'Only your own messages can be edited',
    detail: 'Choose a message that you wrote, or write an answer again.',
  })
}

export function tooManyVersions(): CodedError {
  return new CodedError({
    kind: 'conflict',
    code: 'zeus.too_many_versions',
    title: `This message has ${maxVersions} versions already`,
    detail: 'Ask in a new message.',
  })
}

export function budgetSpent(runs: number, resetsAt: Date, now: Date): CodedError {
  const detail = `You asked ${runs} questions today. ${againAt(resetsAt)} An administrator can raise the limit.`
  return dayUsedUp(detail, resetsAt, now)
}

export function tokensSpent(resetsAt: Date, now: Date): CodedError {
  const detail = `The language model has written as much as you may use in a day. ${againAt(resetsAt)}`
  return dayUsedUp(detail, resetsAt, now)
}

function dayUsedUp(detail: string, resetsAt: Date, now: Date): CodedError {
  return new CodedError({
    kind: 'rate_limited',
    code: 'zeus.budget_spent',
    title: 'You’ve used today’s questions',
    detail,
    retryAfterSeconds: secondsUntil(resetsAt, now),
  })
}

function againAt(time: Date): string {
  return `You can ask again at ${time.toISOString().slice(11, 16)} UTC.`
}

export function tooManyAtOnce(max: number): CodedError {
  return new CodedError({
    kind: 'rate_limited',
    code: 'zeus.too_many_at_once',
    title: 'Zeus is writing several answers for you already',
    detail: `At most ${max} at once. Wait for one, or stop one.`,
    retryAfterSeconds: 5,
  })
}

/** Capped at an hour, the contract's maximum: a client that retries then gets another wait. */
function secondsUntil(time: Date, now: Date): number {
  return Math.min(3600, Math.max(1, Math.ceil((time.getTime() - now.getTime()) / 1000)))
}

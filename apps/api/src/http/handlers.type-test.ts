// Checked by the compiler, never run: each expectation below is a mistake that must not compile.
import type { OperationId } from '@auspex/sdk/operations'
import type { ContractOperations } from '@auspex/sdk/types'
import { type ContextOf, type Handler, type Handlers, type Input, notImplemented } from './handlers.ts'
import { rawJson } from './raw-json.ts'

type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false
type Prove<Claim extends true> = Claim

// The map covers what the contract says that a server answers, no more and no less
export type Complete = Prove<Same<OperationId, keyof ContractOperations>>
export type Exact = Prove<Same<keyof Handlers, OperationId>>

declare const handlers: Handlers
const { getMe: _left, ...incomplete } = handlers
// @ts-expect-error a handler is missing
export const missing: Handlers = incomplete

// @ts-expect-error the contract has no such operation
export const unknown: Handlers = { ...handlers, getMeTwice: handlers.getMe }

// @ts-expect-error the status is not in the contract
export const wrongStatus: Handler<'listIndustries'> = () => ({ status: 201, body: { items: [] } })

// @ts-expect-error the body lacks a property
export const wrongBody: Handler<'clearRecentSearches'> = () => ({ status: 200, body: {} })

// @ts-expect-error an unknown count is null, not text
export const wrongType: Handler<'clearRecentSearches'> = () => ({ status: 200, body: { removed: 'all' } })

// @ts-expect-error failures are thrown, so that one place turns them into problems
export const returnedFailure: Handler<'getImport'> = () => ({ status: 404, body: { title: 'none' } })

// @ts-expect-error the text holds another body
export const wrongRawBody: Handler<'clearRecentSearches'> = () => ({ status: 200, body: rawJson<{ items: [] }>('{}') })

export const right: Handler<'clearRecentSearches'> = () => ({
  status: 200,
  body: rawJson<{ removed: number }>('{"removed":1}'),
})

// @ts-expect-error a gap is named after its own operation
export const wrongGap: Handler<'getMe'> = notImplemented('getStatus')

// @ts-expect-error nobody is signed in where the contract asks for nobody
export const stranger = (context: ContextOf<'getStatus'>) => context.actor

export const actor = (context: ContextOf<'getMe'>) => context.actor.userId

// Input is what the contract says
export type PathInput = Prove<Same<Input<'getImport'>['path'], { importId: string }>>
export type NoBody = Prove<Same<Input<'getStatus'>['body'], undefined>>
export type FilledDefault = Prove<Same<Input<'saveRecentSearch'>['body']['check_cache'], boolean>>
export type FilledQuery = Prove<Same<Input<'listInbox'>['query']['page'], number>>
export type FilledItem = Prove<Same<Input<'topicQueryLiteBulk'>['body']['queries'][number]['isCompound'], boolean>>
// the validator leaves out the default of a schema that a field only references
export type UnfilledReference = Prove<Same<Input<'getZeusReply'>['body']['signalIds'], string[] | undefined>>
export type LowerCaseHeader = Prove<Same<keyof Input<'followZeusRun'>['headers'], 'last-event-id'>>

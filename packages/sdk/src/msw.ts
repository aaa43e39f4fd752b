/** Mock handlers (msw 3) of every operation, answering with the contract's examples. */
export * from './generated/msw/autocomplete/autocomplete.msw.ts'
export * from './generated/msw/explore/explore.msw.ts'
export * from './generated/msw/health/health.msw.ts'
export * from './generated/msw/imports/imports.msw.ts'
export * from './generated/msw/signals/signals.msw.ts'
export * from './generated/msw/user/user.msw.ts'
